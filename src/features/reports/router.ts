import * as v from 'valibot';
import { HOUR, perIpAddress } from '#src/platform/limits/rate-limit.ts';
import { admin, member, router } from '#src/platform/procedure/trpc.ts';
import { AdminReport, AdminReportDetail, ReportId, ReportStatusInput } from './admin/contract.ts';
import { listReports, readReport, setReportStatus } from './admin/service.ts';
import { ReportInput, StoredReport } from './contract.ts';
import { createReport } from './service.ts';

export const marketplaceReports = router({
  create: member
    .meta({
      rest: 'POST /marketplace/reports',
      summary: 'Report a member',
      description:
        'Sends a report to the admins, optionally about one of the ads. Limited to 10 calls an hour per IP address.',
      errors: ['report.self', 'account.not_found', 'announcement.not_found'],
    })
    .use(perIpAddress({ name: 'report', limit: 10, seconds: HOUR }))
    .input(ReportInput)
    .output(StoredReport)
    .mutation(({ ctx, input }) => createReport(ctx, input)),
});

export const adminReports = router({
  list: admin
    .meta({
      rest: 'GET /admin/marketplace/reports',
      summary: 'List reports',
      description:
        'All reports that members made about other members, newest first. A report outlives the deletion of its ad, ' +
        'conversation or reported member for 180 days.',
    })
    .output(v.array(AdminReport))
    .query(({ ctx }) => listReports(ctx)),

  get: admin
    .meta({
      rest: 'GET /admin/marketplace/reports/:id',
      summary: 'Get a report with its conversation',
      description: 'Includes what the reporter and the reported member wrote to each other, oldest first.',
    })
    .input(ReportId)
    .output(AdminReportDetail)
    .query(({ ctx, input }) => readReport(ctx, input.id)),

  setStatus: admin
    .meta({
      rest: 'PUT /admin/marketplace/reports/:id',
      summary: 'Change the status of a report',
      description: 'Marks the report as handled, or as new again.',
    })
    .input(ReportStatusInput)
    .output(AdminReport)
    .mutation(({ ctx, input }) => setReportStatus(ctx, input)),
});
