import * as v from 'valibot';
import type { ErrorCode } from '../../shared/errors';
import { accountEmail, fields, optionalText, requiredText, SHORT, text } from '../../shared/fields';
import { isAddressLike, nameError } from '../../shared/names';

/** Longer passwords are rejected before they are hashed, because hashing is expensive. */
const PASSWORD_MAX = 128;

export const PHONE_MAX = 50;

/** In the order of the checklist in the form. */
export const PASSWORD_RULES = [
  { label: 'Minst 8 tecken', holds: (password: string) => [...password].length >= 8 },
  { label: 'En liten bokstav', holds: (password: string) => /\p{Ll}/u.test(password) },
  { label: 'En stor bokstav', holds: (password: string) => /\p{Lu}/u.test(password) },
  { label: 'En siffra', holds: (password: string) => /\d/.test(password) },
  {
    label: `Högst ${PASSWORD_MAX} tecken`,
    holds: (password: string) => [...password].length <= PASSWORD_MAX,
    isHiddenWhenMet: true,
  },
] as const;

export const isStrongPassword = (password: string) =>
  // Checked first, to limit the cost of the other rules.
  password.length <= 2 * PASSWORD_MAX && PASSWORD_RULES.every(({ holds }) => holds(password));

/** Never trimmed. */
const newPassword = v.pipe(
  text('account.required'),
  v.nonEmpty('account.required'),
  v.check(isStrongPassword, 'password.weak'),
);

/** Phone numbers are shown to other members, so they must not contain a web or e-mail address. */
const isPhone = (value: string) => !isAddressLike(value);
const phone = v.pipe(
  optionalText(PHONE_MAX),
  v.check((value) => value === null || isPhone(value), 'account.phone'),
);
export const requiredPhone = (code: ErrorCode) =>
  v.pipe(requiredText(code, PHONE_MAX), v.check(isPhone, 'account.phone'));

export const fullName = (code: ErrorCode) =>
  v.pipe(
    text(code),
    v.trim(),
    v.nonEmpty(code),
    v.maxLength(SHORT, 'request.too_long'),
    v.rawCheck<string>(({ dataset, addIssue }) => {
      const code = dataset.typed ? nameError(dataset.value) : undefined;
      if (code) addIssue({ message: code });
    }),
  );

/** `website` is a hidden field that people leave empty and bots fill in (D23). */
export const RegisterInput = v.pipe(
  fields({
    email: accountEmail('account.required'),
    full_name: fullName('account.required'),
    phone_number: requiredPhone('account.required'),
    password: newPassword,
    confirm_password: v.pipe(text('account.required'), v.nonEmpty('account.required')),
    website: optionalText(),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirm_password']],
      ({ password, confirm_password }) => password === confirm_password,
      'password.mismatch',
    ),
    ['confirm_password'],
  ),
);
export type RegisterInput = v.InferOutput<typeof RegisterInput>;

/** A password that is too long to be stored is reported as `wrongCode`. */
export const enteredPassword = (missingCode: ErrorCode, wrongCode: ErrorCode) =>
  v.pipe(text(missingCode), v.nonEmpty(missingCode), v.maxLength(1000, wrongCode));

/** `email` is an e-mail address or a user name (D7). */
export const LoginInput = fields({
  email: v.pipe(
    text('account.required'),
    v.trim(),
    v.nonEmpty('account.required'),
    v.maxLength(254, 'login.failed'),
  ),
  password: enteredPassword('account.required', 'login.failed'),
});
export type LoginInput = v.InferOutput<typeof LoginInput>;

export const OwnAccount = v.object({
  id: v.string(),
  email: v.string(),
  username: v.string(),
  full_name: v.string(),
  phone_number: v.nullable(v.string()),
  is_verified: v.boolean(),
  created_at: v.string(),
  last_login: v.nullable(v.string()),
});
export type OwnAccount = v.InferOutput<typeof OwnAccount>;

export const LoginResult = v.object({ access_token: v.string(), user: OwnAccount });
export type LoginResult = v.InferOutput<typeof LoginResult>;

export const ProfileInput = fields({ full_name: fullName('account.name'), phone_number: phone });
export type ProfileInput = v.InferOutput<typeof ProfileInput>;

export const linkToken = (code: ErrorCode) => v.pipe(v.string(code), v.maxLength(200, code));

export const VerifyInput = fields({ token: linkToken('verification.invalid') });
export type VerifyInput = v.InferOutput<typeof VerifyInput>;

export const EmailInput = fields({ email: accountEmail('forgot.email') });
export type EmailInput = v.InferOutput<typeof EmailInput>;

/** The service checks the strength of the password after the token, so that a weak one does not use up the link (D8). */
export const ResetInput = fields({
  token: linkToken('reset.invalid'),
  new_password: v.pipe(text('reset.required'), v.nonEmpty('reset.required')),
});
export type ResetInput = v.InferOutput<typeof ResetInput>;
