import * as v from 'valibot';
import { admin, router } from '#src/platform/procedure/trpc.ts';
import { AuditEntry, AuditFilter } from './contract.ts';
import { listEntries } from './service.ts';
import { findAdminNames } from './store.ts';

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
    .query(({ ctx, input }) => listEntries(ctx, input)),

  actors: admin
    .meta({
      rest: 'GET /admin/audit/admins',
      summary: 'List the admins in the audit log',
      description: 'The user names of all admins with an entry in the log, in alphabetical order.',
    })
    .output(v.array(v.string()))
    .query(({ ctx }) => findAdminNames(ctx.database.db)),
});
