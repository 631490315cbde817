import * as v from 'valibot';
import { HOUR, perIpAddress, perMember } from '#src/platform/limits/rate-limit.ts';
import {
  admin,
  confirmedAdmin,
  member,
  memberUnqueued,
  router,
  visitor,
} from '#src/platform/procedure/trpc.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { Message } from '#src/shared/fields.ts';
import { AccountId, AccountUpdate, AdminAccount, AdminAccountDetail } from './admin/contract.ts';
import { changeMember, deleteAccount, readMember } from './admin/service.ts';
import { findAdminAccounts } from './admin/store.ts';
import {
  EmailInput,
  LoginInput,
  LoginResult,
  OwnAccount,
  ProfileInput,
  RegisterInput,
  ResetInput,
  VerifyInput,
} from './contract.ts';
import { forgotPassword, resendVerification, resetPassword, verifyEmail } from './links/service.ts';
import { readAccount, register, updateProfile } from './service.ts';
import { login, logout } from './sessions/service.ts';

const NAME_ERRORS: ErrorCode[] = [
  'account.name_address',
  'account.name_phone',
  'account.name_characters',
  'account.name_scripts',
  'account.name_reserved',
];

export const marketplaceAccounts = router({
  register: visitor
    .meta({
      rest: 'POST /marketplace/register',
      summary: 'Register',
      description:
        'Creates an account and mails a link to verify it. The response is the same if the address already has an account. ' +
        'Limited to 10 calls an hour per IP address.',
      errors: [...NAME_ERRORS, 'password.common'],
    })
    .use(perIpAddress({ name: 'register', limit: 10, seconds: HOUR }))
    .input(RegisterInput)
    .output(Message)
    .mutation(({ ctx, input }) => register(ctx, input)),

  verify: visitor
    .meta({
      rest: 'POST /marketplace/verify/:token',
      summary: 'Verify an account',
      description:
        'Takes the token of the mailed link, which is valid for 24 hours. Repeated calls succeed too. ' +
        'Limited to 30 calls a minute per IP address.',
      errors: ['verification.invalid'],
    })
    .use(perIpAddress({ name: 'verify', limit: 30, seconds: 60 }))
    .input(VerifyInput)
    .output(Message)
    .mutation(({ ctx, input }) => verifyEmail(ctx, input)),

  resendVerification: visitor
    .meta({
      rest: 'POST /marketplace/resend-verification',
      summary: 'Resend the verification link',
      description: 'The response is the same for every address. Limited to 10 calls an hour per IP address.',
    })
    .use(perIpAddress({ name: 'resend', limit: 10, seconds: HOUR }))
    .input(EmailInput)
    .output(Message)
    .mutation(({ ctx, input }) => resendVerification(ctx, input)),

  login: visitor
    .meta({
      rest: 'POST /marketplace/login',
      summary: 'Log in as a member',
      description:
        'Returns a token that is valid for 30 days. Send it as `Authorization: Bearer <access_token>`.',
      errors: ['login.unverified', 'login.suspended', 'login.failed'],
      secretField: 'password',
    })
    .use(perIpAddress({ name: 'login', limit: 30, seconds: 60 }))
    .input(LoginInput)
    .output(LoginResult)
    .mutation(({ ctx, input }) => login(ctx, input)),

  // Does not wait for other calls of the member: a stolen token could hold them up, and logging out ends it.
  logout: memberUnqueued
    .meta({
      rest: 'POST /marketplace/logout',
      summary: 'Log out',
      description: 'Ends the session of the token. Other sessions of the member are not affected.',
    })
    .output(Message)
    .mutation(({ ctx }) => logout(ctx)),

  me: member
    .meta({
      rest: 'GET /marketplace/me',
      summary: 'Get the logged-in member',
      description: 'Returns the account that the token belongs to.',
    })
    .output(OwnAccount)
    .query(({ ctx }) => readAccount(ctx)),

  profile: member
    .meta({
      rest: 'GET /marketplace/profile',
      summary: 'Get your profile',
      description: 'Returns the same as `GET /marketplace/me`.',
    })
    .output(OwnAccount)
    .query(({ ctx }) => readAccount(ctx)),

  updateProfile: member
    .meta({
      rest: 'PUT /marketplace/profile',
      summary: 'Change your profile',
      description:
        'What is left out stays as it is. An empty phone number or `null` removes it. Limited to 100 calls an hour.',
      errors: NAME_ERRORS,
    })
    // Each change rebuilds the public list of ads, which shows the name.
    .use(perMember({ name: 'profile', limit: 100, seconds: HOUR }))
    .input(ProfileInput)
    .output(OwnAccount)
    .mutation(({ ctx, input }) => updateProfile(ctx, input)),

  forgotPassword: visitor
    .meta({
      rest: 'POST /marketplace/forgot-password',
      summary: 'Request a password reset',
      description:
        'Mails a link that is valid for one hour. The response is the same for every address. ' +
        'Limited to 10 calls an hour per IP address.',
    })
    .use(perIpAddress({ name: 'forgot', limit: 10, seconds: HOUR }))
    .input(EmailInput)
    .output(Message)
    .mutation(({ ctx, input }) => forgotPassword(ctx, input)),

  resetPassword: visitor
    .meta({
      rest: 'POST /marketplace/reset-password/:token',
      summary: 'Reset the password',
      description:
        'Takes the token of the mailed link, which works once. Ends all sessions of the member. ' +
        'Limited to 30 calls a minute per IP address.',
      errors: ['reset.invalid', 'password.weak', 'password.common'],
    })
    .use(perIpAddress({ name: 'reset', limit: 30, seconds: 60 }))
    .input(ResetInput)
    .output(Message)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
});

export const adminAccounts = router({
  list: admin
    .meta({
      rest: 'GET /admin/marketplace/users',
      summary: 'List all members',
      description: 'Newest first.',
    })
    .output(v.array(AdminAccount))
    .query(({ ctx }) => findAdminAccounts(ctx.database.db)),

  get: admin
    .meta({
      rest: 'GET /admin/marketplace/users/:id',
      summary: 'Get a member',
      description: 'Includes the ads of the member and the reports about them.',
    })
    .input(AccountId)
    .output(AdminAccountDetail)
    .query(({ ctx, input }) => readMember(ctx, input.id)),

  update: admin
    .meta({
      rest: 'PUT /admin/marketplace/users/:id',
      summary: 'Change or suspend a member',
      description:
        'Takes `email`, `full_name` and `phone_number`, or only `is_suspended`, or all four. ' +
        'The `email` must be the stored one. Suspending ends all sessions of the member, hides their ads, ' +
        'and mails them a statement of reasons, with `ground` and `facts`.',
      errors: [...NAME_ERRORS, 'account.not_found', 'account.email_locked'],
    })
    .input(AccountUpdate)
    .output(AdminAccount)
    .mutation(({ ctx, input }) => changeMember(ctx, input)),

  delete: confirmedAdmin
    .meta({
      rest: 'DELETE /admin/marketplace/users/:id',
      summary: 'Delete a member',
      description:
        'Deletes the account with its ads, messages and the reports about it. This cannot be undone.',
    })
    .input(AccountId)
    .output(Message)
    .mutation(({ ctx, input }) => deleteAccount(ctx, input.id)),
});
