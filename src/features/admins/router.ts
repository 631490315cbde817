import { perAddress } from '../../platform/rate-limit';
import { admin, adminWith, isConfirmed, router, visitor } from '../../platform/trpc';
import { Message } from '../../shared/fields';
import {
  AdminIdentity,
  AdminLoginAnswer,
  AdminLoginInput,
  ChangePasswordAnswer,
  ChangePasswordInput,
  ConfirmInput,
  Overview,
} from './contract';
import { changePassword, readOverview } from './service';
import { confirmPassword, logInAdmin, logOutAdmin } from './sessions/service';

/** D23: passwords entered from one address. */
const ADDRESS_LIMIT = { name: 'admin-login', limit: 30, seconds: 60 };

/** Also allows an admin who still has the password that was generated at the first start. */
const anyAdmin = adminWith({ allowsGeneratedPassword: true });

export const adminAdmins = router({
  login: visitor
    .meta({
      rest: 'POST /admin/login',
      summary: 'A token for a user name and its password.',
      secret: 'password',
    })
    .use(perAddress(ADDRESS_LIMIT))
    .input(AdminLoginInput)
    .output(AdminLoginAnswer)
    .mutation(({ ctx, input }) => logInAdmin(ctx, input)),

  verify: anyAdmin
    .meta({ rest: 'GET /admin/verify', summary: 'Which admin the token belongs to.' })
    .output(AdminIdentity)
    .query(({ ctx }) => ({ ...ctx.admin, is_confirmed: isConfirmed(ctx.admin, ctx.now()) })),

  logout: anyAdmin
    .meta({ rest: 'POST /admin/logout', summary: 'Ends the session of the token.' })
    .output(Message)
    .mutation(({ ctx }) => logOutAdmin(ctx)),

  confirm: anyAdmin
    .meta({
      rest: 'POST /admin/confirm',
      summary:
        'Confirms the password: for 10 minutes, calls of the session are not refused with `admin.confirm_password`.',
      bodyOnly: true,
    })
    .use(perAddress(ADDRESS_LIMIT))
    .input(ConfirmInput)
    .output(Message)
    .mutation(({ ctx, input }) => confirmPassword(ctx, input)),

  changePassword: anyAdmin
    .meta({
      rest: 'PUT /admin/password',
      summary: 'Changes the password of the calling admin and ends their other sessions.',
      bodyOnly: true,
    })
    .input(ChangePasswordInput)
    .output(ChangePasswordAnswer)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),

  overview: admin.output(Overview).query(({ ctx }) => readOverview(ctx)),
});
