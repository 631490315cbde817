import { and, eq, isNull } from 'drizzle-orm';
import { accounts, accountTokens, outbox, sessions, takenNames } from '#db/schema/index.ts';
import { isPassword } from '#src/platform/passwords/passwords.ts';
import { newResetToken, PASSWORD } from '#tests/support/accounts.ts';
import { makeMember } from '#tests/support/content.ts';
import { newCaller } from '#tests/support/transports.ts';
import { CROWD, type Round } from './arena.ts';

/**
 * All callers get the same response, one account is created, and its owner gets one verification link and one mail for
 * each other attempt. The account keeps one of the reserved user names.
 */
export const registerEmail: Round = async ({ db, sendAtOnce }, { checkStatuses, count, check }, turn) => {
  const email = `${Bun.randomUUIDv7()}@example.se`;
  const calls = Array.from({ length: CROWD }, (_, i) => ({
    name: 'marketplace.accounts.register',
    caller: { headers: newCaller() },
    input: {
      email,
      // Not the names of members created in the database: their user names are not reserved.
      full_name: i % 2 ? 'Disa Holm' : 'Bo Ek',
      phone_number: '070-123 45 67',
      password: `${PASSWORD}${i}`,
      confirm_password: `${PASSWORD}${i}`,
    },
  }));
  const responses = await sendAtOnce(calls, turn);
  checkStatuses(responses, [200]);
  const successCount = responses.filter(({ status }) => status === 200).length;
  const rows = await db.select().from(accounts).where(eq(accounts.email, email));
  count(rows.length, 1, 'accounts');
  check(rows[0]?.is_contested === true, 'the account is not marked as registered by several');
  const mails = await db.select().from(outbox);
  const id = rows[0]?.id ?? '';
  const verificationMails = mails.filter(
    ({ kind, about }) => kind === 'account.verification' && about.user_id === id,
  );
  count(verificationMails.length, 1, 'verification mails');
  const existingAccountMails = mails.filter(
    ({ kind, about }) => kind === 'account.exists' && about.email === email,
  );
  count(existingAccountMails.length, successCount - 1, 'mails about the existing account');
  const names = await db.select().from(takenNames).where(eq(takenNames.user_id, id));
  count(names.length, 1, 'user names');
  const unowned = await db.delete(takenNames).where(isNull(takenNames.user_id)).returning();
  count(unowned.length, successCount - 1, 'reserved names without an account');
  await db.delete(outbox);
};

/** One password becomes the account's, no link remains valid and all sessions end. */
export const resetPassword: Round = async (arena, { expectOneSuccess, check, count }, turn) => {
  const { db, sendAtOnce, appOf } = arena;
  const member = await makeMember(db);
  const tokens = [await newResetToken(appOf(0), member.email)];
  if (turn % 2) tokens.push(await newResetToken(appOf(1), member.email));
  const calls = Array.from({ length: CROWD }, (_, i) => ({
    name: 'marketplace.accounts.resetPassword',
    caller: { headers: newCaller() },
    input: { token: tokens[i % tokens.length], new_password: `${PASSWORD}${i}` },
  }));
  const winner = expectOneSuccess(await sendAtOnce(calls, turn), [400, 'reset.invalid']);
  const [row] = await db.select().from(accounts).where(eq(accounts.id, member.id));
  const isAcknowledged = await isPassword(
    row?.password_hash,
    String(calls[winner?.index ?? 0]?.input.new_password),
  );
  check(isAcknowledged, 'the password is not the one that was acknowledged');
  const openSessions = await db.select().from(sessions).where(eq(sessions.user_id, member.id));
  count(openSessions.length, 0, 'sessions left');
  const validLinks = await db
    .select()
    .from(accountTokens)
    .where(and(eq(accountTokens.user_id, member.id), isNull(accountTokens.used_at)));
  count(validLinks.length, 0, 'links left');
};
