import * as v from 'valibot';
import { admin, router } from '../../platform/trpc';
import { AuditEntry, AuditFilter } from './contract';
import { listActs } from './service';
import { findActors } from './store';

export const adminAudit = router({
  list: admin
    .meta({ rest: 'GET /admin/audit', summary: 'What admins did, newest first, 100 at a time.' })
    .input(AuditFilter)
    .output(v.array(AuditEntry))
    .query(({ ctx, input }) => listActs(ctx, input)),

  actors: admin
    .meta({ rest: 'GET /admin/audit/admins', summary: 'Whose acts are in the log, by user name.' })
    .output(v.array(v.string()))
    .query(({ ctx }) => findActors(ctx.database.db)),
});
