import { beforeEach } from 'bun:test';
import { accounts, outbox, takenNames } from '#db/schema/index.ts';
import type { OwnAccount } from '#src/features/accounts/contract.ts';
import { issueDataLink } from '#src/features/accounts/data-link/service.ts';
import { issueResetLink, issueVerificationLink } from '#src/features/accounts/links/service.ts';
import { appOfFile } from './of-file.ts';
import { callOver, newCaller, type Operation, type TestApp, type Transport } from './transports.ts';

const accountOperation = (rest: string, trpc: string, type: Operation['type'] = 'mutation'): Operation => ({
  rest,
  type,
  trpc: `marketplace.accounts.${trpc}`,
});

/** For operations with a token in the path, see {@link followLink}. */
export const ACCOUNTS = {
  register: accountOperation('POST /marketplace/register', 'register'),
  resend: accountOperation('POST /marketplace/resend-verification', 'resendVerification'),
  login: accountOperation('POST /marketplace/login', 'login'),
  logout: accountOperation('POST /marketplace/logout', 'logout'),
  me: accountOperation('GET /marketplace/me', 'me', 'query'),
  profile: accountOperation('GET /marketplace/profile', 'profile', 'query'),
  updateProfile: accountOperation('PUT /marketplace/profile', 'updateProfile'),
  dataLink: {
    rest: 'POST /marketplace/my-data-link',
    type: 'mutation',
    trpc: 'marketplace.privacy.mailLink',
  } satisfies Operation,
  forgot: accountOperation('POST /marketplace/forgot-password', 'forgotPassword'),
};

/** Over REST the token of the mailed link is in the path. */
export function followLink(
  app: TestApp,
  transport: Transport,
  purpose: 'verify' | 'reset',
  token: string,
  body: object = {},
) {
  const [path, procedure] =
    purpose === 'verify' ? ['verify', 'verify'] : (['reset-password', 'resetPassword'] as const);
  const operation = accountOperation(`POST /marketplace/${path}/${encodeURIComponent(token)}`, procedure);
  return callOver(app, transport, operation, {
    body: transport === 'rest' ? body : { ...body, token },
    headers: newCaller(),
  });
}

export const PASSWORD = 'Loppet2027';

export const FORM = {
  email: 'anna@example.se',
  full_name: 'Anna Andersson',
  phone_number: '070-123 45 67',
  password: PASSWORD,
  confirm_password: PASSWORD,
};

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export async function newMember(app: TestApp, change: Partial<typeof FORM> = {}): Promise<string> {
  const form = { ...FORM, ...change };
  await callOver(app, 'rest', ACCOUNTS.register, { body: form, headers: newCaller() });
  await followLink(app, 'rest', 'verify', await newVerificationToken(app, form.email));
  return form.email;
}

export async function newVerificationToken(app: TestApp, email: string): Promise<string> {
  const issued = await issueVerificationLink(app.context, { email });
  if (!issued) throw new Error(`There is no unverified account ${email}.`);
  return issued.token;
}

export async function newResetToken(app: TestApp, email: string): Promise<string> {
  const issued = await issueResetLink(app.context, email);
  if (!issued) throw new Error(`There is no account ${email}.`);
  return issued.token;
}

/** For a mailed link to a suspended member's data. */
export async function newDataLinkToken(app: TestApp, email: string): Promise<string> {
  const issued = await issueDataLink(app.context, email);
  if (!issued) throw new Error(`There is no suspended account ${email}.`);
  return issued.token;
}

export const login = (app: TestApp, email: string, password = PASSWORD, transport: Transport = 'rest') =>
  callOver<{ access_token: string; user: OwnAccount; code?: string }>(app, transport, ACCOUNTS.login, {
    body: { email, password },
    headers: newCaller(),
  });

export async function tokenOf(app: TestApp, email: string, password = PASSWORD): Promise<string> {
  const { status, body } = await login(app, email, password);
  if (status !== 200) throw new Error(`${email} could not log in: ${status} ${JSON.stringify(body)}`);
  return body.access_token;
}

/** 200 while the token's session is valid, then 401. */
export const sessionStatus = async (app: TestApp, token: string): Promise<number> =>
  (await callOver(app, 'rest', ACCOUNTS.me, { headers: bearer(token) })).status;

export const queuedMails = (app: TestApp) =>
  app.db
    .select({ kind: outbox.kind, about: outbox.about })
    .from(outbox)
    .orderBy(outbox.created_at, outbox.id);

export async function clearAccounts(app: TestApp): Promise<void> {
  await app.db.delete(accounts);
  await app.db.delete(takenNames);
  await app.db.delete(outbox);
  await app.sql`delete from rate_limits`;
}

export const START = new Date('2027-01-15T12:00:00.000Z');

/** An app without accounts. Before each test its clock is reset to {@link START}. */
export async function openAccountsApp() {
  let now = START;
  const app = await appOfFile({ now: () => now });
  beforeEach(async () => {
    now = START;
    await clearAccounts(app);
  });
  return {
    app,
    now: () => now,
    /** Sets the clock to this many milliseconds after {@link START}. */
    advanceTo: (milliseconds: number) => {
      now = new Date(START.getTime() + milliseconds);
    },
  };
}

/** Resolves when `count` connections wait for a lock. */
export async function waitForLockWaits(app: TestApp, count: number): Promise<void> {
  for (;;) {
    const [row] = await app.sql<{ waiting: number }[]>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    if ((row?.waiting ?? 0) >= count) return;
    await Bun.sleep(5);
  }
}
