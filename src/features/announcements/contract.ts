import * as v from 'valibot';

export const ANNOUNCEMENT_TYPES = ['sale', 'wanted'] as const;

/** An ad as everyone sees it: never an e-mail or a phone number (section 3, D10). Money in whole kronor. */
export const PublicAnnouncement = v.object({
  id: v.string(),
  announcement_type: v.picklist(ANNOUNCEMENT_TYPES),
  event_id: v.nullable(v.string()),
  event_name: v.string(),
  event_date: v.string(),
  distance: v.string(),
  price: v.number(),
  has_name_change_fee: v.boolean(),
  name_change_fee: v.nullable(v.number()),
  description: v.nullable(v.string()),
  order_number: v.string(),
  user_id: v.string(),
  user_name: v.string(),
  is_active: v.boolean(),
  is_completed: v.boolean(),
  created_at: v.string(),
});
export type PublicAnnouncement = v.InferOutput<typeof PublicAnnouncement>;
