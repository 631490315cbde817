import * as v from 'valibot';
import {
  email,
  fields,
  flag,
  LONG,
  optionalEmail,
  optionalText,
  requiredText,
  uuid,
} from '../../shared/fields';

/**
 * A message from the contact form (section 5). `website` is the hidden field of D23.
 *
 * What is answered is the sentence alone and not the stored message (D4): its own field `message` and the sentence of
 * that name would be one key.
 */
export const ContactMessageInput = fields({
  name: requiredText('contact.required'),
  email: email('contact.required'),
  subject: requiredText('contact.required'),
  message: requiredText('contact.required', LONG),
  website: optionalText(LONG),
});
export type ContactMessageInput = v.InferOutput<typeof ContactMessageInput>;

/** Who runs the calendar (section 3); null where nothing is set. */
export const ContactInfo = v.object({
  company_name: v.nullable(v.string()),
  address: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  email: v.nullable(v.string()),
  business_hours: v.nullable(v.string()),
  description: v.nullable(v.string()),
});
export type ContactInfo = v.InferOutput<typeof ContactInfo>;

/** What admins write about who runs the calendar (section 7). A field that is not named stays as it is; an empty one is null. */
export const ContactInfoInput = fields({
  company_name: v.optional(optionalText()),
  address: v.optional(optionalText(LONG)),
  phone: v.optional(optionalText()),
  email: v.optional(optionalEmail),
  business_hours: v.optional(optionalText(LONG)),
  description: v.optional(optionalText(LONG)),
});
export type ContactInfoInput = v.InferOutput<typeof ContactInfoInput>;

/** A message as admins read it (section 3). */
export const AdminContactMessage = v.object({
  id: v.string(),
  subject: v.string(),
  name: v.string(),
  email: v.string(),
  message: v.string(),
  is_read: v.boolean(),
  created_at: v.string(),
});
export type AdminContactMessage = v.InferOutput<typeof AdminContactMessage>;

export const ContactMessageId = fields({ id: uuid('contact.message_not_found') });

/** Section 7: `is_read` stands in the query. */
export const ReadMark = fields({ id: uuid('contact.message_not_found'), is_read: flag });
export type ReadMark = v.InferOutput<typeof ReadMark>;
