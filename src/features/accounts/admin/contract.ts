import * as v from 'valibot';
import { fields, requiredText, uuid } from '../../../shared/fields';
import { fullName, OwnAccount } from '../contract';

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
  reporter_email: v.string(),
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

export const AccountId = fields({ id: uuid('account.not_found') });

/** The whole of a member's own words, each required (section 5). The e-mail is the stored one, or is refused (D28). */
export const AccountEdit = fields({
  id: uuid('account.not_found'),
  full_name: fullName('user.required'),
  phone_number: requiredText('user.required', 50),
  email: v.pipe(requiredText('user.required', 254), v.toLowerCase()),
});
export type AccountEdit = v.InferOutput<typeof AccountEdit>;

const Suspension = fields({ id: uuid('account.not_found'), is_suspended: v.boolean('request.invalid') });
export type Suspension = v.InferOutput<typeof Suspension>;

const isOfSuspension = ({ path }: v.BaseIssue<unknown>) => path?.[0]?.key === 'is_suspended';

/** One path takes either (section 7). What is wrong is told of the shape that was meant. */
export const AccountUpdate = v.union([Suspension, AccountEdit], ({ input, issues }) => {
  const isMeant = typeof input === 'object' && input !== null && 'is_suspended' in input;
  return (
    (issues?.find((issue) => isMeant === isOfSuspension(issue)) ?? issues?.[0])?.message ?? 'request.invalid'
  );
});
export type AccountUpdate = v.InferOutput<typeof AccountUpdate>;
