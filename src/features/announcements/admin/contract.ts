import * as v from 'valibot';
import { reasonFields } from '#src/features/statements/contract.ts';
import { fields, uuid } from '#src/shared/fields.ts';
import { PublicAnnouncement } from '../contract.ts';

export const AdminAnnouncement = v.object({
  ...PublicAnnouncement.entries,
  is_expired: v.boolean(),
  user_details: v.object({
    full_name: v.string(),
    email: v.string(),
    phone_number: v.nullable(v.string()),
    is_suspended: v.boolean(),
  }),
  message_count: v.number(),
});
export type AdminAnnouncement = v.InferOutput<typeof AdminAnnouncement>;

const Person = v.object({ id: v.string(), full_name: v.string() });

export const AdminMessage = v.object({
  id: v.string(),
  conversation_id: v.string(),
  message_text: v.string(),
  // Messages have no attachments, but the API has the field.
  attachment_url: v.null(),
  created_at: v.string(),
  sender_details: Person,
  receiver_details: Person,
});
export type AdminMessage = v.InferOutput<typeof AdminMessage>;

export const AdminAnnouncementDetail = v.object({
  ...AdminAnnouncement.entries,
  messages: v.array(AdminMessage),
});
export type AdminAnnouncementDetail = v.InferOutput<typeof AdminAnnouncementDetail>;

/** The reasons are for the statement that the owner of a hidden ad gets. */
export const AnnouncementToggle = fields({
  id: uuid('announcement.not_found'),
  is_active: v.boolean('request.invalid'),
  ...reasonFields,
});
export type AnnouncementToggle = v.InferOutput<typeof AnnouncementToggle>;

export const AnnouncementRemoval = fields({ id: uuid('announcement.not_found'), ...reasonFields });
export type AnnouncementRemoval = v.InferOutput<typeof AnnouncementRemoval>;
