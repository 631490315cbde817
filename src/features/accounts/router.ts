import * as v from 'valibot';
import { HOUR, perAddress, perMember } from '../../platform/rate-limit';
import { admin, confirmedAdmin, member, memberAtOnce, router, visitor } from '../../platform/trpc';
import { Message } from '../../shared/fields';
import { AccountId, AccountUpdate, AdminAccount, AdminAccountDetail } from './admin/contract';
import { changeMember, deleteAccount, readMember } from './admin/service';
import { findAdminAccounts } from './admin/store';
import {
  EmailInput,
  LoginAnswer,
  LoginInput,
  OwnAccount,
  ProfileInput,
  RegisterInput,
  ResetInput,
  VerifyInput,
} from './contract';
import { forgotPassword, resendVerification, resetPassword, verify } from './links/service';
import { readAccount, register, updateProfile } from './service';
import { login, logout } from './sessions/service';

export const marketplaceAccounts = router({
  register: visitor
    .meta({ rest: 'POST /marketplace/register', summary: 'A new account; a link to verify it is mailed.' })
    .use(perAddress({ name: 'register', limit: 10, seconds: HOUR })) // D23
    .input(RegisterInput)
    .output(Message)
    .mutation(({ ctx, input }) => register(ctx, input)),

  verify: visitor
    .meta({
      rest: 'POST /marketplace/verify/:token',
      summary: 'The link that was mailed: the account may log in.',
    })
    .use(perAddress({ name: 'verify', limit: 30, seconds: 60 }))
    .input(VerifyInput)
    .output(Message)
    .mutation(({ ctx, input }) => verify(ctx, input)),

  resendVerification: visitor
    .meta({
      rest: 'POST /marketplace/resend-verification',
      summary: 'The link to verify an account once more.',
    })
    .use(perAddress({ name: 'resend', limit: 10, seconds: HOUR }))
    .input(EmailInput)
    .output(Message)
    .mutation(({ ctx, input }) => resendVerification(ctx, input)),

  login: visitor
    .meta({
      rest: 'POST /marketplace/login',
      summary: 'A token for an e-mail or user name and its password.',
      secret: 'password',
    })
    .use(perAddress({ name: 'login', limit: 30, seconds: 60 })) // D23
    .input(LoginInput)
    .output(LoginAnswer)
    .mutation(({ ctx, input }) => login(ctx, input)),

  // A stolen token can keep the member's turns busy. Logging out ends it.
  logout: memberAtOnce
    .meta({ rest: 'POST /marketplace/logout', summary: 'Ends the session of the token.' })
    .output(Message)
    .mutation(({ ctx }) => logout(ctx)),

  me: member
    .meta({ rest: 'GET /marketplace/me', summary: 'Who the token belongs to.' })
    .output(OwnAccount)
    .query(({ ctx }) => readAccount(ctx)),

  profile: member
    .meta({ rest: 'GET /marketplace/profile', summary: 'The account of whoever asks.' })
    .output(OwnAccount)
    .query(({ ctx }) => readAccount(ctx)),

  updateProfile: member
    .meta({
      rest: 'PUT /marketplace/profile',
      summary: 'Replaces name and phone number. A phone number that is left out is removed.',
    })
    // The list of ads, which shows the name, is made anew after each change.
    .use(perMember({ name: 'profile', limit: 100, seconds: HOUR }))
    .input(ProfileInput)
    .output(OwnAccount)
    .mutation(({ ctx, input }) => updateProfile(ctx, input)),

  forgotPassword: visitor
    .meta({ rest: 'POST /marketplace/forgot-password', summary: 'A link to set another password is mailed.' })
    .use(perAddress({ name: 'forgot', limit: 10, seconds: HOUR })) // D23
    .input(EmailInput)
    .output(Message)
    .mutation(({ ctx, input }) => forgotPassword(ctx, input)),

  resetPassword: visitor
    .meta({
      rest: 'POST /marketplace/reset-password/:token',
      summary: 'Another password by the link that was mailed.',
    })
    .use(perAddress({ name: 'reset', limit: 30, seconds: 60 }))
    .input(ResetInput)
    .output(Message)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
});

export const adminAccounts = router({
  list: admin
    .meta({ rest: 'GET /admin/marketplace/users', summary: 'Every member, the newest first.' })
    .output(v.array(AdminAccount))
    .query(({ ctx }) => findAdminAccounts(ctx.database.db)),

  get: admin
    .meta({
      rest: 'GET /admin/marketplace/users/:id',
      summary: 'A member with their ads and what was reported of them.',
    })
    .input(AccountId)
    .output(AdminAccountDetail)
    .query(({ ctx, input }) => readMember(ctx, input.id)),

  update: admin
    .meta({
      rest: 'PUT /admin/marketplace/users/:id',
      summary:
        'Suspends a member or opens the account again, gives them another name or phone number, or both.',
    })
    .input(AccountUpdate)
    .output(AdminAccount)
    .mutation(({ ctx, input }) => changeMember(ctx, input)),

  delete: confirmedAdmin
    .meta({
      rest: 'DELETE /admin/marketplace/users/:id',
      summary: 'Deletes a member with their ads, messages and the reports about them.',
    })
    .input(AccountId)
    .output(Message)
    .mutation(({ ctx, input }) => deleteAccount(ctx, input.id)),
});
