import type { AdminContext } from '../../../platform/context';
import { AppError } from '../../../shared/errors';
import { recordAction } from '../../audit/service';
import { REASON_LABELS } from '../contract';
import type { AdminReport, ReportStatusInput } from './contract';
import * as store from './store';

export function setReportStatus(ctx: AdminContext, { id, status }: ReportStatusInput): Promise<AdminReport> {
  return ctx.database.db.transaction(async (tx) => {
    const isChanged = await store.changeStatus(tx, id, status);
    const report = await store.findReport(tx, id);
    if (!report) throw new AppError('report.not_found');
    if (!isChanged) return report;
    await recordAction(tx, ctx, status === 'handled' ? 'report.handle' : 'report.reopen', {
      id,
      name: `${REASON_LABELS[report.reason]}: ${report.reported_user.full_name}`,
    });
    return report;
  });
}
