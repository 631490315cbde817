import * as v from 'valibot';
import { reasonFields } from '#src/features/statements/contract.ts';
import { fields, requiredText, uuid } from '#src/shared/fields.ts';
import { fullName, OwnAccount, requiredPhone } from '../contract.ts';

/** A member's account, as admins see it. */
export const AdminAccount = v.object({
  ...v.omit(OwnAccount, ['match_alerts']).entries,
  is_suspended: v.boolean(),
  report_count: v.number(),
  announcement_count: v.number(),
});
export type AdminAccount = v.InferOutput<typeof AdminAccount>;

/** Amounts are in whole kronor. */
export const AccountAnnouncement = v.object({
  id: v.string(),
  announcement_type: v.picklist(['sale', 'wanted']),
  event_name: v.string(),
  event_date: v.string(),
  distance: v.string(),
  price: v.number(),
  order_number: v.string(),
  is_active: v.boolean(),
  is_completed: v.boolean(),
  created_at: v.string(),
});
export type AccountAnnouncement = v.InferOutput<typeof AccountAnnouncement>;

/** The reasons are repeated because this feature cannot import the reports feature. */
export const AccountReport = v.object({
  id: v.string(),
  reason: v.picklist(['fraud', 'fake_listing', 'harassment', 'spam', 'inappropriate', 'other']),
  description: v.string(),
  status: v.picklist(['new', 'handled']),
  reporter_name: v.string(),
  reporter_email: v.nullable(v.string()),
  related_announcement: v.nullable(
    v.object({ id: v.string(), order_number: v.string(), event_name: v.string() }),
  ),
  created_at: v.string(),
});
export type AccountReport = v.InferOutput<typeof AccountReport>;

export const AdminAccountDetail = v.object({
  ...AdminAccount.entries,
  announcements: v.array(AccountAnnouncement),
  reports: v.array(AccountReport),
});
export type AdminAccountDetail = v.InferOutput<typeof AdminAccountDetail>;

const id = uuid('account.not_found');
export const AccountId = fields({ id });

const is_suspended = v.boolean('request.invalid');

/** The e-mail address cannot be changed, so it must be the stored one (D28). */
const personalFields = {
  full_name: fullName('user.required'),
  phone_number: requiredPhone('user.required'),
  email: v.pipe(requiredText('user.required', 254), v.toLowerCase()),
};

/** The reasons are for the statement that a suspended member gets. */
export const AccountEdit = fields({
  id,
  is_suspended: v.optional(is_suspended),
  ...personalFields,
  ...reasonFields,
});
export type AccountEdit = v.InferOutput<typeof AccountEdit>;

const Suspension = fields({ id, is_suspended, ...reasonFields });

/** With any of the personal fields it is an edit, which requires all of them. */
function shapeOf(input: unknown): typeof AccountEdit | typeof Suspension {
  const has = (key: string) => Object.hasOwn(Object(input), key);
  return has('is_suspended') && !Object.keys(personalFields).some(has) ? Suspension : AccountEdit;
}

/** `shapes` is for the API description. */
export const AccountUpdate = Object.assign(v.lazy(shapeOf), { shapes: [AccountEdit, Suspension] });
export type AccountUpdate = v.InferOutput<typeof AccountUpdate>;
