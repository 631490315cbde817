import * as v from 'valibot';
import { fields, uuid } from '../../../shared/fields';
import { PublicAnnouncement } from '../contract';

/** An ad as admins see it: with its owner's address and phone number, and how much was written about it (section 3). */
export const AdminAnnouncement = v.object({
  ...PublicAnnouncement.entries,
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

/** What somebody wrote about an ad; what has one `conversation_id` was written between the same two. */
export const AdminMessage = v.object({
  id: v.string(),
  conversation_id: v.string(),
  message_text: v.string(),
  /** Always null (D35). */
  attachment_url: v.null(),
  created_at: v.string(),
  sender_details: Person,
  receiver_details: Person,
});
export type AdminMessage = v.InferOutput<typeof AdminMessage>;

/** The ad with everything that was written about it, oldest first. */
export const AdminAnnouncementDetail = v.object({
  ...AdminAnnouncement.entries,
  messages: v.array(AdminMessage),
});
export type AdminAnnouncementDetail = v.InferOutput<typeof AdminAnnouncementDetail>;

/** What an admin may change of an ad (section 7). */
export const AnnouncementToggle = fields({
  id: uuid('announcement.not_found'),
  is_active: v.boolean('request.invalid'),
});
export type AnnouncementToggle = v.InferOutput<typeof AnnouncementToggle>;
