import { eq, or } from 'drizzle-orm';
import {
  accounts,
  announcements,
  auditLog,
  conversations,
  deletedAccounts,
  messages,
  outbox,
  reports,
  sessions,
} from '#db/schema/index.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { hashToken } from '#src/platform/tokens.ts';
import { PASSWORD } from '#tests/support/accounts.ts';
import { makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { newCaller } from '#tests/support/transports.ts';
import { type ConcurrentCall, type Round, repeatCall, shuffle } from './arena.ts';
import { countMessagesBy } from './messages.ts';

const CONVERSATIONS = 'marketplace.conversations';
const MESSAGE_INPUT = { message_text: 'Hej' };
const REPORT_INPUT = { reason: 'spam', description: 'x' };
type Member = Awaited<ReturnType<typeof makeMember>>;

/** Rate limits per address are not tested here. */
const withNewAddress = ({ id, headers }: Member) => ({ id, headers: { ...headers, ...newCaller() } });

/** Calls succeed or report that the account is gone. In odd rounds the other party is deleted at the same moment. */
export const accountDeletion: Round = async (arena, verdict, turn) => {
  const { db, sendAtOnce, admins } = arena;
  const [anna, bo] = [await makeMember(db), await makeMember(db)];
  const ad = await makeAnnouncement(db, { user_id: anna.id });
  const adOfBo = await makeAnnouncement(db, { user_id: bo.id });
  const event = await makeEvent(db);
  const key = { announcement_id: ad.id, other_user_id: bo.id };
  await sendAtOnce(
    repeatCall(1, `${CONVERSATIONS}.send`, bo, { announcement_id: ad.id, ...MESSAGE_INPUT }),
    0,
  );
  const deletedMembers = turn % 2 ? [anna, bo] : [bo];
  const adInput = { announcement_type: 'sale', event_id: event.id, distance: '10 km', price: 1 };
  const calls: ConcurrentCall[] = shuffle([
    ...repeatCall(4, `${CONVERSATIONS}.send`, bo, { announcement_id: ad.id, ...MESSAGE_INPUT }),
    ...repeatCall(4, `${CONVERSATIONS}.send`, anna, { announcement_id: adOfBo.id, ...MESSAGE_INPUT }),
    ...repeatCall(3, `${CONVERSATIONS}.reply`, anna, { ...key, ...MESSAGE_INPUT }),
    ...repeatCall(2, 'marketplace.announcements.create', bo, adInput),
    ...repeatCall(2, 'marketplace.reports.create', withNewAddress(anna), {
      ...REPORT_INPUT,
      reported_user_id: bo.id,
    }),
    ...repeatCall(1, 'marketplace.reports.create', withNewAddress(bo), {
      ...REPORT_INPUT,
      reported_user_id: anna.id,
    }),
    ...deletedMembers.flatMap(({ id }) =>
      admins.flatMap((admin) => repeatCall(1, 'admin.accounts.delete', admin, { id })),
    ),
  ]);
  const responses = await sendAtOnce(calls, turn);
  for (const { id } of deletedMembers) {
    const isDeletion = ({ name, input }: ConcurrentCall) =>
      name === 'admin.accounts.delete' && input.id === id;
    verdict.expectOneSuccess(
      responses.filter((_, at) => calls[at] && isDeletion(calls[at])),
      [404, 'account.not_found'],
    );
  }
  verdict.checkStatuses(
    responses.filter((_, at) => calls[at]?.name !== 'admin.accounts.delete'),
    [200, 401, 404],
  );
  for (const { id } of deletedMembers) {
    await expectDeleted(arena, verdict, id);
    const auditEntries = await db.select().from(auditLog).where(eq(auditLog.record_id, id));
    verdict.count(auditEntries.length, 1, 'audit entries of a deletion');
  }
  const conversationsLeft = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(or(eq(conversations.announcement_id, ad.id), eq(conversations.announcement_id, adOfBo.id)));
  verdict.count(conversationsLeft.length, 0, 'conversations left');
  verdict.count(
    await countMessagesBy(arena, anna.id),
    0,
    'messages left in conversations with the deleted member',
  );
};

async function expectDeleted({ db }: Parameters<Round>[0], { count }: Parameters<Round>[1], id: string) {
  const left = [
    [(await db.select().from(accounts).where(eq(accounts.id, id))).length, 'accounts'],
    [(await db.select().from(announcements).where(eq(announcements.user_id, id))).length, 'ads'],
    [
      (await db.select().from(conversations).where(eq(conversations.participant_id, id))).length,
      'conversations',
    ],
    [(await db.select().from(messages).where(eq(messages.sender_id, id))).length, 'messages'],
    [(await db.select().from(sessions).where(eq(sessions.user_id, id))).length, 'sessions'],
    [(await db.select().from(reports).where(eq(reports.reported_user_id, id))).length, 'reports about'],
    [(await db.select().from(reports).where(eq(reports.reporter_id, id))).length, 'reports by'],
    [(await db.select().from(outbox)).filter(({ about }) => about.receiver_id === id).length, 'mails'],
  ] as const;
  for (const [found, what] of left) count(found, 0, `${what} of a deleted account`);
  const recorded = await db
    .select()
    .from(deletedAccounts)
    .where(eq(deletedAccounts.id_hash, hashToken(id)));
  count(recorded.length, 1, 'records of the deletion');
}

let cachedHash: Promise<string> | undefined;
const passwordHash = () => {
  cachedHash ??= hashPassword(PASSWORD);
  return cachedHash;
};

/** In odd rounds both parties delete their accounts. In even ones, the one who stays keeps all messages. */
export const ownAccountDeletion: Round = async (arena, verdict, turn) => {
  const { db, sendAtOnce } = arena;
  const password_hash = await passwordHash();
  const [anna, bo] = [await makeMember(db, { password_hash }), await makeMember(db, { password_hash })];
  const ad = await makeAnnouncement(db, { user_id: anna.id });
  const adOfBo = await makeAnnouncement(db, { user_id: bo.id });
  const key = { announcement_id: ad.id, other_user_id: bo.id };
  await sendAtOnce(
    repeatCall(1, `${CONVERSATIONS}.send`, bo, { announcement_id: ad.id, ...MESSAGE_INPUT }),
    0,
  );
  const deletedMembers = turn % 2 ? [anna, bo] : [bo];
  const DELETE_ACCOUNT = 'marketplace.privacy.deleteAccount';
  const calls: ConcurrentCall[] = shuffle([
    ...repeatCall(5, `${CONVERSATIONS}.send`, bo, { announcement_id: ad.id, ...MESSAGE_INPUT }),
    ...repeatCall(6, `${CONVERSATIONS}.send`, anna, { announcement_id: adOfBo.id, ...MESSAGE_INPUT }),
    ...repeatCall(5, `${CONVERSATIONS}.reply`, anna, { ...key, ...MESSAGE_INPUT }),
    ...deletedMembers.flatMap((caller) => repeatCall(2, DELETE_ACCOUNT, caller, { password: PASSWORD })),
  ]);
  const responses = await sendAtOnce(calls, turn);
  const responsesTo = (isMatch: (call: ConcurrentCall) => boolean) =>
    responses.filter((_, at) => calls[at] && isMatch(calls[at]));
  for (const one of deletedMembers) {
    verdict.expectOneSuccess(
      responsesTo(({ name, caller }) => name === DELETE_ACCOUNT && caller === one),
      [401, 'request.unauthorized'],
    );
    await expectDeleted(arena, verdict, one.id);
  }
  // A member who has left accepts no more messages: 409.
  verdict.checkStatuses(
    responsesTo(({ name }) => name !== DELETE_ACCOUNT),
    [200, 401, 404, 409],
  );
  if (deletedMembers.length > 1) return;
  const sent = responsesTo(({ name, caller }) => name !== DELETE_ACCOUNT && caller === anna).filter(
    ({ status }) => status === 200,
  );
  verdict.count(await countMessagesBy(arena, anna.id), sent.length, 'messages kept');
};

/**
 * Afterwards the member has no session, not even from a concurrent login. Every acknowledged message is stored once,
 * and there is one audit entry.
 */
export const suspension: Round = async (arena, verdict, turn) => {
  const { db, sendAtOnce, admins } = arena;
  const password_hash = await passwordHash();
  const [anna, bo] = [await makeMember(db), await makeMember(db, { password_hash })];
  const ad = await makeAnnouncement(db, { user_id: anna.id });
  const adOfBo = await makeAnnouncement(db, { user_id: bo.id });
  const calls: ConcurrentCall[] = shuffle([
    ...repeatCall(8, `${CONVERSATIONS}.send`, bo, { announcement_id: ad.id, ...MESSAGE_INPUT }),
    ...repeatCall(6, `${CONVERSATIONS}.send`, anna, { announcement_id: adOfBo.id, ...MESSAGE_INPUT }),
    ...Array.from({ length: 4 }, () => ({
      name: 'marketplace.accounts.login',
      caller: { headers: newCaller() },
      input: { email: bo.email, password: PASSWORD },
    })),
    ...admins.flatMap((admin) =>
      repeatCall(1, 'admin.accounts.update', admin, { id: bo.id, is_suspended: true }),
    ),
  ]);
  const responses = await sendAtOnce(calls, turn);
  const responsesTo = (name: string, caller?: Member) =>
    responses.filter((_, at) => calls[at]?.name === name && (!caller || calls[at]?.caller === caller));
  verdict.checkStatuses(responsesTo('admin.accounts.update'), [200]);
  verdict.checkStatuses(responsesTo('marketplace.accounts.login'), [200, 401]);
  verdict.checkStatuses(responsesTo(`${CONVERSATIONS}.send`, bo), [200, 401]);
  // A suspended member accepts no new conversation.
  verdict.checkStatuses(responsesTo(`${CONVERSATIONS}.send`, anna), [200, [409, 'conversation.closed']]);
  for (const member of [anna, bo]) {
    const sent = responsesTo(`${CONVERSATIONS}.send`, member).filter(({ status }) => status === 200).length;
    verdict.count(await countMessagesBy(arena, member.id), sent, 'messages stored');
  }
  const [row] = await db.select().from(accounts).where(eq(accounts.id, bo.id));
  verdict.check(row?.is_suspended === true, 'the member is not suspended');
  const openSessions = await db.select().from(sessions).where(eq(sessions.user_id, bo.id));
  verdict.count(openSessions.length, 0, 'sessions of a suspended member');
  const auditEntries = await db.select().from(auditLog).where(eq(auditLog.record_id, bo.id));
  verdict.count(auditEntries.length, 1, 'audit entries of a suspension');
};
