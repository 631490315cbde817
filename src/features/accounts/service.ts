import type { Context, Member, MemberContext } from '../../platform/context';
import type { Db } from '../../platform/database';
import { enqueueMail } from '../../platform/mail';
import { notify } from '../../platform/notify';
import { hashPassword, isCommonPassword } from '../../platform/passwords';
import { AppError } from '../../shared/errors';
import { isReservedName, nameFault } from '../../shared/names';
import type { OwnAccount, ProfileInput, RegisterInput } from './contract';
import { usernameOf } from './rules';
import {
  assignName,
  findAccount,
  insertAccount,
  lockAccount,
  recordRegistration,
  releaseNames,
  reserveName,
  shareLockAccountRow,
  updateAccount,
} from './store';

/**
 * Registers an account and queues its verification mail. For a known address the response is the same and runs the same
 * statements in the same time; only the owner gets a different mail (D6). If the hidden field is filled in, nothing is
 * stored. Throws `account.name_reserved`, `password.common`, `server.unavailable`.
 */
export async function register(ctx: Context, input: RegisterInput): Promise<{ message: string }> {
  if (!input.website) {
    checkSiteName(ctx, input.full_name);
    if (isCommonPassword(input.password)) throw new AppError('password.common');
    await openAccount(ctx, input);
  }
  return { message: 'Registrering lyckades! Kolla din e-post för att verifiera ditt konto.' };
}

/** Throws `account.name_reserved` if the name imitates the configured site name, which the contract does not know. */
export function checkSiteName(ctx: Context, fullName: string): void {
  if (isReservedName(fullName, ctx.config.siteName)) throw new AppError('account.name_reserved');
}

/**
 * Each failed attempt means that someone else took the name. This many concurrent registrations do not come from
 * people.
 */
const NAME_TRIES = 10;

async function openAccount(ctx: Context, { email, full_name, phone_number, password }: RegisterInput) {
  const account = {
    email,
    full_name,
    phone_number,
    password_hash: await hashPassword(password),
    created_at: ctx.now().toISOString(),
  };
  for (let tries = 0; tries < NAME_TRIES; tries++) {
    const isRegistered = await ctx.database.db.transaction(async (db) => {
      // Take a name even if no account is created. Otherwise gaps in the numbers would reveal whether the address has
      // an account.
      const username = await reserveName(db, usernameOf(full_name));
      if (!username) return false;
      const createdId = await insertAccount(db, { ...account, username });
      // An unverified account may have been registered first by a hijacker, so its links must no longer verify it.
      //  A verified one must respond to the new password like an account created by this registration.
      await recordRegistration(db, email, account.password_hash, createdId);
      // No account has the address: it was deleted concurrently, or the name belonged to an account that had not
      // reserved it.
      if (!(await assignName(db, username, createdId, email))) return false;
      await enqueueMail(
        db,
        createdId
          ? { kind: 'account.verification', about: { user_id: createdId } }
          : { kind: 'account.exists', about: { email } },
      );
      return true;
    });
    if (isRegistered) return;
  }
  throw new AppError('server.unavailable', { retryAfter: 1 });
}

export async function readAccount(ctx: MemberContext): Promise<OwnAccount> {
  return orUnauthorized(await findAccount(ctx.database.db, { user_id: ctx.member.id }));
}

export function updateProfile(ctx: MemberContext, profile: ProfileInput): Promise<OwnAccount> {
  checkSiteName(ctx, profile.full_name);
  return ctx.database.db.transaction(async (tx) =>
    orUnauthorized(await updateAccount(tx, ctx.member.id, profile)),
  );
}

/** The account may have been deleted after the token was checked. */
function orUnauthorized(account: OwnAccount | undefined): OwnAccount {
  if (!account) throw new AppError('request.unauthorized');
  return account;
}

/** Detaches user names that strangers' registrations left on the accounts of a backup from an earlier release. */
export const releaseUnusedNames = (tx: Db): Promise<void> => releaseNames(tx);

/** The fields of an account that its mails use. */
export type MailedAccount = Pick<OwnAccount, 'email' | 'full_name' | 'username' | 'is_verified'>;

export async function findMailedAccount(
  ctx: Context,
  by: { user_id: string } | { email: string },
): Promise<MailedAccount | undefined> {
  const account = await findAccount(ctx.database.db, by);
  if (!account) return undefined;
  const { email, full_name, username, is_verified } = account;
  return { email, full_name, username, is_verified };
}

/**
 * Returns the recipient of a mail. The name is empty while the address is unverified, and if it would be rejected
 * today.
 */
export const recipientOf = ({ email, full_name, is_verified }: MailedAccount, siteName: string) => ({
  to: email,
  name: is_verified && !nameFault(full_name, siteName) ? full_name : '',
});

/**
 * Takes a shared lock that keeps the account from being deleted until the transaction ends. Lock order: accounts, ads,
 * conversations, messages. Deletions use the same order, so this avoids deadlocks. Throws `account.not_found`.
 */
export async function shareLockAccount(db: Db, id: string): Promise<void> {
  if (!(await shareLockAccountRow(db, id))) throw new AppError('account.not_found');
}

/** Like `shareLockAccount`, for the logged-in member. Throws `request.unauthorized` if the account was deleted. */
export async function shareLockMember(db: Db, member: Member): Promise<void> {
  if (!(await shareLockAccountRow(db, member.id))) throw new AppError('request.unauthorized');
}

/**
 * Locks the calling member's account until the transaction ends, so that counts for it stay valid. Throws
 * `request.unauthorized` if the account was deleted.
 */
export async function lockMember(db: Db, member: Member): Promise<void> {
  if (!(await lockAccount(db, member.id))) throw new AppError('request.unauthorized');
}

/** The notification channel for changes to members. The payload is a list of member ids. */
export const MEMBERS_CHANNEL = 'members';

/** Stays well below the size limit of a notification payload. */
const IDS_PER_NOTIFICATION = 100;

/**
 * Notifies the open browser tabs of these members when the transaction commits. They then check their session again and
 * reload all conversations.
 */
export async function notifyMembers(db: Db, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += IDS_PER_NOTIFICATION) {
    await notify(db, MEMBERS_CHANNEL, ids.slice(from, from + IDS_PER_NOTIFICATION));
  }
}
