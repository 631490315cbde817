import { admins, auditLog } from '#db/schema/index.ts';
import type { AdminIdentity } from '#src/features/admins/contract.ts';
import type { EnteredFactor } from '#src/features/admins/factors/contract.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { ADMIN_PASSWORD } from './admin-actions.ts';
import { call } from './call.ts';
import { makeAdmin } from './content.ts';
import { newCaller, type Transport, testApp } from './transports.ts';

export const START = new Date('2027-01-15T09:00:00.000Z');

export type Caller = { headers: Record<string, string> };

export const bearer = (token: string): Caller => ({ headers: { authorization: `Bearer ${token}` } });

export async function openAdminWorld(environment: Record<string, string> = {}) {
  let now = START;
  const app = await testApp({ now: () => now, environment });
  const { db } = app;
  const password_hash = await hashPassword(ADMIN_PASSWORD);

  const addAdmin = (username = 'vera', row = {}) => makeAdmin(db, { username, password_hash, ...row });
  const logIn = (
    transport: Transport,
    username: unknown,
    password: unknown = ADMIN_PASSWORD,
    headers = newCaller(),
    factor: EnteredFactor = {},
  ) =>
    call<{ access_token: string }>(
      app,
      transport,
      'admin.admins.login',
      { headers },
      { username, password, ...factor },
    );
  const openSession = async (username = 'vera', password = ADMIN_PASSWORD): Promise<Caller> =>
    bearer((await logIn('rest', username, password)).body.access_token);

  const callFactor = <Body>(
    transport: Transport,
    name: string,
    caller: Caller,
    input?: Record<string, unknown>,
  ) => call<Body>(app, transport, `admin.factors.${name}`, caller, input);

  return {
    app,
    db,
    callFactor,
    async reset() {
      now = START;
      await app.sql`delete from rate_limits`;
      for (const table of [auditLog, admins]) await db.delete(table);
    },
    now: () => now,
    advance(milliseconds: number) {
      now = new Date(now.getTime() + milliseconds);
    },
    addAdmin,
    logIn,
    /** Over HTTP, so that the session begins at the clock of the test. */
    openSession,
    async addLoggedInAdmin(username = 'vera', row = {}): Promise<Caller> {
      await addAdmin(username, row);
      return openSession(username);
    },
    fetchSession: (transport: Transport, caller: Caller) =>
      call<AdminIdentity>(app, transport, 'admin.admins.verify', caller),
    /** Fails or succeeds with the second factor alone. */
    logInWith: (transport: Transport, factor: EnteredFactor, username = 'vera') =>
      logIn(transport, username, ADMIN_PASSWORD, newCaller(), factor),
    confirmPassword: (
      transport: Transport,
      { headers }: Caller,
      password: unknown,
      factor: EnteredFactor = {},
    ) =>
      call(
        app,
        transport,
        'admin.admins.confirm',
        { headers: { ...newCaller(), ...headers } },
        { password, ...factor },
      ),
    changePassword: (
      transport: Transport,
      caller: Caller,
      new_password: unknown,
      current_password: unknown = ADMIN_PASSWORD,
      factor: EnteredFactor = {},
    ) =>
      call<{ access_token: string }>(app, transport, 'admin.admins.changePassword', caller, {
        current_password,
        new_password,
        ...factor,
      }),
    auditEntries: async () =>
      (await db.select().from(auditLog).orderBy(auditLog.created_at)).map(({ action, admin }) => [
        action,
        admin,
      ]),
  };
}
