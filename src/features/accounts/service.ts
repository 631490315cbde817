import type { Context, Member, MemberContext } from '#src/platform/context.ts';
import { notify } from '#src/platform/database/notify.ts';
import type { Db } from '#src/platform/database.ts';
import { enqueueMail } from '#src/platform/mail.ts';
import { hashPassword, isCommonPassword } from '#src/platform/passwords/passwords.ts';
import { AppError } from '#src/shared/errors.ts';
import { isReservedName, nameError } from '#src/shared/names.ts';
import type { OwnAccount, ProfileInput, RegisterInput } from './contract.ts';
import { usernameOf } from './rules.ts';
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
} from './store.ts';

/**
 * For a known address the response is the same and takes the same time and statements; only the owner gets a different
 * mail (D6). Throws `account.name_reserved`, `password.common`, `server.unavailable`.
 */
export async function register(ctx: Context, input: RegisterInput): Promise<{ message: string }> {
  if (!input.website) {
    rejectReservedName(ctx, input.full_name);
    if (isCommonPassword(input.password)) throw new AppError('password.common');
    await createAccount(ctx, input);
  }
  return { message: 'Registrering lyckades! Kolla din e-post för att verifiera ditt konto.' };
}

/** The contract cannot check this, because it does not know the configured site name. */
export function rejectReservedName(ctx: Context, fullName: string): void {
  if (isReservedName(fullName, ctx.config.siteName)) throw new AppError('account.name_reserved');
}

/** An attempt fails if someone else took the name. This many concurrent registrations do not come from people. */
const NAME_ATTEMPTS_MAX = 10;

async function createAccount(ctx: Context, { email, full_name, phone_number, password }: RegisterInput) {
  const account = {
    email,
    full_name,
    phone_number,
    password_hash: await hashPassword(password),
    created_at: ctx.now().toISOString(),
  };
  for (let attempt = 0; attempt < NAME_ATTEMPTS_MAX; attempt++) {
    const isRegistered = await ctx.database.db.transaction(async (db) => {
      // Take a name even if no account is created. Otherwise gaps in the numbers would reveal whether the address has
      // an account.
      const username = await reserveName(db, usernameOf(full_name));
      if (!username) return false;
      const createdId = await insertAccount(db, { ...account, username });
      // An unverified account may have been registered first by a hijacker, so its links must no longer verify it.
      // A verified one must respond to the new password like an account created by this registration.
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
  if (profile.full_name !== undefined) rejectReservedName(ctx, profile.full_name);
  if (Object.values(profile).every((value) => value === undefined)) return readAccount(ctx);
  return ctx.database.db.transaction(async (tx) =>
    orUnauthorized(await updateAccount(tx, ctx.member.id, profile)),
  );
}

/** The account may have been deleted after the token was checked. */
function orUnauthorized(account: OwnAccount | undefined): OwnAccount {
  if (!account) throw new AppError('request.unauthorized');
  return account;
}

/** Releases user names that an account holds but does not use. Backups of earlier releases can contain such names. */
export const releaseUnusedNames = (tx: Db): Promise<void> => releaseNames(tx);

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

/** The name of an unverified account may be a stranger's, and an older name may break today's rules. */
export const recipientOf = ({ email, full_name, is_verified }: MailedAccount, siteName: string) => ({
  to: email,
  name: is_verified && !nameError(full_name, siteName) ? full_name : '',
});

/**
 * Keeps the account from being deleted until the transaction ends. Lock accounts, pairs, ads, conversations and
 * messages in this order, as deletions do, to avoid deadlocks.
 */
export async function shareLockAccount(db: Db, id: string): Promise<void> {
  if (!(await shareLockAccountRow(db, id))) throw new AppError('account.not_found');
}

export async function shareLockMember(db: Db, member: Member): Promise<void> {
  if (!(await shareLockAccountRow(db, member.id))) throw new AppError('request.unauthorized');
}

/** Locks the account until the transaction ends, so that counts for it stay valid. */
export async function lockMember(db: Db, member: Member): Promise<void> {
  if (!(await lockAccount(db, member.id))) throw new AppError('request.unauthorized');
}

/** The payload is a list of member ids. */
export const MEMBERS_CHANNEL = 'members';

/** Stays well below the size limit of a notification payload. */
const IDS_PER_NOTIFICATION = 100;

/** The open tabs of these members check their session again and reload all conversations. */
export async function notifyMembers(db: Db, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += IDS_PER_NOTIFICATION) {
    await notify(db, MEMBERS_CHANNEL, ids.slice(from, from + IDS_PER_NOTIFICATION));
  }
}
