import * as v from 'valibot';
import { fields, text } from '../../shared/fields';
import { enteredPassword, isStrongPassword } from '../accounts/contract';

const typed = v.pipe(
  text('admin.required'),
  v.nonEmpty('admin.required'),
  v.maxLength(1000, 'admin.login_failed'),
);

/** Section 5: both fields are required. */
export const AdminLoginInput = fields({
  username: v.pipe(typed, v.trim(), v.nonEmpty('admin.required')),
  password: typed,
});
export type AdminLoginInput = v.InferOutput<typeof AdminLoginInput>;

/** `access_token` is sent as bearer from then on (section 7). */
export const AdminLoginAnswer = v.object({ access_token: v.string() });
export type AdminLoginAnswer = v.InferOutput<typeof AdminLoginAnswer>;

/** Who the token belongs to. */
export const AdminIdentity = v.object({
  id: v.string(),
  username: v.string(),
  /** The admin must choose a password of their own before anything else (D2). */
  must_change_password: v.boolean(),
  /** The password was entered in this session in the last 10 minutes (D8). */
  is_confirmed: v.boolean(),
});
export type AdminIdentity = v.InferOutput<typeof AdminIdentity>;

/** The password of the calling admin, entered again (D8). */
export const ConfirmInput = fields({
  password: enteredPassword('admin.password', 'admin.wrong_password'),
});
export type ConfirmInput = v.InferOutput<typeof ConfirmInput>;

/** Another password for the calling admin, under the rules that members' passwords have (section 9). */
export const ChangePasswordInput = fields({
  current_password: enteredPassword('reset.required', 'admin.wrong_password'),
  new_password: v.pipe(
    text('reset.required'),
    v.nonEmpty('reset.required'),
    v.check(isStrongPassword, 'password.weak'),
  ),
});
export type ChangePasswordInput = v.InferOutput<typeof ChangePasswordInput>;

/** `access_token` replaces the one that was sent, which has ended. */
export const ChangePasswordAnswer = v.object({ message: v.string(), access_token: v.string() });
export type ChangePasswordAnswer = v.InferOutput<typeof ChangePasswordAnswer>;

/** How much there is of each kind, and how much waits for somebody, for the counters on the tabs. */
export const Overview = v.object({
  events: v.number(),
  pending_submissions: v.number(),
  announcements: v.number(),
  users: v.number(),
  open_reports: v.number(),
  banners: v.number(),
  unread_messages: v.number(),
});
export type Overview = v.InferOutput<typeof Overview>;
