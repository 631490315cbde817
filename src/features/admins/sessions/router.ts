import * as v from 'valibot';
import { admin, router } from '#src/platform/procedure/trpc.ts';
import { Message } from '#src/shared/fields.ts';
import { AdminSessionItem, SessionFilter, SessionIdInput } from '../contract.ts';
import { endSession, listSessions, logOutElsewhere } from './service.ts';

export const adminSessions = router({
  list: admin
    .meta({
      rest: 'GET /admin/sessions',
      summary: 'List your sessions',
      description:
        'The latest use comes first; it is stored at most every 5 minutes. With `all`, the sessions of all admins.',
    })
    .input(SessionFilter)
    .output(v.array(AdminSessionItem))
    .query(({ ctx, input }) => listSessions(ctx, input)),

  end: admin
    .meta({
      rest: 'DELETE /admin/sessions/:id',
      summary: 'End a session',
      description: 'Its token stops working at the next call. It may be a session of another admin.',
    })
    .input(SessionIdInput)
    .output(Message)
    .mutation(({ ctx, input }) => endSession(ctx, input.id)),

  logoutAll: admin
    .meta({
      rest: 'POST /admin/logout-all',
      summary: 'Log out everywhere else',
      description: 'Ends every session of the caller except the one of the token.',
    })
    .output(Message)
    .mutation(({ ctx }) => logOutElsewhere(ctx)),
});
