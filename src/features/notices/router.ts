import * as v from 'valibot';
import { HOUR, perIpAddress } from '#src/platform/limits/rate-limit.ts';
import { admin, router, visitor } from '#src/platform/procedure/trpc.ts';
import { Message } from '#src/shared/fields.ts';
import { AdminNotice, NoticeDecisionInput, NoticeInput } from './contract.ts';
import { decideNotice, listNotices, sendNotice } from './service.ts';

export const publicNotices = router({
  create: visitor
    .meta({
      rest: 'POST /notices',
      summary: 'Report an ad',
      description:
        'Reports an ad to the people who run the calendar, without an account. `url` is the address or path of the page of ' +
        'the ad, which may be gone. The sender gets a receipt and the decision by mail. Limited to 10 calls an hour per IP address.',
      errors: ['announcement.not_found', 'notice.full'],
    })
    .use(perIpAddress({ name: 'notice', limit: 10, seconds: HOUR }))
    .input(NoticeInput)
    .output(Message)
    .mutation(({ ctx, input }) => sendNotice(ctx, input)),
});

export const adminNotices = router({
  list: admin
    .meta({
      rest: 'GET /admin/notices',
      summary: 'List notices',
      description: 'All notices about ads, newest first.',
    })
    .output(v.array(AdminNotice))
    .query(({ ctx }) => listNotices(ctx)),

  decide: admin
    .meta({
      rest: 'PUT /admin/notices/:id',
      summary: 'Decide on a notice',
      description:
        '`removed` hides the ad and mails its owner a statement of reasons. The sender of the notice is mailed either way.',
      errors: ['notice.decided'],
    })
    .input(NoticeDecisionInput)
    .output(AdminNotice)
    .mutation(({ ctx, input }) => decideNotice(ctx, input)),
});
