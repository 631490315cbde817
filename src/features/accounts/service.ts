import type { Context, Member, MemberContext } from '../../platform/context';
import type { Db } from '../../platform/database';
import { orderMail } from '../../platform/mail';
import { hashPassword, isPassword } from '../../platform/passwords';
import { attempt } from '../../platform/rate-limit';
import { hashToken, newToken } from '../../platform/tokens';
import { AppError } from '../../shared/errors';
import {
  type EmailInput,
  isStrongPassword,
  type LoginAnswer,
  type LoginInput,
  type OwnAccount,
  type ProfileInput,
  type RegisterInput,
  type ResetInput,
  type VerifyInput,
} from './contract';
import { usernameOf } from './rules';
import {
  deleteExpired,
  deleteSession,
  deleteSessionsOf,
  findAccount,
  findByLogin,
  findMember,
  findToken,
  insertAccount,
  insertSession,
  insertToken,
  keepRow,
  lockAccount,
  markLogin,
  markVerified,
  updateAccount,
  updatePassword,
  useToken,
  useTokensOf,
} from './store';

type Said = { message: string };

/** D8, in hours. */
const LIFE = { session: 30 * 24, verification: 24, reset: 1 };

/** D23; the router counts attempts by address as well. */
const LOGIN_LIMIT = { name: 'login-account', limit: 10, seconds: 60 };

const instant = (ctx: Context) => ctx.now().toISOString();
const expiry = (ctx: Context, life: keyof typeof LIFE) =>
  new Date(ctx.now().getTime() + LIFE[life] * 3_600_000).toISOString();

/**
 * Stores an account and orders the mail that verifies it (section 4). An address that has one is answered the same, by
 * the same statements after the same time, and told of by mail alone (D6). What filled in the hidden field is kept nowhere (D23).
 */
export async function register(ctx: Context, input: RegisterInput): Promise<Said> {
  if (!input.website) await openAccount(ctx, input);
  return { message: 'Registrering lyckades! Kolla din e-post för att verifiera ditt konto.' };
}

/** Each try that fails leaves a name to somebody else: so many at once are not people. */
const NAME_TRIES = 50;

async function openAccount(ctx: Context, { email, full_name, phone_number, password }: RegisterInput) {
  const account = {
    email,
    full_name,
    phone_number,
    username: usernameOf(full_name),
    password_hash: await hashPassword(password),
    created_at: instant(ctx),
  };
  for (let tries = 0; tries < NAME_TRIES; tries++) {
    const isDone = await ctx.database.db.transaction(async (db) => {
      const known = await findAccount(db, { email });
      const made = await insertAccount(db, account);
      if (made) await orderMail(db, { kind: 'account.verification', about: { user_id: made } });
      else if (known) await orderMail(db, { kind: 'account.exists', about: { email } });
      return made || known;
    });
    if (isDone) return;
  }
  throw new AppError('server.unavailable', { retryAfter: 1 });
}

/** The link of the mail was followed: the account may log in. Answers the same when it is followed again (D8). */
export async function verify(ctx: Context, { token }: VerifyInput): Promise<Said> {
  const isVerified = await markVerified(ctx.database.db, await hashToken(token), instant(ctx));
  if (!isVerified) throw new AppError('verification.invalid');
  return { message: 'Din e-post är verifierad. Du kan nu logga in.' }; // D32
}

/** Whether there is anything to verify is looked up when the mail is made: nothing of it shows here (D8). */
export async function resendVerification(ctx: Context, { email }: EmailInput): Promise<Said> {
  await orderMail(ctx.database.db, { kind: 'account.resend', about: { email } });
  return { message: 'Om kontot finns och inte är verifierat har vi skickat en ny länk.' };
}

/** A session for an e-mail or user name and its password; what is wrong with the account is told to its owner alone (D6). */
export async function login(ctx: Context, { email, password }: LoginInput): Promise<LoginAnswer> {
  const { db } = ctx.database;
  const name = email.toLowerCase();
  const account = await findByLogin(db, name);
  // Hashed, for what people type there may be their password.
  const nobody = await hashToken(name);
  await attempt(ctx, LOGIN_LIMIT, account?.id ?? nobody);
  const isRight = await isPassword(account?.password_hash, password);
  if (!account || !isRight) throw new AppError('login.failed');
  if (account.is_suspended) throw new AppError('login.suspended');
  if (!account.is_verified) throw new AppError('login.unverified');

  const access_token = newToken();
  const token_hash = await hashToken(access_token);
  const now = instant(ctx);
  const user = await db.transaction(async (db) => {
    const open = await markLogin(db, account.id, account.password_hash, now);
    // Suspended, deleted or given another password since we looked.
    if (!open) throw new AppError('login.failed');
    const { id: user_id } = open;
    await insertSession(db, { token_hash, user_id, created_at: now, expires_at: expiry(ctx, 'session') });
    return open;
  });
  return { access_token, user };
}

/** Ends the session of the token that was sent. */
export async function logout(ctx: MemberContext): Promise<Said> {
  await deleteSession(ctx.database.db, await hashToken(ctx.bearer ?? ''));
  return { message: 'Du har loggats ut' };
}

/** Who is logged in with that token; undefined when the session has ended or the account is suspended (D8). */
export async function memberOf(ctx: Context, token: string): Promise<Member | undefined> {
  return findMember(ctx.database.db, await hashToken(token), instant(ctx));
}

/** Logs the account out everywhere, within the caller's transaction, which has changed the account before. */
export const endSessions = (db: Db, userId: string): Promise<void> => deleteSessionsOf(db, userId);

export async function readAccount(ctx: MemberContext): Promise<OwnAccount> {
  return stillThere(await findAccount(ctx.database.db, { user_id: ctx.member.id }));
}

export async function updateProfile(ctx: MemberContext, profile: ProfileInput): Promise<OwnAccount> {
  return stillThere(await updateAccount(ctx.database.db, ctx.member.id, profile));
}

/** Who was deleted since their token was looked at is not logged in. */
function stillThere(account: OwnAccount | undefined): OwnAccount {
  if (!account) throw new AppError('request.unauthorized');
  return account;
}

/** Whether there is an account is looked up when the mail is made: nothing of it shows here (D6). */
export async function forgotPassword(ctx: Context, { email }: EmailInput): Promise<Said> {
  await orderMail(ctx.database.db, { kind: 'account.reset', about: { email } });
  return { message: 'Återställningslänk skickad! Kolla din e-post.' }; // D32
}

/**
 * Another password by the link of the mail, once; whoever was logged in is so no more (D8). A dead link is told before
 * a weak password, which no other password would mend, and before anything is hashed for it.
 */
export async function resetPassword(ctx: Context, { token, new_password }: ResetInput): Promise<Said> {
  const token_hash = await hashToken(token);
  const link = await findToken(ctx.database.db, token_hash, 'reset', instant(ctx));
  if (!link) throw new AppError('reset.invalid');
  if (!isStrongPassword(new_password)) throw new AppError('password.weak');
  const password_hash = await hashPassword(new_password);
  await ctx.database.db.transaction(async (db) => {
    // First the account: two links of one account would else wait for each other.
    await lockAccount(db, link.user_id);
    const isFirst = await useToken(db, token_hash, 'reset', instant(ctx));
    if (!isFirst) throw new AppError('reset.invalid');
    await updatePassword(db, link.user_id, password_hash);
    await useTokensOf(db, link.user_id, 'reset', instant(ctx));
    await deleteSessionsOf(db, link.user_id);
  });
  return { message: 'Lösenordet har återställts! Du kan nu logga in.' };
}

/** What a mail says of an account. */
export type MailedAccount = { email: string; full_name: string; username: string };

/** A link that verifies an account, for 24 hours (D8); undefined when there is no such account or it is verified. */
export async function issueVerification(
  ctx: Context,
  by: { user_id: string } | { email: string },
): Promise<(MailedAccount & { token: string }) | undefined> {
  const account = await findAccount(ctx.database.db, by);
  return account && !account.is_verified ? issue(ctx, 'verification', account) : undefined;
}

/** A link to another password, for an hour (D8); undefined when there is no such account. */
export async function issueReset(
  ctx: Context,
  email: string,
): Promise<(MailedAccount & { token: string }) | undefined> {
  const account = await findAccount(ctx.database.db, { email });
  return account && issue(ctx, 'reset', account);
}

async function issue(ctx: Context, purpose: 'verification' | 'reset', account: OwnAccount) {
  const token = newToken();
  await insertToken(ctx.database.db, {
    token_hash: await hashToken(token),
    purpose,
    user_id: account.id,
    created_at: instant(ctx),
    expires_at: expiry(ctx, purpose),
  });
  const { email, full_name, username } = account;
  return { token, email, full_name, username };
}

/** Whose address it is, for the mail to whoever registers a second time. */
export async function accountByEmail(
  ctx: Context,
  email: string,
): Promise<(MailedAccount & { is_verified: boolean }) | undefined> {
  const account = await findAccount(ctx.database.db, { email });
  if (!account) return undefined;
  const { full_name, username, is_verified } = account;
  return { email, full_name, username, is_verified };
}

/** Clears away sessions and links that have run out. */
export const sweepAccounts = (ctx: Context): Promise<void> => deleteExpired(ctx.database.db, instant(ctx));

/**
 * Keeps an account from being deleted until the caller's transaction ends, so that what is written for it finds it
 * there. Of what a transaction locks, accounts come first, then ads, conversations and messages: the order in which a
 * deletion goes through them. Throws `account.not_found`.
 */
export async function keepAccount(db: Db, id: string): Promise<void> {
  if (!(await keepRow(db, id))) throw new AppError('account.not_found');
}

/** The same for whoever is logged in. Throws `request.unauthorized`: the session went with the account. */
export async function keepMember(db: Db, member: Member): Promise<void> {
  if (!(await keepRow(db, member.id))) throw new AppError('request.unauthorized');
}
