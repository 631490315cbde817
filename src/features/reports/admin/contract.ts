import * as v from 'valibot';
import { fields, uuid } from '../../../shared/fields';
import { REPORT_REASONS, REPORT_STATUSES } from '../contract';

export const AdminReport = v.object({
  id: v.string(),
  reason: v.picklist(REPORT_REASONS),
  description: v.string(),
  status: v.picklist(REPORT_STATUSES),
  reporter_name: v.string(),
  reporter_email: v.nullable(v.string()),
  reported_user: v.object({ id: v.string(), full_name: v.string() }),
  related_announcement: v.nullable(
    v.object({ id: v.string(), order_number: v.string(), event_name: v.string() }),
  ),
  created_at: v.string(),
});
export type AdminReport = v.InferOutput<typeof AdminReport>;

export const ReportStatusInput = fields({
  id: uuid('report.not_found'),
  status: v.picklist(REPORT_STATUSES, 'request.invalid'),
});
export type ReportStatusInput = v.InferOutput<typeof ReportStatusInput>;
