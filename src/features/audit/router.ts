import * as v from 'valibot';
import { admin, router } from '../../platform/trpc';
import { AuditEntry, AuditFilter } from './contract';
import { listActs } from './service';
import { findActors } from './store';

export const adminAudit = router({
  list: admin
    .meta({
      rest: 'GET /admin/audit',
      summary: 'Read the audit log',
      description:
        'Returns up to 100 entries, newest first. To get the next ones, pass the id of the last entry as `before`.',
    })
    .input(AuditFilter)
    .output(v.array(AuditEntry))
    .query(({ ctx, input }) => listActs(ctx, input)),

  actors: admin
    .meta({
      rest: 'GET /admin/audit/admins',
      summary: 'List the admins in the audit log',
      description: 'The user names of all admins with an entry in the log, in alphabetical order.',
    })
    .output(v.array(v.string()))
    .query(({ ctx }) => findActors(ctx.database.db)),
});
