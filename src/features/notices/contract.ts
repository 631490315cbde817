import * as v from 'valibot';
import { ANNOUNCEMENT_TYPES } from '#src/features/announcements/fields.ts';
import { reasonFields } from '#src/features/statements/contract.ts';
import {
  booleanField,
  email,
  fields,
  LONG,
  optionalText,
  requiredText,
  URL_MAX,
  uuid,
} from '#src/shared/fields.ts';

export const NOTICE_DECISIONS = ['removed', 'kept'] as const;

/** `website` is a hidden field that people leave empty and bots fill in (D23). */
export const NoticeInput = fields({
  url: requiredText('notice.url', URL_MAX),
  explanation: requiredText('notice.required', LONG),
  name: requiredText('notice.required'),
  email: email('notice.required'),
  good_faith: v.pipe(booleanField, v.literal(true, 'notice.good_faith')),
  website: optionalText(LONG),
});
export type NoticeInput = v.InferOutput<typeof NoticeInput>;

/** What an ad says, or said when it was deleted. */
const NoticedAd = v.object({
  event_name: v.string(),
  distance: v.string(),
  announcement_type: v.picklist(ANNOUNCEMENT_TYPES),
  price: v.number(),
  description: v.nullable(v.string()),
  user_name: v.string(),
  is_active: v.boolean(),
  is_completed: v.boolean(),
});

/**
 * A notice as admins see it. Once the ad is deleted, `announcement_id` is null, and `kept_until` says how long
 * `announcement` is kept. Both are null for an ad that was deleted before the notice.
 */
export const AdminNotice = v.object({
  id: v.string(),
  reference: v.string(),
  url: v.string(),
  order_number: v.string(),
  announcement_id: v.nullable(v.string()),
  announcement: v.nullable(NoticedAd),
  kept_until: v.nullable(v.string()),
  explanation: v.string(),
  name: v.string(),
  email: v.string(),
  decision: v.nullable(v.picklist(NOTICE_DECISIONS)),
  ground: v.nullable(v.string()),
  facts: v.nullable(v.string()),
  decided_at: v.nullable(v.string()),
  created_at: v.string(),
});
export type AdminNotice = v.InferOutput<typeof AdminNotice>;

export const NoticeDecisionInput = fields({
  id: uuid('notice.not_found'),
  decision: v.picklist(NOTICE_DECISIONS, 'notice.decision'),
  ...reasonFields,
});
export type NoticeDecisionInput = v.InferOutput<typeof NoticeDecisionInput>;

/** In the data download of the person who sent it. */
export const SentNotice = v.object({
  ...v.omit(AdminNotice, ['id', 'reference', 'order_number', 'announcement_id', 'announcement', 'kept_until'])
    .entries,
  good_faith: v.boolean(),
});
