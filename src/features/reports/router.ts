import { HOUR, perAddress } from '../../platform/rate-limit';
import { member, router } from '../../platform/trpc';
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

export const adminReports = router({});
