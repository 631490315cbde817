import * as v from 'valibot';
import { fields, uuid } from '#src/shared/fields.ts';
import { REPORT_REASONS, REPORT_STATUSES } from '../contract.ts';

/**
 * If something it is about was deleted, `kept_until` says until when the rest is kept, and `kept_facts` what the portal
 * cannot show any more. The ids of what is gone are null.
 */
export const AdminReport = v.object({
  id: v.string(),
  reason: v.picklist(REPORT_REASONS),
  description: v.string(),
  status: v.picklist(REPORT_STATUSES),
  reporter_name: v.string(),
  reporter_email: v.nullable(v.string()),
  reported_user: v.object({ id: v.nullable(v.string()), full_name: v.string() }),
  related_announcement: v.nullable(
    v.object({ id: v.nullable(v.string()), order_number: v.string(), event_name: v.string() }),
  ),
  created_at: v.string(),
  kept_until: v.nullable(v.string()),
  kept_facts: v.nullable(
    v.object({
      reported_email: v.string(),
      announcement: v.nullable(
        v.object({ distance: v.string(), price: v.number(), description: v.nullable(v.string()) }),
      ),
    }),
  ),
});
export type AdminReport = v.InferOutput<typeof AdminReport>;

/** The messages of the reporter and the reported member, about the ad or, without one, about any. Oldest first. */
export const AdminReportDetail = v.object({
  ...AdminReport.entries,
  messages: v.array(
    v.object({
      id: v.string(),
      by: v.picklist(['reporter', 'reported']),
      message_text: v.string(),
      created_at: v.string(),
    }),
  ),
});
export type AdminReportDetail = v.InferOutput<typeof AdminReportDetail>;

export const ReportId = fields({ id: uuid('report.not_found') });

export const ReportStatusInput = fields({
  id: uuid('report.not_found'),
  status: v.picklist(REPORT_STATUSES, 'request.invalid'),
});
export type ReportStatusInput = v.InferOutput<typeof ReportStatusInput>;
