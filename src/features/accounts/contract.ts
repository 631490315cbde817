import * as v from 'valibot';
import type { ErrorCode } from '../../shared/errors';
import { accountEmail, fields, optionalText, requiredText, SHORT, text } from '../../shared/fields';
import { isAddressLike, nameFault } from '../../shared/names';

/** D9: longer ones are refused before they are hashed. */
const PASSWORD_MAX = 128;

/** The rules of a password (section 9, D9), in the order of the live checklist. */
export const PASSWORD_RULES = [
  { label: 'Minst 8 tecken', holds: (password: string) => [...password].length >= 8 },
  { label: 'En liten bokstav', holds: (password: string) => /\p{Ll}/u.test(password) },
  { label: 'En stor bokstav', holds: (password: string) => /\p{Lu}/u.test(password) },
  { label: 'En siffra', holds: (password: string) => /\d/.test(password) },
  // Section 9 lists only the rules above.
  {
    label: `Högst ${PASSWORD_MAX} tecken`,
    holds: (password: string) => [...password].length <= PASSWORD_MAX,
    isHiddenWhenMet: true,
  },
] as const;

/** Whether a password may be chosen (section 9, D9). */
export const isStrongPassword = (password: string) =>
  // Bounds the cost of the rules.
  password.length <= 2 * PASSWORD_MAX && PASSWORD_RULES.every(({ holds }) => holds(password));

/** A new password; never trimmed. */
const newPassword = v.pipe(
  text('account.required'),
  v.nonEmpty('account.required'),
  v.check(isStrongPassword, 'password.weak'),
);

/** The number is shown to the other party of a conversation, so it must not contain an address. */
const isPhone = (value: string) => !isAddressLike(value);
const phone = v.pipe(
  optionalText(50),
  v.check((value) => value === null || isPhone(value), 'account.phone'),
);
/** A phone number that must be there; `code` when it is not. */
export const requiredPhone = (code: ErrorCode) =>
  v.pipe(requiredText(code, 50), v.check(isPhone, 'account.phone'));

/** The name of a member, which other members and our mails show. `code` is the error for a missing one. */
export const fullName = (code: ErrorCode) =>
  v.pipe(
    text(code),
    v.trim(),
    v.nonEmpty(code),
    v.maxLength(SHORT, 'request.too_long'),
    v.rawCheck<string>(({ dataset, addIssue }) => {
      const fault = dataset.typed ? nameFault(dataset.value) : undefined;
      if (fault) addIssue({ message: fault });
    }),
  );

/** Registration (section 5). `website` is the hidden field of D23. */
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

/** A password to be compared with the stored one. `wrong` also for one that is longer than any stored password. */
export const enteredPassword = (missing: ErrorCode, wrong: ErrorCode) =>
  v.pipe(text(missing), v.nonEmpty(missing), v.maxLength(1000, wrong));

/** `email` is an address or a user name (section 2, D7). */
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

/** A member as they see themselves (section 3). */
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

/** `access_token` is sent as bearer from then on (section 7). */
export const LoginAnswer = v.object({ access_token: v.string(), user: OwnAccount });
export type LoginAnswer = v.InferOutput<typeof LoginAnswer>;

/** A profile after an edit: name and phone only (section 5). */
export const ProfileInput = fields({ full_name: fullName('account.name'), phone_number: phone });
export type ProfileInput = v.InferOutput<typeof ProfileInput>;

/** The token of a mailed link; longer than any that was mailed is no link. */
export const linkToken = (code: ErrorCode) => v.pipe(v.string(code), v.maxLength(200, code));

export const VerifyInput = fields({ token: linkToken('verification.invalid') });
export type VerifyInput = v.InferOutput<typeof VerifyInput>;

/** Where a link is to be mailed. */
export const EmailInput = fields({ email: accountEmail('forgot.email') });
export type EmailInput = v.InferOutput<typeof EmailInput>;

/** Whether the password is strong is looked at after the link, by the service (D8). */
export const ResetInput = fields({
  token: linkToken('reset.invalid'),
  new_password: v.pipe(text('reset.required'), v.nonEmpty('reset.required')),
});
export type ResetInput = v.InferOutput<typeof ResetInput>;
