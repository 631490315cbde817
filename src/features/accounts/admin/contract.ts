import * as v from 'valibot';
import { fields, requiredText, uuid } from '../../../shared/fields';
import { fullName, OwnAccount, requiredPhone } from '../contract';

/** A member as admins see them (section 3); how many reports are about them, and how many ads are theirs. */
export const AdminAccount = v.object({
  ...OwnAccount.entries,
  is_suspended: v.boolean(),
  report_count: v.number(),
  announcement_count: v.number(),
});
export type AdminAccount = v.InferOutput<typeof AdminAccount>;

/** An ad of a member, as far as a list of theirs needs it. Money in whole kronor; name and date as in D12. */
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

/** A report about a member. Its reasons are those of the reports feature, which comes after this one. */
export const AccountReport = v.object({
  id: v.string(),
  reason: v.picklist(['fraud', 'fake_listing', 'harassment', 'spam', 'inappropriate', 'other']),
  description: v.string(),
  status: v.picklist(['new', 'handled']),
  reporter_name: v.string(),
  /** Null, and the name nobody's, when they have deleted their account (D36). */
  reporter_email: v.nullable(v.string()),
  related_announcement: v.nullable(
    v.object({ id: v.string(), order_number: v.string(), event_name: v.string() }),
  ),
  created_at: v.string(),
});
export type AccountReport = v.InferOutput<typeof AccountReport>;

/** A member with their ads and what was reported of them, newest first. */
export const AdminAccountDetail = v.object({
  ...AdminAccount.entries,
  announcements: v.array(AccountAnnouncement),
  reports: v.array(AccountReport),
});
export type AdminAccountDetail = v.InferOutput<typeof AdminAccountDetail>;

const id = uuid('account.not_found');
export const AccountId = fields({ id });

const is_suspended = v.boolean('request.invalid');

/** The whole of a member's own words, each required (section 5). The e-mail is the stored one, or is refused (D28). */
const words = {
  full_name: fullName('user.required'),
  phone_number: requiredPhone('user.required'),
  email: v.pipe(requiredText('user.required', 254), v.toLowerCase()),
};

/** Their words, and their state too when it is said. */
export const AccountEdit = fields({ id, is_suspended: v.optional(is_suspended), ...words });
export type AccountEdit = v.InferOutput<typeof AccountEdit>;

const Suspension = fields({ id, is_suspended });

/** A suspension says nothing of their words: with one of them there it is an edit, which takes them all. */
function shapeOf(input: unknown): typeof AccountEdit | typeof Suspension {
  const has = (key: string) => Object.hasOwn(Object(input), key);
  return has('is_suspended') && !Object.keys(words).some(has) ? Suspension : AccountEdit;
}

/** One path takes either (section 7). */
export const AccountUpdate = v.lazy(shapeOf);
export type AccountUpdate = v.InferOutput<typeof AccountUpdate>;
