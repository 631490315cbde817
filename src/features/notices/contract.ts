import * as v from 'valibot';
import {
  booleanField,
  email,
  fields,
  LONG,
  optionalText,
  requiredText,
  URL_MAX,
  uuid,
} from '../../shared/fields';
import { reasonFields } from '../statements/contract';

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

/** A notice as admins see it. `announcement_id` is null once the ad is deleted. */
export const AdminNotice = v.object({
  id: v.string(),
  reference: v.string(),
  url: v.string(),
  order_number: v.string(),
  announcement_id: v.nullable(v.string()),
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
  ...v.omit(AdminNotice, ['id', 'reference', 'order_number', 'announcement_id']).entries,
  good_faith: v.boolean(),
});
