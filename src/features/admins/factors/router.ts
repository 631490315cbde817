import { perIpAddress } from '#src/platform/limits/rate-limit.ts';
import { adminWith, router } from '#src/platform/procedure/trpc.ts';
import { Message } from '#src/shared/fields.ts';
import {
  AddPasskeyInput,
  AddPasskeyResult,
  Factors,
  PasskeyIdInput,
  PasskeyOptions,
  RecoveryCodes,
  RenamePasskeyInput,
  TotpConfirmInput,
  TotpStart,
} from './contract.ts';
import { registrationOptions } from './passkeys/service.ts';
import {
  addPasskey,
  changePasskeyName,
  confirmTotp,
  readFactors,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
} from './service.ts';

/** Admins who must add a factor may call these. */
const reader = adminWith({ allowsMissingFactor: true });
const writer = adminWith({ allowsMissingFactor: true, needsConfirmation: true });

const CODE_LIMIT = perIpAddress({ name: 'admin-factor', limit: 30, seconds: 60 });

export const adminFactors = router({
  get: reader
    .meta({
      rest: 'GET /admin/2fa',
      summary: 'Get your second factors',
      description: 'The factors of the caller. Secrets and codes are never returned again.',
    })
    .output(Factors)
    .query(({ ctx }) => readFactors(ctx)),

  startTotp: writer
    .meta({
      rest: 'POST /admin/2fa/totp',
      summary: 'Start adding an app for codes',
      description:
        'Returns a secret for an authenticator app (TOTP, RFC 6238), which is not in use until it is confirmed. A second call replaces it.',
      errors: ['admin.totp_exists'],
    })
    .output(TotpStart)
    .mutation(({ ctx }) => startTotp(ctx)),

  confirmTotp: writer
    .meta({
      rest: 'POST /admin/2fa/totp/confirm',
      summary: 'Confirm the app for codes',
      description:
        'From now on, logins of the caller need a code. The first factor ends all other sessions of the caller and returns ten ' +
        'recovery codes, each of which works once instead of a factor. With a second factor, earlier codes stay valid and the list is empty.',
      errors: ['admin.totp_exists', 'admin.totp_not_started', 'admin.wrong_code'],
      bodyOnly: true,
    })
    .use(CODE_LIMIT)
    .input(TotpConfirmInput)
    .output(RecoveryCodes)
    .mutation(({ ctx, input }) => confirmTotp(ctx, input.code)),

  removeTotp: writer
    .meta({
      rest: 'DELETE /admin/2fa/totp',
      summary: 'Remove the app for codes',
      description: 'If it was the last factor, the recovery codes are removed too.',
      errors: ['admin.totp_not_found'],
    })
    .output(Message)
    .mutation(({ ctx }) => removeTotp(ctx)),

  passkeyOptions: writer
    .meta({
      rest: 'POST /admin/2fa/passkeys/options',
      summary: 'Start adding a passkey',
      description:
        'Returns options for `navigator.credentials.create`. Their challenge is valid for 5 minutes.',
    })
    .output(PasskeyOptions)
    .mutation(({ ctx }) => registrationOptions(ctx, ctx.admin)),

  addPasskey: writer
    .meta({
      rest: 'POST /admin/2fa/passkeys',
      summary: 'Add a passkey',
      description:
        'Takes the response of `navigator.credentials.create` as JSON (`passkey`), and a name. At most 10. The effects are those of ' +
        '`POST /admin/2fa/totp/confirm`.',
      errors: ['admin.passkey_exists', 'admin.too_many_passkeys'],
      bodyOnly: true,
    })
    .use(CODE_LIMIT)
    .input(AddPasskeyInput)
    .output(AddPasskeyResult)
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),

  renamePasskey: writer
    .meta({
      rest: 'PUT /admin/2fa/passkeys/:id',
      summary: 'Rename a passkey',
      description: 'The passkey must be one of the caller.',
    })
    .input(RenamePasskeyInput)
    .output(Message)
    .mutation(({ ctx, input }) => changePasskeyName(ctx, input)),

  removePasskey: writer
    .meta({
      rest: 'DELETE /admin/2fa/passkeys/:id',
      summary: 'Remove a passkey',
      description: 'If it was the last factor, the recovery codes are removed too.',
    })
    .input(PasskeyIdInput)
    .output(Message)
    .mutation(({ ctx, input }) => removePasskey(ctx, input.id)),

  renewRecoveryCodes: writer
    .meta({
      rest: 'POST /admin/2fa/recovery-codes',
      summary: 'Make new recovery codes',
      description:
        'Returns ten codes, each of which works once instead of a factor. Earlier codes stop working.',
      errors: ['admin.no_factor'],
    })
    .output(RecoveryCodes)
    .mutation(({ ctx }) => renewRecoveryCodes(ctx)),
});
