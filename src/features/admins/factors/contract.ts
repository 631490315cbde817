import * as v from 'valibot';
import { fields, requiredText, text } from '#src/shared/fields.ts';

/** The most passkeys of one admin. */
export const PASSKEYS_MAX = 10;

/** A code of an app, or a recovery code. Spaces and hyphens are ignored, as people copy them. */
const code = v.pipe(text('admin.code'), v.trim(), v.maxLength(100, 'admin.code'));

/** In base64url. An attestation has certificates, so it is longer than the others. */
const base64url = (max = 4000) =>
  v.pipe(
    text('admin.passkey_invalid'),
    v.regex(/^[\w-]+$/, 'admin.passkey_invalid'),
    v.maxLength(max, 'admin.passkey_invalid'),
  );

/** What browsers say about how a passkey is reached, such as `usb` and `internal`. */
const transports = v.optional(
  v.pipe(
    v.array(
      v.pipe(text('admin.passkey_invalid'), v.regex(/^[a-z-]{1,20}$/, 'admin.passkey_invalid')),
      'admin.passkey_invalid',
    ),
    v.maxLength(10, 'admin.passkey_invalid'),
  ),
  [],
);

/** The response of `navigator.credentials.get` as JSON. */
export const PasskeyAssertion = v.object(
  {
    id: base64url(1400),
    response: v.object(
      { clientDataJSON: base64url(), authenticatorData: base64url(), signature: base64url() },
      'admin.passkey_invalid',
    ),
  },
  'admin.passkey_invalid',
);
export type PasskeyAssertion = v.InferOutput<typeof PasskeyAssertion>;

/** The second factor of a login or a confirmation: one of the two. */
export const enteredFactor = { code: v.nullish(code), passkey: v.nullish(PasskeyAssertion) };
export type EnteredFactor = {
  code?: string | null | undefined;
  passkey?: PasskeyAssertion | null | undefined;
};

/** For `navigator.credentials`, which knows the other fields. */
export const PasskeyOptions = v.looseObject({ challenge: v.string() });
export type PasskeyOptions = v.InferOutput<typeof PasskeyOptions>;

export const Passkey = v.object({
  id: v.string(),
  name: v.string(),
  created_at: v.string(),
  last_used_at: v.nullable(v.string()),
});
export type Passkey = v.InferOutput<typeof Passkey>;

export const Factors = v.object({
  has_totp: v.boolean(),
  passkeys: v.array(Passkey),
  recovery_codes_left: v.number(),
  is_required: v.boolean(),
});
export type Factors = v.InferOutput<typeof Factors>;

export const TotpStart = v.object({ secret: v.string(), uri: v.string() });
export type TotpStart = v.InferOutput<typeof TotpStart>;

export const TotpConfirmInput = fields({ code: v.pipe(code, v.nonEmpty('admin.code')) });
export type TotpConfirmInput = v.InferOutput<typeof TotpConfirmInput>;

/** Empty if earlier codes are still valid. */
export const RecoveryCodes = v.object({ recovery_codes: v.array(v.string()) });
export type RecoveryCodes = v.InferOutput<typeof RecoveryCodes>;

const name = requiredText('admin.passkey_name', 60);

/** The response of `navigator.credentials.create` as JSON. */
export const PasskeyAttestation = v.object(
  {
    id: base64url(1400),
    response: v.object(
      { clientDataJSON: base64url(), attestationObject: base64url(20_000), transports },
      'admin.passkey_invalid',
    ),
  },
  'admin.passkey_invalid',
);
export type PasskeyAttestation = v.InferOutput<typeof PasskeyAttestation>;

export const AddPasskeyInput = fields({ name, passkey: PasskeyAttestation });
export type AddPasskeyInput = v.InferOutput<typeof AddPasskeyInput>;

export const AddPasskeyResult = v.object({ id: v.string(), ...RecoveryCodes.entries });
export type AddPasskeyResult = v.InferOutput<typeof AddPasskeyResult>;

/** A credential id is not a UUID. */
const passkeyId = v.pipe(
  text('admin.passkey_not_found'),
  v.regex(/^[\w-]{1,1400}$/, 'admin.passkey_not_found'),
);

export const PasskeyIdInput = fields({ id: passkeyId });
export const RenamePasskeyInput = fields({ id: passkeyId, name });
export type RenamePasskeyInput = v.InferOutput<typeof RenamePasskeyInput>;
