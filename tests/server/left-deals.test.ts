import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import {
  accounts,
  announcements,
  conversations,
  dealSteps,
  events,
  evidence,
  messages,
} from '#db/schema/index.ts';
import type { ConversationDetail, ConversationSummary } from '#src/features/conversations/contract.ts';
import { sweepDeals } from '#src/features/conversations/service.ts';
import type { AdminReport, AdminReportDetail } from '#src/features/reports/admin/contract.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { backupsOf } from '#tests/support/backup.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAdmin, makeMember } from '#tests/support/content.ts';
import { type Member, makeConversation } from '#tests/support/inbox.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { newCaller } from '#tests/support/transports.ts';

const transport = 'trpc';

const NOW = new Date('2027-01-15T08:00:00Z');
const DAY_MS = 86_400_000;
const PASSWORD = 'Vasaloppet90';

let now = NOW;
const hash = await hashPassword(PASSWORD);
const app = await appOfFile({ now: () => now });
beforeEach(async () => {
  now = NOW;
  for (const table of [accounts, events, evidence]) await app.db.delete(table);
});

const makePerson = (full_name: string) => makeMember(app.db, { full_name, password_hash: hash });
const leave = async (member: Member) =>
  expect(
    (await call(app, 'rest', 'marketplace.privacy.deleteAccount', member, { password: PASSWORD })).status,
  ).toBe(200);
const inboxOf = async (member: Member) =>
  (await call<ConversationSummary[]>(app, 'rest', 'marketplace.conversations.list', member)).body;
const openFirst = async (member: Member) => {
  const [summary] = await inboxOf(member);
  const { announcement_id, other_user } = summary as ConversationSummary;
  const key = { announcement_id, other_user_id: other_user.id };
  return (await call<ConversationDetail>(app, 'rest', 'marketplace.conversations.open', member, key)).body;
};
const report = (member: Member, { other_user, announcement }: ConversationDetail) =>
  call<{ id: string; status: string }>(
    app,
    'rest',
    'marketplace.reports.create',
    { headers: { ...newCaller(), ...member.headers } },
    {
      reported_user_id: other_user.id,
      related_announcement_id: announcement.id,
      reason: 'fraud',
      description: 'Platsen fanns inte.',
    },
  );

/** Anna sells to Bo, and both have written. */
async function makeDeal() {
  const [anna, bo] = [await makePerson('Anna Ek'), await makePerson('Bo Ask')];
  const { announcement, conversation } = await makeConversation(app.db, {
    owner: anna,
    participant: bo,
    written: [
      { by: bo, text: 'Är den kvar?', at: '2027-01-10T08:00:00Z' },
      { by: anna, text: 'Ja. Swisha 400 kr.', at: '2027-01-10T09:00:00Z', isRead: false },
    ],
  });
  return { anna, bo, announcement, conversation };
}
type Deal = Awaited<ReturnType<typeof makeDeal>>;

const setAd = ({ announcement }: Deal, values: Partial<typeof announcements.$inferInsert>) =>
  app.db.update(announcements).set(values).where(eq(announcements.id, announcement.id));
const AGREEMENTS: Record<string, (deal: Deal) => Promise<unknown>> = {
  'a reserved place': (deal) =>
    setAd(deal, { reserved_for: deal.bo.id, reserved_until: '2027-01-17T08:00:00Z' }),
  'a completed ad': (deal) => setAd(deal, { is_completed: true, completed_at: NOW.toISOString() }),
  'a ticked step': ({ conversation, anna }) =>
    app.db.insert(dealSteps).values({ conversation_id: conversation.id, step: 'agreed', done_by: anna.id }),
};

describe.each(Object.entries(AGREEMENTS))('the thread of a deal with %s', (_, agree) => {
  test.each(['seller', 'buyer'] as const)(
    'stays readable without name and phone after the %s deletes their account',
    async (role) => {
      const deal = await makeDeal();
      await agree(deal);
      const [leaver, stayer] = role === 'seller' ? [deal.anna, deal.bo] : [deal.bo, deal.anna];
      const before = await openFirst(stayer);
      await leave(leaver);
      const after = await openFirst(stayer);
      expect(after.other_user).toEqual({
        id: deal.conversation.id,
        name: 'Tidigare medlem',
        is_deleted: true,
        phone: null,
        facts: null,
      });
      const anonymous = (id: string) => (id === leaver.id ? deal.conversation.id : id);
      expect(after.messages.map(({ sender_id, message_text }) => [sender_id, message_text])).toEqual(
        before.messages.map(({ sender_id, message_text }) => [anonymous(sender_id), message_text]),
      );
      expect(after.deal.steps).toEqual(
        before.deal.steps.map((step) => ({ ...step, done_by: step.done_by && anonymous(step.done_by) })),
      );
      expect(after.announcement.price).toBe(before.announcement.price);
      expect(after.kept_until).toBe(new Date(NOW.getTime() + 180 * DAY_MS).toISOString());
      const stored = JSON.stringify([
        await app.db.select().from(messages),
        await app.db.select().from(conversations),
        await app.db.select().from(dealSteps),
      ]);
      expect(stored).not.toContain(leaver.id);
    },
  );

  test('loses the words of the one who left after 180 days, and keeps those of the other', async () => {
    const deal = await makeDeal();
    await agree(deal);
    await leave(deal.anna);
    now = new Date(NOW.getTime() + 180 * DAY_MS - 1000);
    await sweepDeals(app.context);
    expect(await app.db.select().from(messages)).toHaveLength(2);
    now = new Date(NOW.getTime() + 180 * DAY_MS + 1000);
    await sweepDeals(app.context);
    expect((await app.db.select().from(messages)).map(({ sender_id }) => sender_id)).toEqual([deal.bo.id]);
    const [row] = await app.db.select().from(conversations);
    expect([row?.left_at, row?.final_price]).toEqual([null, null]);
    const [summary] = await inboxOf(deal.bo);
    expect(summary?.other_user.name).toBe('Borttagen användare');
  });

  test('is gone once the other leaves too', async () => {
    const deal = await makeDeal();
    await agree(deal);
    await leave(deal.anna);
    await leave(deal.bo);
    for (const table of [conversations, messages, dealSteps])
      expect(await app.db.select().from(table)).toEqual([]);
  });
});

describe.each(Object.entries(AGREEMENTS))('an ad that its owner deletes, with %s,', (_, agree) => {
  test('leaves the deal to the other', async () => {
    const deal = await makeDeal();
    await agree(deal);
    await setAd(deal, { final_price: 400 });
    const before = await openFirst(deal.bo);
    const { id } = deal.announcement;
    expect((await call(app, transport, 'marketplace.announcements.delete', deal.anna, { id })).status).toBe(
      200,
    );
    const after = await openFirst(deal.bo);
    expect(after.messages.map(({ message_text }) => message_text)).toEqual(
      before.messages.map(({ message_text }) => message_text),
    );
    expect(after.deal.steps.map(({ done_by }) => !!done_by)).toEqual(
      before.deal.steps.map(({ done_by }) => !!done_by),
    );
    expect([after.announcement.price, after.final_price]).toEqual([before.announcement.price, 400]);
    expect(after.kept_until).toBe(new Date(NOW.getTime() + 180 * DAY_MS).toISOString());
    expect((await report(deal.bo, after)).status).toBe(200);
    expect(await inboxOf(deal.anna)).toEqual([]);
    await leave(deal.anna);
    expect((await openFirst(deal.bo)).messages).toHaveLength(2);
  });
});

test('an ad that its owner deletes takes conversations without a deal along', async () => {
  const { anna, announcement } = await makeDeal();
  await call(app, 'rest', 'marketplace.announcements.delete', anna, { id: announcement.id });
  expect(await app.db.select().from(conversations)).toEqual([]);
});

test('what the seller got for the place is kept with the deal', async () => {
  const deal = await makeDeal();
  await AGREEMENTS['a ticked step']?.(deal);
  await setAd(deal, { is_completed: true, final_price: 400 });
  expect((await openFirst(deal.bo)).final_price).toBeNull();
  await leave(deal.anna);
  expect((await openFirst(deal.bo)).final_price).toBe(400);
});

test('a conversation without a deal keeps only the words of the other', async () => {
  const { anna, bo } = await makeDeal();
  await leave(anna);
  const { messages: left, kept_until, other_user } = await openFirst(bo);
  expect([left.map(({ message_text }) => message_text), kept_until]).toEqual([['Är den kvar?'], null]);
  expect(other_user.name).toBe('Borttagen användare');
});

describe('a member who left a deal', () => {
  async function leftDeal(role: 'seller' | 'buyer' = 'seller') {
    const deal = await makeDeal();
    await AGREEMENTS['a reserved place']?.(deal);
    const [leaver, stayer] = role === 'seller' ? [deal.anna, deal.bo] : [deal.bo, deal.anna];
    await leave(leaver);
    return { ...deal, stayer, thread: await openFirst(stayer) };
  }

  test.each(['seller', 'buyer'] as const)('can be reported: the %s', async (role) => {
    const { stayer, thread } = await leftDeal(role);
    const { status, body } = await report(stayer, thread);
    expect([status, body.status]).toEqual([200, 'new']);
    const admin = await makeAdmin(app.db);
    const [listed] = (await call<AdminReport[]>(app, 'rest', 'admin.reports.list', admin)).body;
    expect(listed).toMatchObject({
      id: body.id,
      reporter_name: stayer.full_name,
      reported_user: { id: null, full_name: 'Tidigare medlem' },
      kept_until: thread.kept_until,
    });
    const detail = (await call<AdminReportDetail>(app, 'rest', 'admin.reports.get', admin, { id: body.id }))
      .body;
    expect(detail.messages.map(({ by, message_text }) => [by, message_text])).toEqual([
      [role === 'seller' ? 'reporter' : 'reported', 'Är den kvar?'],
      [role === 'seller' ? 'reported' : 'reporter', 'Ja. Swisha 400 kr.'],
    ]);
    const handled = { id: body.id, status: 'handled' };
    expect((await call(app, 'rest', 'admin.reports.setStatus', admin, handled)).status).toBe(200);
  });

  test('can be reported only by the other party', async () => {
    const { thread } = await leftDeal();
    const stranger = await makePerson('Cilla Alm');
    const input = { reported_user_id: thread.other_user.id, reason: 'fraud', description: 'x' };
    const response = await call(app, transport, 'marketplace.reports.create', stranger, input);
    expect(outcomeOf(response).slice(0, 2)).toEqual([404, 'account.not_found']);
    expect(await app.db.select().from(evidence)).toEqual([]);
  });

  test('is still anonymous, with the thread, in a restored backup, also in one from before they left', async () => {
    const deal = await makeDeal();
    await AGREEMENTS['a reserved place']?.(deal);
    const admin = await makeAdmin(app.db);
    const backups = backupsOf(app, admin.headers);
    const before = await backups.export();
    await leave(deal.anna);
    const after = await backups.export();
    const thread = async () => {
      const [{ id, left_at } = {}] = await app.db.select().from(conversations);
      const texts = (await app.db.select().from(messages)).map(({ sender_id, message_text }) => [
        sender_id,
        message_text,
      ]);
      return { id, left_at: left_at && new Date(left_at).toISOString(), texts: texts.sort() };
    };
    const expected = await thread();
    expect(expected.left_at).toBe(NOW.toISOString());
    now = new Date(NOW.getTime() + 10 * DAY_MS);
    for (const backup of [after, before]) {
      const { body } = await backups.import(backup);
      expect(Object.values(body.collections).filter(({ status }) => status !== 'success')).toEqual([]);
      expect(await thread()).toEqual(expected);
    }
  });
});
