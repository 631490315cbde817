import * as v from 'valibot';
import { fields, text } from '../../shared/fields';
import { enteredPassword, isStrongPassword } from '../accounts/contract';

const credential = v.pipe(
  text('admin.required'),
  v.nonEmpty('admin.required'),
  v.maxLength(1000, 'admin.login_failed'),
);

export const AdminLoginInput = fields({
  username: v.pipe(credential, v.trim(), v.nonEmpty('admin.required')),
  password: credential,
});
export type AdminLoginInput = v.InferOutput<typeof AdminLoginInput>;

export const AdminLoginResult = v.object({ access_token: v.string() });
export type AdminLoginResult = v.InferOutput<typeof AdminLoginResult>;

export const AdminIdentity = v.object({
  id: v.string(),
  username: v.string(),
  must_change_password: v.boolean(),
  is_confirmed: v.boolean(),
});
export type AdminIdentity = v.InferOutput<typeof AdminIdentity>;

export const ConfirmInput = fields({
  password: enteredPassword('admin.password', 'admin.wrong_password'),
});
export type ConfirmInput = v.InferOutput<typeof ConfirmInput>;

export const ChangePasswordInput = fields({
  current_password: enteredPassword('reset.required', 'admin.wrong_password'),
  new_password: v.pipe(
    text('reset.required'),
    v.nonEmpty('reset.required'),
    v.check(isStrongPassword, 'password.weak'),
  ),
});
export type ChangePasswordInput = v.InferOutput<typeof ChangePasswordInput>;

/** `access_token` replaces the token of the call, which is no longer valid. */
export const ChangePasswordResult = v.object({ message: v.string(), access_token: v.string() });
export type ChangePasswordResult = v.InferOutput<typeof ChangePasswordResult>;

export const Overview = v.object({
  events: v.number(),
  pending_submissions: v.number(),
  announcements: v.number(),
  users: v.number(),
  open_reports: v.number(),
  open_cases: v.number(),
  banners: v.number(),
  unread_messages: v.number(),
});
export type Overview = v.InferOutput<typeof Overview>;
