import * as v from 'valibot';
import type { ErrorCode } from '#src/shared/errors.ts';
import { accountEmail, fields, optionalText, requiredText, SHORT, text } from '#src/shared/fields.ts';
import { isAddressLike, nameError } from '#src/shared/names.ts';

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
  // Checked first, to limit the cost of the other rules. `length` counts UTF-16 units, at most two a character.
  password.length <= 2 * PASSWORD_MAX && PASSWORD_RULES.every(({ holds }) => holds(password));

/** Never trimmed. */
const newPassword = v.pipe(
  text('account.required'),
  v.nonEmpty('account.required'),
  v.check(isStrongPassword, 'password.weak'),
);

/** Phone numbers are shown to other members, so they must not contain a web or e-mail address. */
const hasNoAddress = (value: string) => !isAddressLike(value);
const phone = v.pipe(
  optionalText(PHONE_MAX),
  v.check((value) => value === null || hasNoAddress(value), 'account.phone'),
);
export const requiredPhone = (missingCode: ErrorCode) =>
  v.pipe(requiredText(missingCode, PHONE_MAX), v.check(hasNoAddress, 'account.phone'));

export const fullName = (missingCode: ErrorCode) =>
  v.pipe(
    text(missingCode),
    v.trim(),
    v.nonEmpty(missingCode),
    v.maxLength(SHORT, 'request.too_long'),
    v.rawCheck<string>(({ dataset, addIssue }) => {
      const nameCode = dataset.typed ? nameError(dataset.value) : undefined;
      if (nameCode) addIssue({ message: nameCode });
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

/** More characters cannot be anybody's password, so they are reported as a wrong password. */
const ENTERED_PASSWORD_MAX = 1000;

export const enteredPassword = (missingCode: ErrorCode, wrongCode: ErrorCode) =>
  v.pipe(text(missingCode), v.nonEmpty(missingCode), v.maxLength(ENTERED_PASSWORD_MAX, wrongCode));

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
  /** Whether they are mailed about ads that match their own. */
  match_alerts: v.boolean(),
});
export type OwnAccount = v.InferOutput<typeof OwnAccount>;

export const LoginResult = v.object({ access_token: v.string(), user: OwnAccount });
export type LoginResult = v.InferOutput<typeof LoginResult>;

/** What is left out stays as it is. */
export const ProfileInput = fields({
  full_name: v.optional(fullName('account.name')),
  phone_number: v.optional(phone),
  match_alerts: v.optional(v.boolean('request.invalid')),
});
export type ProfileInput = v.InferOutput<typeof ProfileInput>;

export const linkToken = (code: ErrorCode) => v.pipe(v.string(code), v.maxLength(200, code));

export const VerifyInput = fields({ token: linkToken('verification.invalid') });
export type VerifyInput = v.InferOutput<typeof VerifyInput>;

export const EmailInput = fields({ email: accountEmail('forgot.email') });
export type EmailInput = v.InferOutput<typeof EmailInput>;

/**
 * Has no strength check here: the service first looks up the token, then checks the strength, and uses up the link only
 * if both are good (D8).
 */
export const ResetInput = fields({
  token: linkToken('reset.invalid'),
  new_password: v.pipe(text('reset.required'), v.nonEmpty('reset.required')),
});
export type ResetInput = v.InferOutput<typeof ResetInput>;

/**
 * What others see about a member. `member_since` is a month such as `2026-03`. `replies` is `same_day` if at least
 * three members wrote about their ads, and more than half of them got an answer on the same day in Stockholm.
 */
export const MemberFacts = v.object({
  member_since: v.string(),
  completed_deals: v.number(),
  replies: v.nullable(v.picklist(['same_day'])),
});
export type MemberFacts = v.InferOutput<typeof MemberFacts>;
