import * as v from 'valibot';
import { perIpAddress } from '#src/platform/limits/rate-limit.ts';
import { isConfirmed, mustAddFactor } from '#src/platform/procedure/admin-access.ts';
import { admin, adminWith, confirmedAdmin, router, visitor } from '#src/platform/procedure/trpc.ts';
import { Message } from '#src/shared/fields.ts';
import { addAdmin, listAdmins, removeAdmin, saveDigest } from './accounts/service.ts';
import {
  AddAdminInput,
  AddedAdmin,
  AdminIdentity,
  AdminIdInput,
  AdminListItem,
  AdminLoginInput,
  AdminLoginResult,
  ChangePasswordInput,
  ChangePasswordResult,
  ConfirmInput,
  DigestInput,
  Overview,
  PasskeyLoginInput,
  PasskeyOptions,
} from './contract.ts';
import { confirmPassword, logInAdmin, passkeyConfirmOptions, passkeyLoginOptions } from './login/service.ts';
import { changePassword, readOverview } from './service.ts';
import { logOutAdmin } from './sessions/service.ts';

const ADDRESS_LIMIT = { name: 'admin-login', limit: 30, seconds: 60 };

const anyAdmin = adminWith({ allowsGeneratedPassword: true, allowsMissingFactor: true });

export const adminAdmins = router({
  login: visitor
    .meta({
      rest: 'POST /admin/login',
      summary: 'Log in as an admin',
      description:
        'Returns a token that is valid for 12 hours. Send it as `Authorization: Bearer <access_token>`. ' +
        'An admin with a second factor sends it too, after the right password failed with `admin.code_required` or `admin.passkey_required`: ' +
        '`code` is a code of the app or a recovery code, `passkey` the response to the options of `POST /admin/login/passkey`.',
      errors: ['admin.code_required', 'admin.passkey_required', 'admin.code_failed'],
      secretField: 'password',
    })
    .use(perIpAddress(ADDRESS_LIMIT))
    .input(AdminLoginInput)
    .output(AdminLoginResult)
    .mutation(({ ctx, input }) => logInAdmin(ctx, input)),

  passkeyLogin: visitor
    .meta({
      rest: 'POST /admin/login/passkey',
      summary: 'Start a login with a passkey',
      description:
        'Returns options for `navigator.credentials.get`, whose challenge is valid for 5 minutes. Counts as a login.',
      errors: ['admin.passkey_not_found'],
      secretField: 'password',
    })
    .use(perIpAddress(ADDRESS_LIMIT))
    .input(PasskeyLoginInput)
    .output(PasskeyOptions)
    .mutation(({ ctx, input }) => passkeyLoginOptions(ctx, input)),

  verify: anyAdmin
    .meta({
      rest: 'GET /admin/verify',
      summary: 'Get the logged-in admin',
      description: 'Returns the admin that the token belongs to.',
    })
    .output(AdminIdentity)
    .query(({ ctx }) => ({
      ...ctx.admin,
      must_add_factor: mustAddFactor(ctx.admin, ctx),
      is_confirmed: isConfirmed(ctx.admin, ctx.now()),
    })),

  logout: anyAdmin
    .meta({
      rest: 'POST /admin/logout',
      summary: 'Log out',
      description: 'Ends the session of the token. Other sessions of the admin are not affected.',
    })
    .output(Message)
    .mutation(({ ctx }) => logOutAdmin(ctx)),

  confirm: anyAdmin
    .meta({
      rest: 'POST /admin/confirm',
      summary: 'Confirm the password',
      description:
        'For the next 10 minutes, this session may call the operations that otherwise fail with `admin.confirm_password`. ' +
        'Admins with a second factor send it too, as for the login.',
      errors: ['admin.wrong_password', 'admin.confirm_code', 'admin.wrong_code'],
      bodyOnly: true,
    })
    .use(perIpAddress(ADDRESS_LIMIT))
    .input(ConfirmInput)
    .output(Message)
    .mutation(({ ctx, input }) => confirmPassword(ctx, input)),

  passkeyConfirm: anyAdmin
    .meta({
      rest: 'POST /admin/confirm/passkey',
      summary: 'Start a confirmation with a passkey',
      description: 'Returns options for `navigator.credentials.get`, whose challenge is valid for 5 minutes.',
      errors: ['admin.passkey_not_found'],
    })
    .use(perIpAddress(ADDRESS_LIMIT))
    .output(PasskeyOptions)
    .mutation(({ ctx }) => passkeyConfirmOptions(ctx)),

  changePassword: anyAdmin
    .meta({
      rest: 'PUT /admin/password',
      summary: 'Change the password',
      description:
        'Ends all sessions of the admin and returns a token for a new one. Admins with a second factor send it too, as for ' +
        '`POST /admin/confirm`.',
      errors: [
        'admin.wrong_password',
        'admin.confirm_code',
        'admin.wrong_code',
        'password.common',
        'password.same',
      ],
      bodyOnly: true,
    })
    .input(ChangePasswordInput)
    .output(ChangePasswordResult)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),

  list: admin
    .meta({
      rest: 'GET /admin/admins',
      summary: 'List the admins',
      description: 'All admins in alphabetical order, with their last login and second factors.',
    })
    .output(v.array(AdminListItem))
    .query(({ ctx }) => listAdmins(ctx)),

  create: confirmedAdmin
    .meta({
      rest: 'POST /admin/admins',
      summary: 'Add an admin',
      description: 'The new admin must replace the password at the first login.',
      errors: ['admin.exists', 'password.common'],
      bodyOnly: true,
    })
    .input(AddAdminInput)
    .output(AddedAdmin)
    .mutation(({ ctx, input }) => addAdmin(ctx, input)),

  delete: confirmedAdmin
    .meta({
      rest: 'DELETE /admin/admins/:id',
      summary: 'Remove an admin',
      description: 'Ends their sessions. Admins may remove themselves, but never the last one.',
      errors: ['admin.last'],
    })
    .input(AdminIdInput)
    .output(Message)
    .mutation(({ ctx, input }) => removeAdmin(ctx, input.id)),

  updateMe: admin
    .meta({
      rest: 'PUT /admin/me',
      summary: 'Choose the weekly digest',
      description:
        'Sets the address of the caller for the weekly digest of pending tasks, and whether it is mailed.',
    })
    .input(DigestInput)
    .output(Message)
    .mutation(({ ctx, input }) => saveDigest(ctx, input)),

  overview: admin.output(Overview).query(({ ctx }) => readOverview(ctx)),
});
