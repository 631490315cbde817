import * as v from 'valibot';
import { fields, LONG, requiredText, uuid } from '#src/shared/fields.ts';

/** In the order in which the form shows them. */
export const REPORT_REASONS = [
  'fraud',
  'fake_listing',
  'harassment',
  'spam',
  'inappropriate',
  'other',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REASON_LABELS: Record<ReportReason, string> = {
  fraud: 'Bedrägeri',
  fake_listing: 'Falsk annons',
  harassment: 'Trakasserier',
  spam: 'Skräppost',
  inappropriate: 'Olämpligt innehåll',
  other: 'Annat',
};

export const REPORT_STATUSES = ['new', 'handled'] as const;

export const ReportInput = fields({
  reason: v.picklist(REPORT_REASONS, 'report.reason'),
  description: requiredText('report.description', LONG),
  /** Of a member who has left a deal: the id that stands for them in its conversation. */
  reported_user_id: uuid('account.not_found'),
  related_announcement_id: v.nullish(uuid('announcement.not_found'), null),
});
export type ReportInput = v.InferOutput<typeof ReportInput>;

export const StoredReport = v.object({
  id: v.string(),
  reported_user_id: v.string(),
  related_announcement_id: v.nullable(v.string()),
  reason: v.picklist(REPORT_REASONS),
  description: v.string(),
  status: v.picklist(REPORT_STATUSES),
  created_at: v.string(),
});
export type StoredReport = v.InferOutput<typeof StoredReport>;
