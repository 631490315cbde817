import { perAddress } from '../../platform/rate-limit';
import { admin, router, visitor } from '../../platform/trpc';
import { Message } from '../../shared/fields';
import { AdminIdentity, AdminLoginAnswer, AdminLoginInput, Overview } from './contract';
import { readOverview } from './service';
import { logInAdmin, logOutAdmin } from './sessions/service';

export const adminAdmins = router({
  login: visitor
    .meta({
      rest: 'POST /admin/login',
      summary: 'A token for a user name and its password.',
      secret: 'password',
    })
    .use(perAddress({ name: 'admin-login', limit: 30, seconds: 60 })) // D23
    .input(AdminLoginInput)
    .output(AdminLoginAnswer)
    .mutation(({ ctx, input }) => logInAdmin(ctx, input)),

  verify: admin
    .meta({ rest: 'GET /admin/verify', summary: 'Which admin the token belongs to.' })
    .output(AdminIdentity)
    .query(({ ctx }) => ctx.admin),

  logout: admin
    .meta({ rest: 'POST /admin/logout', summary: 'Ends the session of the token.' })
    .output(Message)
    .mutation(({ ctx }) => logOutAdmin(ctx)),

  overview: admin.output(Overview).query(({ ctx }) => readOverview(ctx)),
});
