import * as v from 'valibot';
import { fields, LONG, optionalText, text, uuid, version } from '../../shared/fields';

export const ANNOUNCEMENT_TYPES = ['sale', 'wanted'] as const;
export type AnnouncementType = (typeof ANNOUNCEMENT_TYPES)[number];

/** What the types are called on badges (section 4). */
export const TYPE_LABELS: Record<AnnouncementType, string> = { sale: 'Säljes', wanted: 'Söks' };

/**
 * An ad as everyone sees it, and its owner too: never an e-mail or a phone number (section 3, D10). Money in whole
 * kronor. `event_id` is null when the event is gone; name and date are as they last stood (D12).
 */
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

/** An ad as its owner sees it. Its `version` grows when the owner changes it. */
export const OwnAnnouncement = v.object({ ...PublicAnnouncement.entries, version: v.number() });
export type OwnAnnouncement = v.InferOutput<typeof OwnAnnouncement>;

/** D33: the most that a price or a fee may be, in kronor. */
export const MONEY_MAX = 1_000_000;

const price = v.pipe(
  v.number('announcement.price'),
  v.check((kronor) => Number.isInteger(kronor) && kronor > 0 && kronor <= MONEY_MAX, 'announcement.price'),
);

const isFee = (kronor: number) => Number.isInteger(kronor) && kronor >= 0 && kronor <= MONEY_MAX;

const description = optionalText(LONG);

/** A new ad; its checks in the order of section 5. Only when `has_name_change_fee` says so a fee counts, and must be one. */
export const NewAnnouncement = v.pipe(
  fields({
    event_id: uuid('announcement.event'),
    distance: v.pipe(
      text('announcement.distance'),
      v.trim(),
      v.nonEmpty('announcement.distance'),
      v.maxLength(200, 'announcement.distance'),
    ),
    price,
    name_change_fee: v.fallback(v.nullish(v.pipe(v.number(), v.check(isFee)), null), null),
    has_name_change_fee: v.nullish(v.boolean('request.invalid'), false),
    description,
    announcement_type: v.picklist(ANNOUNCEMENT_TYPES, 'announcement.type'),
  }),
  v.forward(
    v.partialCheck(
      [['has_name_change_fee'], ['name_change_fee']],
      ({ has_name_change_fee, name_change_fee }) => !has_name_change_fee || !!name_change_fee,
      'announcement.name_change_fee',
    ),
    ['name_change_fee'],
  ),
);
export type NewAnnouncement = v.InferOutput<typeof NewAnnouncement>;

/** What an owner may change (section 5). Fee 0 means none (D35). Without a `version` it writes over whatever is there. */
export const AnnouncementEdit = fields({
  id: uuid('announcement.not_found'),
  price,
  name_change_fee: v.nullish(
    v.pipe(v.number('announcement.new_fee'), v.check(isFee, 'announcement.new_fee')),
    0,
  ),
  description,
  version,
});
export type AnnouncementEdit = v.InferOutput<typeof AnnouncementEdit>;

export const AnnouncementId = fields({ id: uuid('announcement.not_found') });
