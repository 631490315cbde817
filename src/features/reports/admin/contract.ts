import * as v from 'valibot';
import { fields, uuid } from '../../../shared/fields';
import { REPORT_REASONS, REPORT_STATUSES } from '../contract';

/** A report as admins see it (section 3), with the member and the ad that it is about (D36). */
export const AdminReport = v.object({
  id: v.string(),
  reason: v.picklist(REPORT_REASONS),
  description: v.string(),
  status: v.picklist(REPORT_STATUSES),
  /** Who reported, as they were called then. */
  reporter_name: v.string(),
  /** Null, and the name nobody's, when they have deleted their account (D36). */
  reporter_email: v.nullable(v.string()),
  reported_user: v.object({ id: v.string(), full_name: v.string() }),
  related_announcement: v.nullable(
    v.object({ id: v.string(), order_number: v.string(), event_name: v.string() }),
  ),
  created_at: v.string(),
});
export type AdminReport = v.InferOutput<typeof AdminReport>;

/** D36. */
export const ReportStatusInput = fields({
  id: uuid('report.not_found'),
  status: v.picklist(REPORT_STATUSES, 'request.invalid'),
});
export type ReportStatusInput = v.InferOutput<typeof ReportStatusInput>;
