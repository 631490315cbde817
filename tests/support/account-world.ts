import { accounts } from '#db/schema/index.ts';
import { ACCOUNTS, FORM, openAccountsApp } from './accounts.ts';
import { callOver, newCaller } from './transports.ts';

export const transport = 'rest';

export const hashUsername = (name: string) => `#${new Bun.CryptoHasher('sha256').update(name).digest('hex')}`;

/** {@link openAccountsApp}, with what registrations need. */
export async function openAccountWorld() {
  const { advanceTo, app } = await openAccountsApp();

  const loadAccounts = () => app.db.select().from(accounts).orderBy(accounts.id);

  const register = (change: object = {}) =>
    callOver(app, transport, ACCOUNTS.register, { body: { ...FORM, ...change }, headers: newCaller() });

  return {
    advanceTo,
    app,
    loadAccounts,
    register,
  };
}
