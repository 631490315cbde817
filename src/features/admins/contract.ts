import * as v from 'valibot';
import { enteredPassword, isStrongPassword } from '#src/features/accounts/contract.ts';
import { AdminName } from '#src/shared/admin-account.ts';
import { booleanField, fields, optionalEmail, text, uuid } from '#src/shared/fields.ts';
import { enteredFactor } from './factors/contract.ts';

export { PasskeyOptions } from './factors/contract.ts';

const credential = v.pipe(
  text('admin.required'),
  v.nonEmpty('admin.required'),
  v.maxLength(1000, 'admin.login_failed'),
);

export const AdminLoginInput = fields({
  username: v.pipe(credential, v.trim(), v.nonEmpty('admin.required')),
  password: credential,
  ...enteredFactor,
});
export type AdminLoginInput = v.InferOutput<typeof AdminLoginInput>;

/** For the options of a login with a passkey. */
export const PasskeyLoginInput = v.omit(AdminLoginInput, ['code', 'passkey']);
export type PasskeyLoginInput = v.InferOutput<typeof PasskeyLoginInput>;

export const AdminLoginResult = v.object({ access_token: v.string() });
export type AdminLoginResult = v.InferOutput<typeof AdminLoginResult>;

export const AdminIdentity = v.object({
  id: v.string(),
  username: v.string(),
  must_change_password: v.boolean(),
  must_add_factor: v.boolean(),
  has_totp: v.boolean(),
  has_passkey: v.boolean(),
  is_confirmed: v.boolean(),
});
export type AdminIdentity = v.InferOutput<typeof AdminIdentity>;

export const ConfirmInput = fields({
  password: enteredPassword('admin.password', 'admin.wrong_password'),
  ...enteredFactor,
});
export type ConfirmInput = v.InferOutput<typeof ConfirmInput>;

const newPassword = v.pipe(
  text('reset.required'),
  v.nonEmpty('reset.required'),
  v.check(isStrongPassword, 'password.weak'),
);

export const ChangePasswordInput = fields({
  current_password: enteredPassword('reset.required', 'admin.wrong_password'),
  new_password: newPassword,
  ...enteredFactor,
});
export type ChangePasswordInput = v.InferOutput<typeof ChangePasswordInput>;

/** `access_token` replaces the token of the call, which is no longer valid. */
export const ChangePasswordResult = v.object({ message: v.string(), access_token: v.string() });
export type ChangePasswordResult = v.InferOutput<typeof ChangePasswordResult>;

export const AdminListItem = v.object({
  id: v.string(),
  username: v.string(),
  created_at: v.string(),
  last_login: v.nullable(v.string()),
  must_change_password: v.boolean(),
  has_totp: v.boolean(),
  passkey_count: v.number(),
  email: v.nullable(v.string()),
  wants_digest: v.boolean(),
  is_self: v.boolean(),
});
export type AdminListItem = v.InferOutput<typeof AdminListItem>;

/** The new admin must replace the password at the first login. */
export const AddAdminInput = fields({
  username: v.pipe(
    text('admin.name'),
    v.trim(),
    v.check((name) => v.is(AdminName, name), 'admin.name'),
    v.toLowerCase(),
  ),
  password: newPassword,
});
export type AddAdminInput = v.InferOutput<typeof AddAdminInput>;

export const AddedAdmin = v.object({ id: v.string(), username: v.string() });
export type AddedAdmin = v.InferOutput<typeof AddedAdmin>;

export const AdminIdInput = fields({ id: uuid('admin.not_found') });

/** An address is needed for the digest. */
export const DigestInput = v.pipe(
  fields({ email: optionalEmail, wants_digest: booleanField }),
  v.check(({ email, wants_digest }) => !wants_digest || email !== null, 'admin.digest_email'),
);
export type DigestInput = v.InferOutput<typeof DigestInput>;

export const SessionFilter = fields({ all: v.optional(booleanField, false) });
export type SessionFilter = v.InferOutput<typeof SessionFilter>;

export const AdminSessionItem = v.object({
  id: v.string(),
  username: v.string(),
  device: v.nullable(v.string()),
  created_at: v.string(),
  last_used_at: v.string(),
  has_second_factor: v.boolean(),
  is_current: v.boolean(),
});
export type AdminSessionItem = v.InferOutput<typeof AdminSessionItem>;

export const SessionIdInput = fields({ id: uuid('admin.session_not_found') });

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
