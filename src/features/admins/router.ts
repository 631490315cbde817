import { perIpAddress } from '../../platform/rate-limit';
import { admin, adminWith, isConfirmed, router, visitor } from '../../platform/trpc';
import { Message } from '../../shared/fields';
import {
  AdminIdentity,
  AdminLoginInput,
  AdminLoginResult,
  ChangePasswordInput,
  ChangePasswordResult,
  ConfirmInput,
  Overview,
} from './contract';
import { changePassword, readOverview } from './service';
import { confirmPassword, logInAdmin, logOutAdmin } from './sessions/service';

const ADDRESS_LIMIT = { name: 'admin-login', limit: 30, seconds: 60 };

const anyAdmin = adminWith({ allowsGeneratedPassword: true });

export const adminAdmins = router({
  login: visitor
    .meta({
      rest: 'POST /admin/login',
      summary: 'Log in as an admin',
      description:
        'Returns a token that is valid for 12 hours. Send it as `Authorization: Bearer <access_token>`.',
      secretField: 'password',
    })
    .use(perIpAddress(ADDRESS_LIMIT))
    .input(AdminLoginInput)
    .output(AdminLoginResult)
    .mutation(({ ctx, input }) => logInAdmin(ctx, input)),

  verify: anyAdmin
    .meta({
      rest: 'GET /admin/verify',
      summary: 'Get the logged-in admin',
      description: 'Returns the admin that the token belongs to.',
    })
    .output(AdminIdentity)
    .query(({ ctx }) => ({ ...ctx.admin, is_confirmed: isConfirmed(ctx.admin, ctx.now()) })),

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
        'For the next 10 minutes, this session may call the operations that otherwise fail with `admin.confirm_password`.',
      errors: ['admin.wrong_password'],
      bodyOnly: true,
    })
    .use(perIpAddress(ADDRESS_LIMIT))
    .input(ConfirmInput)
    .output(Message)
    .mutation(({ ctx, input }) => confirmPassword(ctx, input)),

  changePassword: anyAdmin
    .meta({
      rest: 'PUT /admin/password',
      summary: 'Change the password',
      description: 'Ends all sessions of the admin and returns a token for a new one.',
      errors: ['admin.wrong_password', 'password.common', 'password.same'],
      bodyOnly: true,
    })
    .input(ChangePasswordInput)
    .output(ChangePasswordResult)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),

  overview: admin.output(Overview).query(({ ctx }) => readOverview(ctx)),
});
