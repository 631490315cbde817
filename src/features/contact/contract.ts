import * as v from 'valibot';
import { email, fields, LONG, optionalText, requiredText } from '../../shared/fields';

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
