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
} from '../../../db/schema';
import { hashPassword } from '../../../src/platform/passwords';
import { hashToken } from '../../../src/platform/tokens';
import { PASSWORD } from '../../support/accounts';
import { makeAnnouncement, makeEvent, makeMember } from '../../support/content';
import { newCaller } from '../../support/transports';
import { type ConcurrentCall, type Round, repeatCall, shuffle } from './arena';
import { countMessagesBy } from './messages';

const CONVERSATIONS = 'marketplace.conversations';
const text = { message_text: 'Hej' };
const REPORT_INPUT = { reason: 'spam', description: 'x' };
type Member = Awaited<ReturnType<typeof makeMember>>;

/** Rate limits per address are not tested here. */
const withNewAddress = ({ id, headers }: Member) => ({ id, headers: { ...headers, ...newCaller() } });

/** Calls succeed or report that the account is gone. In odd rounds the other party is deleted at the same moment. */
export const accountDeletion: Round = async (arena, verdict, turn) => {
  const { db, sendAtOnce: rush, admins } = arena;
  const [anna, bo] = [await makeMember(db), await makeMember(db)];
  const ad = await makeAnnouncement(db, { user_id: anna.id });
  const ofBo = await makeAnnouncement(db, { user_id: bo.id });
  const event = await makeEvent(db);
  const key = { announcement_id: ad.id, other_user_id: bo.id };
  await rush(repeatCall(1, `${CONVERSATIONS}.send`, bo, { announcement_id: ad.id, ...text }), 0);
  const gone = turn % 2 ? [anna, bo] : [bo];
  const place = { announcement_type: 'sale', event_id: event.id, distance: '10 km', price: 1 };
  const asks: ConcurrentCall[] = shuffle([
    ...repeatCall(4, `${CONVERSATIONS}.send`, bo, { announcement_id: ad.id, ...text }),
    ...repeatCall(4, `${CONVERSATIONS}.send`, anna, { announcement_id: ofBo.id, ...text }),
    ...repeatCall(3, `${CONVERSATIONS}.reply`, anna, { ...key, ...text }),
    ...repeatCall(2, 'marketplace.announcements.create', bo, place),
    ...repeatCall(2, 'marketplace.reports.create', withNewAddress(anna), {
      ...REPORT_INPUT,
      reported_user_id: bo.id,
    }),
    ...repeatCall(1, 'marketplace.reports.create', withNewAddress(bo), {
      ...REPORT_INPUT,
      reported_user_id: anna.id,
    }),
    ...gone.flatMap(({ id }) =>
      admins.flatMap((admin) => repeatCall(1, 'admin.accounts.delete', admin, { id })),
    ),
  ]);
  const responses = await rush(asks, turn);
  for (const { id } of gone) {
    const isDeletion = ({ name, input }: ConcurrentCall) =>
      name === 'admin.accounts.delete' && input.id === id;
    verdict.expectOneSuccess(
      responses.filter((_, at) => asks[at] && isDeletion(asks[at])),
      [404, 'account.not_found'],
    );
  }
  verdict.checkStatuses(
    responses.filter((_, at) => asks[at]?.name !== 'admin.accounts.delete'),
    [200, 401, 404],
  );
  for (const { id } of gone) {
    await expectDeleted(arena, verdict, id);
    const acts = await db.select().from(auditLog).where(eq(auditLog.record_id, id));
    verdict.count(acts.length, 1, 'audit entries of a deletion');
  }
  const talk = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(or(eq(conversations.announcement_id, ad.id), eq(conversations.announcement_id, ofBo.id)));
  verdict.count(talk.length, 0, 'conversations left');
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
    .where(eq(deletedAccounts.id_hash, await hashToken(id)));
  count(recorded.length, 1, 'records of the deletion');
}

let cachedHash: Promise<string> | undefined;
const passwordHash = () => {
  cachedHash ??= hashPassword(PASSWORD);
  return cachedHash;
};

/** In odd rounds the other party leaves too. Whoever stays keeps all own messages that were acknowledged. */
export const ownAccountDeletion: Round = async (arena, verdict, turn) => {
  const { db, sendAtOnce: rush } = arena;
  const password_hash = await passwordHash();
  const [anna, bo] = [await makeMember(db, { password_hash }), await makeMember(db, { password_hash })];
  const ad = await makeAnnouncement(db, { user_id: anna.id });
  const ofBo = await makeAnnouncement(db, { user_id: bo.id });
  const key = { announcement_id: ad.id, other_user_id: bo.id };
  await rush(repeatCall(1, `${CONVERSATIONS}.send`, bo, { announcement_id: ad.id, ...text }), 0);
  const gone = turn % 2 ? [anna, bo] : [bo];
  const leave = 'marketplace.privacy.deleteAccount';
  const asks: ConcurrentCall[] = shuffle([
    ...repeatCall(5, `${CONVERSATIONS}.send`, bo, { announcement_id: ad.id, ...text }),
    ...repeatCall(6, `${CONVERSATIONS}.send`, anna, { announcement_id: ofBo.id, ...text }),
    ...repeatCall(5, `${CONVERSATIONS}.reply`, anna, { ...key, ...text }),
    ...gone.flatMap((who) => repeatCall(2, leave, who, { password: PASSWORD })),
  ]);
  const responses = await rush(asks, turn);
  const of = (isOf: (ask: ConcurrentCall) => boolean) =>
    responses.filter((_, at) => asks[at] && isOf(asks[at]));
  for (const one of gone) {
    verdict.expectOneSuccess(
      of(({ name, who }) => name === leave && who === one),
      [401, 'request.unauthorized'],
    );
    await expectDeleted(arena, verdict, one.id);
  }
  // A member who has left accepts no more messages: 409.
  verdict.checkStatuses(
    of(({ name }) => name !== leave),
    [200, 401, 404, 409],
  );
  if (gone.length > 1) return;
  const sent = of(({ name, who }) => name !== leave && who === anna).filter(({ status }) => status === 200);
  verdict.count(await countMessagesBy(arena, anna.id), sent.length, 'messages kept');
};

/**
 * Afterwards the member has no session, not even from a concurrent login. Every acknowledged message is stored once,
 * and there is one audit entry.
 */
export const suspension: Round = async (arena, verdict, turn) => {
  const { db, sendAtOnce: rush, admins } = arena;
  const password_hash = await passwordHash();
  const [anna, bo] = [await makeMember(db), await makeMember(db, { password_hash })];
  const ad = await makeAnnouncement(db, { user_id: anna.id });
  const ofBo = await makeAnnouncement(db, { user_id: bo.id });
  const asks: ConcurrentCall[] = shuffle([
    ...repeatCall(8, `${CONVERSATIONS}.send`, bo, { announcement_id: ad.id, ...text }),
    ...repeatCall(6, `${CONVERSATIONS}.send`, anna, { announcement_id: ofBo.id, ...text }),
    ...Array.from({ length: 4 }, () => ({
      name: 'marketplace.accounts.login',
      who: { headers: newCaller() },
      input: { email: bo.email, password: PASSWORD },
    })),
    ...admins.flatMap((admin) =>
      repeatCall(1, 'admin.accounts.update', admin, { id: bo.id, is_suspended: true }),
    ),
  ]);
  const responses = await rush(asks, turn);
  const of = (name: string, who?: Member) =>
    responses.filter((_, at) => asks[at]?.name === name && (!who || asks[at]?.who === who));
  verdict.checkStatuses(of('admin.accounts.update'), [200]);
  verdict.checkStatuses(of('marketplace.accounts.login'), [200, 401]);
  verdict.checkStatuses(of(`${CONVERSATIONS}.send`, bo), [200, 401]);
  // A suspended member accepts no new conversation.
  verdict.checkStatuses(of(`${CONVERSATIONS}.send`, anna), [200, [409, 'conversation.closed']]);
  for (const member of [anna, bo]) {
    const sent = of(`${CONVERSATIONS}.send`, member).filter(({ status }) => status === 200).length;
    verdict.count(await countMessagesBy(arena, member.id), sent, 'messages stored');
  }
  const [row] = await db.select().from(accounts).where(eq(accounts.id, bo.id));
  verdict.check(row?.is_suspended === true, 'the member is not suspended');
  const open = await db.select().from(sessions).where(eq(sessions.user_id, bo.id));
  verdict.count(open.length, 0, 'sessions of a suspended member');
  const acts = await db.select().from(auditLog).where(eq(auditLog.record_id, bo.id));
  verdict.count(acts.length, 1, 'audit entries of a suspension');
};
