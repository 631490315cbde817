import * as v from 'valibot';
import { MemberFacts } from '#src/features/accounts/contract.ts';
import { EventState } from '#src/features/events/contract.ts';
import { Transfer } from '#src/features/events/transfer/contract.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { fields, LONG, optionalText, text, uuid, version } from '#src/shared/fields.ts';
import { ANNOUNCEMENT_TYPES, KRONOR_MAX } from './fields.ts';

/**
 * Never includes an e-mail address or phone number (D10). Amounts are in whole kronor. If the event is deleted,
 * `event_id`, `event_state`, `event_url`, `sport_type`, `ort`, `landskap` and `expires_at` are null, and the ad keeps the event's
 * last name and date. `is_active` is false after `expires_at`. `median_price` is what the place usually sells for,
 * `advice` the rules that give buyers advice about the ad.
 */
export const PublicAnnouncement = v.object({
  id: v.string(),
  announcement_type: v.picklist(ANNOUNCEMENT_TYPES),
  event_id: v.nullable(v.string()),
  event_name: v.string(),
  event_date: v.string(),
  event_state: v.nullable(EventState),
  event_url: v.nullable(v.string()),
  sport_type: v.nullable(v.string()),
  ort: v.nullable(v.string()),
  landskap: v.nullable(v.string()),
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
  transfer: Transfer,
  reserved: v.boolean(),
  ordinary_price: v.nullable(v.number()),
  median_price: v.nullable(v.number()),
  owner_facts: MemberFacts,
  advice: v.array(v.picklist(['low_price'])),
  url: v.string(),
  created_at: v.string(),
  expires_at: v.nullable(v.string()),
});
export type PublicAnnouncement = v.InferOutput<typeof PublicAnnouncement>;

/** `is_expired`: inactive although no admin has hidden it, because its time, or that for transfers, is over. */
export const OwnAnnouncement = v.object({
  ...PublicAnnouncement.entries,
  is_paused: v.boolean(),
  is_expired: v.boolean(),
  reserved_for: v.nullable(v.object({ id: v.string(), name: v.string() })),
  reserved_until: v.nullable(v.string()),
  is_reservation_prolonged: v.boolean(),
  final_price: v.nullable(v.number()),
  version: v.number(),
});
export type OwnAnnouncement = v.InferOutput<typeof OwnAnnouncement>;

export const kronor = (code: ErrorCode) =>
  v.pipe(
    v.number(code),
    v.check((amount) => Number.isInteger(amount) && amount > 0 && amount <= KRONOR_MAX, code),
  );

const price = kronor('announcement.price');

const isValidFee = (kronor: number) => Number.isInteger(kronor) && kronor >= 0 && kronor <= KRONOR_MAX;

const description = optionalText(LONG);

/** In the order of the checks. A fee is required with `has_name_change_fee` and otherwise ignored. */
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
    name_change_fee: v.fallback(v.nullish(v.pipe(v.number(), v.check(isValidFee)), null), null),
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

/** A fee of 0 means no fee. Without a `version` the last write wins. */
export const AnnouncementEdit = fields({
  id: uuid('announcement.not_found'),
  price,
  name_change_fee: v.nullish(
    v.pipe(v.number('announcement.new_fee'), v.check(isValidFee, 'announcement.new_fee')),
    0,
  ),
  description,
  version,
});
export type AnnouncementEdit = v.InferOutput<typeof AnnouncementEdit>;

/** `final_price` is what the place was sold for. */
export const Completion = fields({
  id: uuid('announcement.not_found'),
  final_price: v.nullish(kronor('announcement.final_price'), null),
});
export type Completion = v.InferOutput<typeof Completion>;

export const Reservation = fields({
  id: uuid('announcement.not_found'),
  other_user_id: uuid('conversation.not_found'),
});
export type Reservation = v.InferOutput<typeof Reservation>;

export const AnnouncementId = fields({ id: uuid('announcement.not_found') });
