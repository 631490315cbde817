import * as v from 'valibot';
import { HOUR, perAddress } from '../../platform/rate-limit';
import { admin, member, router } from '../../platform/trpc';
import { AdminReport, ReportStatusInput } from './admin/contract';
import { setReportStatus } from './admin/service';
import { findReports } from './admin/store';
import { ReportInput, StoredReport } from './contract';
import { report } from './service';

export const marketplaceReports = router({
  create: member
    .meta({ rest: 'POST /marketplace/reports', summary: 'Reports a member to those who run the calendar.' })
    .use(perAddress({ name: 'report', limit: 10, seconds: HOUR })) // D23
    .input(ReportInput)
    .output(StoredReport)
    .mutation(({ ctx, input }) => report(ctx, input)),
});

export const adminReports = router({
  list: admin
    .meta({
      rest: 'GET /admin/marketplace/reports',
      summary: 'What members reported of each other, newest first.',
    })
    .output(v.array(AdminReport))
    .query(({ ctx }) => findReports(ctx.database.db)),

  setStatus: admin
    .meta({
      rest: 'PUT /admin/marketplace/reports/:id',
      summary: 'Marks a report as handled, or opens it again.',
    })
    .input(ReportStatusInput)
    .output(AdminReport)
    .mutation(({ ctx, input }) => setReportStatus(ctx, input)),
});
