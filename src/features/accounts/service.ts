import type { Context, Member, MemberContext } from '../../platform/context';
import type { Db } from '../../platform/database';
import { orderMail } from '../../platform/mail';
import { notify } from '../../platform/notify';
import { hashPassword, isCommonPassword } from '../../platform/passwords';
import { AppError } from '../../shared/errors';
import { isReservedName, nameFault } from '../../shared/names';
import type { OwnAccount, ProfileInput, RegisterInput } from './contract';
import { usernameOf } from './rules';
import {
  assignName,
  findAccount,
  holdAccount,
  insertAccount,
  lockAccount,
  recordRegistration,
  releaseNames,
  takeName,
  updateAccount,
} from './store';

/**
 * Stores an account and orders the mail that verifies it (section 4). An address that has one is answered the same, by
 * the same statements after the same time, and told of by mail alone (D6). What filled in the hidden field is kept nowhere (D23).
 */
export async function register(ctx: Context, input: RegisterInput): Promise<{ message: string }> {
  if (!input.website) {
    checkSiteName(ctx, input.full_name);
    if (isCommonPassword(input.password)) throw new AppError('password.common');
    await openAccount(ctx, input);
  }
  return { message: 'Registrering lyckades! Kolla din e-post för att verifiera ditt konto.' };
}

/** Throws `account.name_reserved` for the configured name of the site, which the contract does not know. */
export function checkSiteName(ctx: Context, fullName: string): void {
  if (isReservedName(fullName, ctx.config.siteName)) throw new AppError('account.name_reserved');
}

/** Each try that fails leaves a name to somebody else: so many at once are not people. */
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
    const isDone = await ctx.database.db.transaction(async (db) => {
      // Also when no account is made: which numbers are free must not reveal whether the address has one (D6).
      const username = await takeName(db, usernameOf(full_name));
      if (!username) return false;
      const made = await insertAccount(db, { ...account, username });
      // Unverified, it may have been registered first to hijack the owner's account: its links must not verify it now.
      // Verified, it must answer the new password like an account that this registration made.
      await recordRegistration(db, email, account.password_hash, made);
      // Nobody has it: deleted at the same moment, or the name is an account's that never took it and now is taken.
      if (!(await assignName(db, username, made, email))) return false;
      await orderMail(
        db,
        made
          ? { kind: 'account.verification', about: { user_id: made } }
          : { kind: 'account.exists', about: { email } },
      );
      return true;
    });
    if (isDone) return;
  }
  throw new AppError('server.unavailable', { retryAfter: 1 });
}

export async function readAccount(ctx: MemberContext): Promise<OwnAccount> {
  return stillThere(await findAccount(ctx.database.db, { user_id: ctx.member.id }));
}

export function updateProfile(ctx: MemberContext, profile: ProfileInput): Promise<OwnAccount> {
  checkSiteName(ctx, profile.full_name);
  return ctx.database.db.transaction(async (tx) =>
    stillThere(await updateAccount(tx, ctx.member.id, profile)),
  );
}

/** Who was deleted since their token was looked at is not logged in. */
function stillThere(account: OwnAccount | undefined): OwnAccount {
  if (!account) throw new AppError('request.unauthorized');
  return account;
}

/** Detaches user names that strangers registered from the accounts of a backup of an earlier release (D6). */
export const releaseStrangersNames = (tx: Db): Promise<void> => releaseNames(tx);

/** What a mail says of an account. */
export type MailedAccount = Pick<OwnAccount, 'email' | 'full_name' | 'username' | 'is_verified'>;

/** The account that a mail is about. */
export async function findMailedAccount(
  ctx: Context,
  by: { user_id: string } | { email: string },
): Promise<MailedAccount | undefined> {
  const account = await findAccount(ctx.database.db, by);
  if (!account) return undefined;
  const { email, full_name, username, is_verified } = account;
  return { email, full_name, username, is_verified };
}

/** The recipient of a mail. The name is empty while the address is unverified, or if it would be refused today. */
export const recipientOf = ({ email, full_name, is_verified }: MailedAccount, siteName: string) => ({
  to: email,
  name: is_verified && !nameFault(full_name, siteName) ? full_name : '',
});

/**
 * Keeps an account from being deleted until the caller's transaction ends, so that what is written for it finds it
 * there. Of what a transaction locks, accounts come first, then ads, conversations and messages: the order in which a
 * deletion goes through them. Throws `account.not_found`.
 */
export async function keepAccount(db: Db, id: string): Promise<void> {
  if (!(await holdAccount(db, id))) throw new AppError('account.not_found');
}

/** The same for whoever is logged in. Throws `request.unauthorized`: the session went with the account. */
export async function keepMember(db: Db, member: Member): Promise<void> {
  if (!(await holdAccount(db, member.id))) throw new AppError('request.unauthorized');
}

/**
 * Locks the account of the calling member until the transaction ends, so that what is counted for it stays true. Throws
 * `request.unauthorized` if the account is gone.
 */
export async function lockMember(db: Db, member: Member): Promise<void> {
  if (!(await lockAccount(db, member.id))) throw new AppError('request.unauthorized');
}

/** Where it is told that something about a member is not as it was: the payload is a list of their ids. */
export const MEMBERS_CHANNEL = 'members';

/** As many ids as a notice has room for, with much to spare. */
const TOLD_AT_ONCE = 100;

/**
 * Tells the open windows of members, when the caller's transaction commits, that they have to look again: whether they
 * are still logged in, and at all of their conversations.
 */
export async function tellMembers(db: Db, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += TOLD_AT_ONCE) {
    await notify(db, MEMBERS_CHANNEL, ids.slice(from, from + TOLD_AT_ONCE));
  }
}
