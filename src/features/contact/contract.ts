import * as v from 'valibot';
import {
  booleanField,
  email,
  fields,
  LONG,
  optionalEmail,
  optionalText,
  requiredText,
  uuid,
} from '#src/shared/fields.ts';

/**
 * `website` is a hidden field that people leave empty and bots fill in (D23). The response does not include the stored
 * message, because its field `message` would clash with the `message` for the sender.
 */
export const ContactMessageInput = fields({
  name: requiredText('contact.required'),
  email: email('contact.required'),
  subject: requiredText('contact.required'),
  message: requiredText('contact.required', LONG),
  website: optionalText(LONG),
});
export type ContactMessageInput = v.InferOutput<typeof ContactMessageInput>;

export const ContactInfo = v.object({
  company_name: v.nullable(v.string()),
  address: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  email: v.nullable(v.string()),
  business_hours: v.nullable(v.string()),
  description: v.nullable(v.string()),
});
export type ContactInfo = v.InferOutput<typeof ContactInfo>;

/** Fields that are left out keep their value. Empty ones become null. */
export const ContactInfoInput = fields({
  company_name: v.optional(optionalText()),
  address: v.optional(optionalText(LONG)),
  phone: v.optional(optionalText()),
  email: v.optional(optionalEmail),
  business_hours: v.optional(optionalText(LONG)),
  description: v.optional(optionalText(LONG)),
});
export type ContactInfoInput = v.InferOutput<typeof ContactInfoInput>;

/** A message from the contact form, as admins see it. */
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

export const MarkReadInput = fields({ id: uuid('contact.message_not_found'), is_read: booleanField });
export type MarkReadInput = v.InferOutput<typeof MarkReadInput>;
