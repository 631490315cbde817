import { beforeEach, describe, expect, test } from 'bun:test';
import {
  accounts,
  admins,
  contactMessages,
  eventProposals,
  events,
  evidence,
  linkChecks,
  notices,
  outbox,
  reports,
  sourceChanges,
  sources,
  statements,
  submissions,
} from '#db/schema/index.ts';
import type { Overview } from '#src/features/admins/contract.ts';
import { forgetCount } from '#src/features/duplicates/service.ts';
import { WORK_KINDS, type Work } from '#src/features/work/contract.ts';
import { queueDigests } from '#src/features/work/digest/service.ts';
import { composers } from '#src/mails.ts';
import { call } from '#tests/support/call.ts';
import { makeAccount, makeAdmin, makeEvent, makeMessage, makeSubmission } from '#tests/support/content.ts';
import { makeNotice, makeStatement, OBJECTION } from '#tests/support/moderation.ts';
import { appOfFile } from '#tests/support/of-file.ts';

const transport = 'trpc';

/** A Monday, 07:00 in Stockholm. */
const MONDAY = new Date('2027-01-18T06:00:00.000Z');
let now = MONDAY;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
const app = await appOfFile({ now: () => now });
beforeEach(async () => {
  now = MONDAY;
  for (const table of [
    ...[submissions, notices, statements, reports, evidence, eventProposals, sources, sourceChanges],
    ...[linkChecks, contactMessages, events, outbox, accounts, admins],
  ])
    await app.db.delete(table);
  forgetCount(app.context);
  admin = await makeAdmin(app.db);
});

const work = async () => (await call<Work>(app, 'rest', 'admin.work.get', admin)).body;
const NOTHING = Object.fromEntries(WORK_KINDS.map((kind) => [kind, 0]));

async function makeOneOfEach() {
  const event = await makeEvent(app.db, { event_name: 'Vasaloppet', ort: 'Mora' });
  await makeEvent(app.db, { event_name: 'Vasalopet', ort: 'Mora' });
  await makeSubmission(app.db, { submitted_at: '2026-01-03T10:00:00.000Z' });
  await makeSubmission(app.db, { submitted_at: '2026-01-02T10:00:00.000Z' });
  await makeSubmission(app.db, { status: 'rejected', submitted_at: '2026-01-01T10:00:00.000Z' });
  const proposal = { event_id: event.id, organiser_email: 'a@lopp.example', before: {}, after: {} };
  await app.db.insert(eventProposals).values([proposal, { ...proposal, status: 'approved' }]);
  await makeNotice(app.db, { announcement_id: null });
  await makeStatement(app.db, { ...OBJECTION, kind: 'ad_deleted' });
  const about = {
    reported_user_id: (await makeAccount(app.db)).id,
    reporter_id: (await makeAccount(app.db)).id,
    reason: 'spam' as const,
    reporter_name: 'Bo',
    reporter_email: 'bo@lopp.example',
    description: 'x',
  };
  await app.db.insert(reports).values([about, { ...about, status: 'handled' }]);
  await makeMessage(app.db);
  await makeMessage(app.db, { is_read: true });
  const [source] = await app.db
    .insert(sources)
    .values({ name: 'SFIF', url: 'https://a.example/' })
    .returning();
  await app.db.insert(sourceChanges).values([
    { source_id: source?.id ?? '', key: 'a', after: {} },
    { source_id: source?.id ?? '', key: 'b', after: {}, status: 'ignored' },
  ]);
  const link = { url: 'https://b.example/', host: 'b.example' };
  await app.db.insert(linkChecks).values([
    { ...link, id: Bun.randomUUIDv7(), status: 'dead', failing_since: '2026-01-05T10:00:00.000Z' },
    { ...link, id: Bun.randomUUIDv7(), url: 'https://b.example/2', status: 'failing' },
  ]);
}

describe("the week's work", () => {
  test('counts what waits, and since when', async () => {
    await makeOneOfEach();
    const { status, body } = await call<Work>(app, transport, 'admin.work.get', admin);
    expect(status).toBe(200);
    const { oldest, stale_since, ...counts } = body;
    expect(stale_since).toBeNull();
    expect(counts).toEqual({
      ...Object.fromEntries(WORK_KINDS.map((kind) => [kind, 1])),
      submissions: 2,
    } as never);
    expect(oldest).toMatchObject({
      submissions: '2026-01-02T10:00:00.000Z',
      dead_links: '2026-01-05T10:00:00.000Z',
      duplicates: null,
    });
  });

  test('is what the tabs of the portal count', async () => {
    await makeOneOfEach();
    const { body } = await app.trpc<Overview>('query', 'admin.admins.overview', {
      headers: admin.headers,
    });
    expect(body).toMatchObject({
      pending_submissions: 3,
      open_reports: 1,
      open_cases: 2,
      unread_messages: 1,
    });
  });

  test('is empty in an empty calendar', async () => {
    expect(await work()).toEqual({
      ...NOTHING,
      oldest: Object.fromEntries(WORK_KINDS.map((kind) => [kind, null])),
      stale_since: null,
    } as never);
  });

  test('counts at most 1,000 of a kind', async () => {
    await app.sql`insert into contact_messages (id, name, email, subject, message)
      select gen_random_uuid(), 'Bo', 'bo@lopp.example', 'x', 'x' from generate_series(1, 1100)`;
    expect((await work()).contact_messages).toBe(1000);
  });

  test('has a number of duplicates that is a minute old at most, and new after a decision', async () => {
    const [a, b] = [
      await makeEvent(app.db, { event_name: 'Ett lopp' }),
      await makeEvent(app.db, { event_name: 'Ett-lopp' }),
    ];
    expect((await work()).duplicates).toBe(1);
    await app.db.delete(events);
    expect((await work()).duplicates).toBe(1);
    now = new Date(MONDAY.getTime() + 61_000);
    expect((await work()).duplicates).toBe(0);
    await app.db.insert(events).values([a, b]);
    now = new Date(MONDAY.getTime() + 122_000);
    expect((await work()).duplicates).toBe(1);
    await call(app, 'rest', 'admin.duplicates.dismiss', admin, { id: a.id, other_id: b.id });
    expect((await work()).duplicates).toBe(0);
  });
});

describe('the weekly digest', () => {
  const context = () => ({ ...app.context, now: () => now, siteUrl: 'https://lopp.example' });
  const wantingAdmin = (email = 'vera@lopp.example') => makeAdmin(app.db, { email, wants_digest: true });
  const queued = async () =>
    (await app.db.select({ kind: outbox.kind, about: outbox.about }).from(outbox)).map(({ kind, about }) => [
      kind,
      about.email,
    ]);

  test('is queued once an admin and week, also by two instances at once', async () => {
    await makeMessage(app.db);
    await wantingAdmin();
    await wantingAdmin('olle@lopp.example');
    await makeAdmin(app.db, { email: 'nej@lopp.example' });
    await makeAdmin(app.db, { wants_digest: true });
    await Promise.all(Array.from({ length: 10 }, () => queueDigests(context())));
    const once = [
      ['admin.digest', 'olle@lopp.example'],
      ['admin.digest', 'vera@lopp.example'],
    ];
    expect((await queued()).sort()).toEqual(once);
    now = new Date('2027-01-18T19:00:00.000Z');
    await queueDigests(context());
    expect(await queued()).toHaveLength(2);
    now = new Date('2027-01-25T06:00:00.000Z');
    await queueDigests(context());
    expect(await queued()).toHaveLength(4);
  });

  test.each([
    ['before 07:00 on Monday', '2027-01-18T05:59:59.000Z'],
    ['late on Monday', '2027-01-18T20:00:00.000Z'],
    ['on Thursday', '2027-01-21T06:00:00.000Z'],
    ['on Sunday', '2027-01-17T06:00:00.000Z'],
  ])('is not queued %s', async (_, at) => {
    await makeMessage(app.db);
    await wantingAdmin();
    now = new Date(at);
    await queueDigests(context());
    expect(await queued()).toEqual([]);
  });

  test('is queued on Wednesday if no server ran since Sunday, and on the next Monday again', async () => {
    await makeMessage(app.db);
    await makeAdmin(app.db, { email: 'vera@lopp.example', wants_digest: true, digest_sent_on: '2027-01-11' });
    for (const [at, count] of [
      ['2027-01-17T06:00:00.000Z', 0],
      ['2027-01-20T06:00:00.000Z', 1],
      ['2027-01-21T06:00:00.000Z', 1],
      ['2027-01-25T06:00:00.000Z', 2],
    ] as const) {
      now = new Date(at);
      await queueDigests(context());
      expect(await queued()).toHaveLength(count);
    }
  });

  test('begins on the Monday after it was chosen, and is not sent again when it is chosen again', async () => {
    await makeMessage(app.db);
    const choose = (wants_digest: boolean) =>
      call(app, 'rest', 'admin.admins.updateMe', admin, { email: 'vera@lopp.example', wants_digest });
    for (const [at, count] of [
      ['2027-01-19T06:00:00.000Z', 0],
      ['2027-01-25T06:00:00.000Z', 1],
      ['2027-01-25T07:00:00.000Z', 1],
    ] as const) {
      now = new Date(at);
      await choose(false);
      expect((await choose(true)).status).toBe(200);
      await queueDigests(context());
      expect(await queued()).toHaveLength(count);
    }
  });

  test('is not mailed this week if nothing waits on Monday morning', async () => {
    await wantingAdmin();
    await queueDigests(context());
    await makeMessage(app.db);
    await queueDigests(context());
    expect(await queued()).toEqual([]);
  });

  test('lists what waits when it is sent, and links to the portal', async () => {
    await makeOneOfEach();
    const { id } = await wantingAdmin();
    const about = { admin_id: id, email: 'vera@lopp.example' };
    const compose = (changes = {}) =>
      composers['admin.digest']?.(context(), { ...about, ...changes }, { attempts: 1 });
    expect(await compose()).toMatchObject({
      to: 'vera@lopp.example',
      subject: 'Att göra i kalendern: 10 väntar',
      facts: expect.arrayContaining([
        { label: 'Förfrågningar', value: '2' },
        { label: 'Döda länkar', value: '1' },
      ]),
      afterFacts: ['Det äldsta har väntat sedan 2 januari 2026.'],
      button: { url: 'https://lopp.example/admin/dashboard?tab=work' },
    });
    expect(await compose({ email: 'annan@lopp.example' })).toBeUndefined();
    await app.db.update(admins).set({ wants_digest: false });
    expect(await compose()).toBeUndefined();
  });
});
