import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import {
  announcements,
  auditLog,
  eventProposals,
  eventRevisions,
  events,
  organisers,
  outbox,
  pageViews,
  rateLimits,
  series,
} from '#db/schema/index.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type {
  AdminProposal,
  Organiser,
  OrganiserEvent,
  OrganiserView,
} from '#src/features/organisers/contract.ts';
import { sweepOrganisers } from '#src/features/organisers/service.ts';
import { storePageViews } from '#src/features/organisers/views/service.ts';
import { addViews } from '#src/features/organisers/views/store.ts';
import type { MyData } from '#src/features/privacy/contract.ts';
import { processWatches } from '#src/features/watches/processing/service.ts';
import { hashToken } from '#src/platform/tokens.ts';
import { bearer } from '#tests/support/accounts.ts';
import { backupsOf, contentOf, wipeContent } from '#tests/support/backup.ts';
import { call } from '#tests/support/call.ts';
import {
  makeAdmin,
  makeAnnouncement,
  makeMember,
  makeSeries,
  makeSubmission,
} from '#tests/support/content.ts';
import { newCaller, TRANSPORTS, testApp } from '#tests/support/transports.ts';
import { makeWatch } from '#tests/support/watches.ts';

const transport = 'rest';

const START = new Date('2027-01-15T09:00:00.000Z');
let now = START;
const db = () => app.context.database.db;
const app = await testApp({ now: () => now, mail: true });
const admin = await makeAdmin(db(), { username: 'vera' });
afterAll(() => app.stop());
beforeEach(async () => {
  now = START;
  for (const table of [announcements, events, series, auditLog, rateLimits]) await db().delete(table);
});

const RACE = {
  event_name: 'Loppet',
  event_date: '2027-05-22',
  sport_type: 'Löpning',
  distances: '10 km, 21,1 km',
  ort: 'Mora',
  landskap: 'Dalarna',
};
const as = <Body>(name: string, input: Record<string, unknown> = {}) =>
  call<Body>(app, 'rest', name, admin, input);
const create = async (more: Record<string, unknown> = {}) =>
  (await as<AdminEvent>('admin.events.create', { ...RACE, ...more })).body;
const storedOf = async (id: string) => (await db().select().from(events).where(eq(events.id, id)))[0];

let addresses = 0;
const newAddress = () => `tavling${++addresses}@loppet.example`;

async function invite(seriesId: string | null | undefined, email = newAddress()) {
  const { body } = await as<Organiser>('admin.organisers.invite', { id: seriesId, email });
  const mail = await app.nextMail(email);
  const token = /\/arrangor#([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
  return { ...body, token, headers: bearer(token) };
}

async function raceWithOrganiser(more: Record<string, unknown> = {}) {
  const event = await create(more);
  return { event, organiser: await invite(event.series_id) };
}

type Caller = { headers: Record<string, string> };
const view = (organiser: Caller) => call<OrganiserView>(app, 'rest', 'organiser.events.view', organiser);
const update = <Body = OrganiserEvent>(organiser: Caller, input: Record<string, unknown>) =>
  call<Body & { code?: string }>(app, 'rest', 'organiser.events.update', organiser, input);
const proposals = async () => (await as<AdminProposal[]>('admin.proposals.list')).body;
const review = <Body = AdminProposal>(input: Record<string, unknown>) =>
  as<Body & { code?: string }>('admin.proposals.review', input);

describe('the link of an organiser', () => {
  test('is mailed, stored as a hash, and works for 18 months', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const [row] = await db().select().from(organisers);
    expect(row?.token_hash).toBe(hashToken(organiser.token));
    expect(organiser).toMatchObject({ is_active: true, is_mailed: false, created_by: 'vera' });
    expect((await view(organiser)).body).toMatchObject({
      email: organiser.email,
      series: { name: 'Loppet', url: '/lopp/loppet' },
      events: [{ id: event.id, event_name: 'Loppet', watchers: 0, selling: 0, seeking: 0, views: [] }],
    });
    now = new Date('2028-07-15T08:59:59.000Z');
    expect((await view(organiser)).status).toBe(200);
    now = new Date('2028-07-15T09:00:00.000Z');
    expect((await view(organiser)).status).toBe(401);
  });

  test('is refused once it is revoked, on every instance', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const other = await testApp({ now: () => now, on: { target: app.target } });
    try {
      const onBoth = async () =>
        Promise.all(
          [app, other].map(
            async (one) => (await call(one, transport, 'organiser.events.view', organiser)).status,
          ),
        );
      expect(await onBoth()).toEqual([200, 200]);
      const revoking = { id: event.series_id, organiser_id: organiser.id };
      expect((await as('admin.organisers.revoke', revoking)).status).toBe(200);
      expect(await onBoth()).toEqual([401, 401]);
      const change = await call(other, transport, 'organiser.events.update', organiser, {
        id: event.id,
        sold_out: true,
      });
      expect(change.status).toBe(401);
      expect((await storedOf(event.id))?.sold_out).toBe(false);
    } finally {
      await other.stop();
    }
  });

  test('is replaced when it is mailed again', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const again = await invite(event.series_id, organiser.email);
    expect(again.id).toBe(organiser.id);
    expect((await view(organiser)).status).toBe(401);
    expect((await view(again)).status).toBe(200);
    const { body } = await as<Organiser[]>('admin.organisers.list', { id: event.series_id });
    expect(body).toMatchObject([{ email: organiser.email, is_active: true, is_mailed: true }]);
  });

  test('is mailed once if it is asked for twice before the first mail is sent', async () => {
    const withoutMail = await testApp({ now: () => now });
    const { db: itsDb } = withoutMail.context.database;
    const itsAdmin = await makeAdmin(itsDb);
    const { id } = await makeSeries(itsDb);
    const email = newAddress();
    for (let times = 0; times < 2; times++)
      await call(withoutMail, 'rest', 'admin.organisers.invite', itsAdmin, { id, email });
    expect(await itsDb.select().from(outbox)).toHaveLength(1);
    await withoutMail.stop();
  });

  test('is not burned by a GET of the page, which carries no token', async () => {
    const { organiser } = await raceWithOrganiser();
    const before = await db().select().from(organisers);
    for (let visit = 0; visit < 3; visit++) await fetch(`${app.url}/arrangor`);
    expect(await db().select().from(organisers)).toEqual(before);
    expect((await view(organiser)).status).toBe(200);
  });

  test('is written to the audit log, also when it is revoked', async () => {
    const { event, organiser } = await raceWithOrganiser();
    await as('admin.organisers.revoke', { id: event.series_id, organiser_id: organiser.id });
    const entries = await db().select().from(auditLog);
    expect(entries.map(({ action }) => action)).toEqual([
      'event.create',
      'organiser.invite',
      'organiser.revoke',
    ]);
  });

  test('moves with the series when it is merged', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const other = await create({ event_name: 'Ett annat lopp' });
    await as('admin.series.merge', { id: event.series_id, into: other.series_id });
    expect((await view(organiser)).body.events.map(({ id }) => id).sort()).toEqual(
      [event.id, other.id].sort(),
    );
  });

  test('of one series does not revoke that of another', async () => {
    const { organiser } = await raceWithOrganiser();
    const other = await create({ event_name: 'Ett annat lopp' });
    const revoking = { id: other.series_id, organiser_id: organiser.id };
    expect((await as('admin.organisers.revoke', revoking)).body).toMatchObject({
      code: 'organiser.not_found',
    });
    expect((await view(organiser)).status).toBe(200);
  });
});

describe('an organiser', () => {
  test('changes direct fields at once', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const { status, body } = await call<OrganiserEvent>(
      app,
      transport,
      'organiser.events.update',
      organiser,
      {
        id: event.id,
        version: event.version,
        status: 'cancelled',
        status_note: 'Kommunen drog in tillståndet.',
        registration_url: 'loppet.example/anmalan',
        ordinary_prices: [{ distance: '10', price: 400 }],
      },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'cancelled',
      organizer_confirmed_on: '2027-01-15',
      ordinary_prices: [{ distance: '10 km', price: 400 }],
      proposal: null,
    });
    const [revision] = await db()
      .select()
      .from(eventRevisions)
      .where(eq(eventRevisions.actor_kind, 'organiser'));
    expect(revision).toMatchObject({ actor: organiser.email, before: { status: 'scheduled' } });
  });

  test('pauses the ads of a race by cancelling it', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const ad = await makeAnnouncement(db(), { event_id: event.id });
    await update(organiser, { id: event.id, status: 'cancelled' });
    const [stored] = await db().select().from(announcements).where(eq(announcements.id, ad.id));
    expect(stored?.is_paused).toBe(true);
  });

  test('proposes reviewed fields, which change nothing before the review', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const { body } = await update(organiser, {
      id: event.id,
      event_date: '2027-05-29',
      distances: '10 km, 42,2 km',
    });
    expect(body).toMatchObject({ event_date: '2027-05-22', organizer_confirmed_on: null });
    expect(body.proposal).toMatchObject({
      before: { event_date: '2027-05-22', distances: ['10 km', '21,1 km'] },
      after: { event_date: '2027-05-29', distances: ['10 km', '42,2 km'] },
    });
    expect(await proposals()).toMatchObject([{ event_id: event.id, status: 'pending', conflicts: [] }]);
  });

  test('replaces the own proposal by a later one, and removes it without a difference', async () => {
    const { event, organiser } = await raceWithOrganiser();
    await update(organiser, { id: event.id, event_name: 'Nya loppet' });
    await update(organiser, { id: event.id, ort: 'Orsa' });
    expect((await proposals()).map(({ after }) => after)).toEqual([{ ort: 'Orsa' }]);
    await update(organiser, { id: event.id, sold_out: true });
    expect(await proposals()).toHaveLength(1);
    await update(organiser, { id: event.id, ort: 'Mora' });
    expect(await proposals()).toEqual([]);
  });

  test('has one proposal after 12 at once', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => update(organiser, { id: event.id, ort: `Ort ${index}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(await proposals()).toHaveLength(1);
  });

  test('cannot smuggle other fields', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const other = await create({ event_name: 'Ett annat lopp' });
    const before = await storedOf(event.id);
    const smuggled = {
      series_id: other.series_id,
      edition: '2031',
      latitude: 59,
      longitude: 18,
      place_source: 'admin',
      banner_text: 'Köp här',
      banner_start_date: '2027-01-01',
      banner_end_date: '2027-12-31',
      organizer_confirmed_on: '2030-01-01',
      organizer: 'Någon annan',
      additional_fields: [{ label: 'Länk', value: 'https://annan.example' }],
      previous_dates: ['2020-01-01'],
      sequence: 99,
      created_at: '2001-01-01T00:00:00Z',
    };
    for (const one of [smuggled, { ...smuggled, before: {}, after: smuggled }]) {
      const { status, body } = await update(organiser, { id: event.id, ...one });
      expect([status, body.proposal]).toEqual([200, null]);
    }
    expect(await storedOf(event.id)).toEqual(before);
    await update(organiser, { id: event.id, ort: 'Orsa', ...smuggled });
    const [proposal] = await proposals();
    expect(proposal?.after).toEqual({ ort: 'Orsa' });
    await review({ id: proposal?.id, status: 'approved' });
    expect(await storedOf(event.id)).toMatchObject({
      series_id: before?.series_id,
      banner_text: null,
      organizer: null,
      previous_dates: [],
    });
  });

  test.each(['update', 'confirm', 'copy'])('does not find the events of another series: %s', async (act) => {
    const { organiser } = await raceWithOrganiser();
    const other = await create({ event_name: 'Ett annat lopp' });
    for (const transport of TRANSPORTS) {
      const input = { id: other.id, sold_out: true };
      const answer = await call(app, transport, `organiser.events.${act}`, organiser, input);
      expect([answer.status, answer.body]).toMatchObject([404, { code: 'event.not_found' }]);
    }
    expect(await storedOf(other.id)).toMatchObject({ sold_out: false, organizer_confirmed_on: null });
  });

  test.each([
    [
      { registration_opens_on: '2027-03-01', registration_closes_on: '2027-02-01' },
      'event.registration_order',
    ],
    [{ ordinary_prices: [{ distance: '42,2 km', price: 100 }] }, 'event.transfer_distance'],
    [{ event_end_date: '2027-05-21' }, 'event.end_before_start'],
    [{ transfer_periods: [{ to: '2027-05-23' }] }, 'event.transfer_after_race'],
    [{ transfer_checked_on: '2027-01-16' }, 'event.checked_in_future'],
    [{ sport_type: 'Simning', distances: '!' }, 'event.distance'],
    [{ status: 'gone' }, 'event.choice'],
  ])('gets the error of an admin for %p', async (change, code) => {
    const { event, organiser } = await raceWithOrganiser();
    expect((await update(organiser, { id: event.id, ...change })).body).toMatchObject({ code });
    expect((await storedOf(event.id))?.version).toBe(event.version);
  });

  test('compares a date with the stored one', async () => {
    const { event, organiser } = await raceWithOrganiser({ registration_opens_on: '2027-02-01' });
    const { body } = await update(organiser, { id: event.id, registration_closes_on: '2027-01-01' });
    expect(body.code).toBe('event.registration_order');
  });

  test('can cancel a race whose stored transfer rules are invalid', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const late = { from: null, to: '2027-06-30', distances: [], fee: null, payer: null, where: null };
    await db()
      .update(events)
      .set({ transfer_periods: [late] })
      .where(eq(events.id, event.id));
    expect((await update(organiser, { id: event.id, status: 'cancelled' })).status).toBe(200);
  });

  test('changes nothing by sending the rules and prices that are stored', async () => {
    const { event, organiser } = await raceWithOrganiser({
      transfer_policy: 'allowed',
      transfer_periods: [
        { from: '2027-02-01', to: '2027-05-01', distances: [], fee: 100, payer: 'seller', where: null },
      ],
      ordinary_prices: [{ distance: '10 km', price: 400 }],
    });
    const { transfer_policy, transfer_periods, ordinary_prices } = event;
    const same = { transfer_policy, transfer_periods, ordinary_prices };
    expect((await update(organiser, { id: event.id, ...same })).body).toMatchObject({
      ...same,
      version: event.version,
      organizer_confirmed_on: null,
    });
  });

  test('gets a conflict if the event has another version', async () => {
    const { event, organiser } = await raceWithOrganiser();
    await update(organiser, { id: event.id, sold_out: true, version: event.version });
    const { status, body } = await update(organiser, {
      id: event.id,
      sold_out: false,
      version: event.version,
    });
    expect([status, body.code]).toEqual([409, 'event.changed']);
  });

  test('confirms that everything is right', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const before = await storedOf(event.id);
    await call(app, 'rest', 'organiser.events.confirm', organiser, { id: event.id });
    const { version: _, updated_at: __, ...same } = before ?? {};
    expect(await storedOf(event.id)).toMatchObject({ ...same, organizer_confirmed_on: '2027-01-15' });
    const { body } = await app.api<{ organizer_confirmed_on: string }>(`GET /events/${event.id}`);
    expect(body.organizer_confirmed_on).toBe('2027-01-15');
  });

  test('copies a race to the next year, once', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const copy = (event_date?: string) =>
      call<OrganiserEvent & { code?: string }>(app, 'rest', 'organiser.events.copy', organiser, {
        id: event.id,
        ...(event_date && { event_date }),
      });
    const answers = await Promise.all(Array.from({ length: 4 }, () => copy()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const made = answers.find(({ status }) => status === 200)?.body;
    expect(made).toMatchObject({
      event_date: '2028-05-20',
      series_id: event.series_id,
      organizer_confirmed_on: null,
    });
    expect((await copy('2028-05-27')).body).toMatchObject({ organizer_confirmed_on: '2027-01-15' });
    for (const day of ['2027-05-22', '2027-01-14', '2029-01-16'])
      expect((await copy(day)).body.code).toBe('organiser.copy_date');
  });
});

test('the calls of an organiser are limited for each link', async () => {
  const { event, organiser } = await raceWithOrganiser();
  const other = await invite(event.series_id);
  const copy = (caller: Caller) =>
    call(app, 'rest', 'organiser.events.copy', caller, { id: Bun.randomUUIDv7() });
  const statuses = [];
  for (let times = 0; times < 21; times++) statuses.push((await copy(organiser)).status);
  expect(statuses).toEqual([...Array(20).fill(404), 429]);
  expect((await copy(other)).status).toBe(404);
});

describe('a proposal', () => {
  const propose = async (change: Record<string, unknown>) => {
    const { event, organiser } = await raceWithOrganiser();
    await update(organiser, { id: event.id, ...change });
    const [proposal] = await proposals();
    return { event, organiser, id: proposal?.id ?? '' };
  };

  test('moves the race when it is approved, with the admin as actor', async () => {
    const { event, organiser, id } = await propose({
      event_date: '2027-05-29',
      ort: 'Göteborg',
      landskap: 'Västergötland',
    });
    await db().update(events).set({ geocode_due: null }).where(eq(events.id, event.id));
    const { status, body } = await review({ id, status: 'approved', admin_comments: 'Tack!' });
    expect([status, body]).toMatchObject([200, { status: 'approved', reviewed_by: 'vera' }]);
    const stored = await storedOf(event.id);
    expect(stored).toMatchObject({
      event_date: '2027-05-29',
      previous_dates: ['2027-05-22'],
      ort: 'Göteborg',
      place_source: 'gazetteer',
      organizer_confirmed_on: '2027-01-15',
    });
    expect(stored?.latitude).toBeCloseTo(57.7, 0);
    expect(stored?.geocode_due).not.toBeNull();
    const revisions = await db().select().from(eventRevisions).where(eq(eventRevisions.event_id, event.id));
    expect(revisions.filter(({ before }) => before)).toMatchObject([{ actor_kind: 'admin', actor: 'vera' }]);
    const mail = await app.nextMail(organiser.email);
    expect(mail.subject).toContain('Din ändring är införd');
    expect(mail.text).toContain('Tack!');
    expect(mail.text).not.toContain('/arrangor#');
  });

  test('that moves a race is mailed to its watchers once it is approved', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const email = newAddress();
    await makeWatch(app, { event_id: event.id, cadence: 'direct', owner: { email } });
    await processWatches(app.context);
    await update(organiser, { id: event.id, event_date: '2027-05-29', status_note: 'Ny bana' });
    await processWatches(app.context);
    expect(await app.mailsTo(email)).toEqual([]);
    const [proposal] = await proposals();
    await review({ id: proposal?.id, status: 'approved' });
    await processWatches(app.context);
    expect((await app.nextMail(email)).subject).toContain('Nytt datum: Loppet');
  });

  test('is approved once by 8 at the same time', async () => {
    const { event, id } = await propose({ event_date: '2027-05-29' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => review({ id, status: 'approved' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    expect((await storedOf(event.id))?.previous_dates).toEqual(['2027-05-22']);
  });

  test('shows conflicts with later changes, and is only approved with `overwrite`', async () => {
    const { event, id } = await propose({ ort: 'Orsa', event_name: 'Nya loppet' });
    await db().update(events).set({ ort: 'Leksand' }).where(eq(events.id, event.id));
    expect((await proposals())[0]).toMatchObject({ current: { ort: 'Leksand' }, conflicts: ['ort'] });
    expect((await review({ id, status: 'approved' })).body.code).toBe('proposal.conflict');
    expect((await review({ id, status: 'approved', overwrite: true })).status).toBe(200);
    expect(await storedOf(event.id)).toMatchObject({ ort: 'Orsa', event_name: 'Nya loppet' });
  });

  test('that was replaced cannot be approved', async () => {
    const { event, organiser, id } = await propose({ ort: 'Orsa' });
    await update(organiser, { id: event.id, ort: 'Leksand' });
    expect((await review({ id, status: 'approved' })).body.code).toBe('proposal.not_found');
    expect((await storedOf(event.id))?.ort).toBe('Mora');
  });

  test('that is rejected changes nothing, and the organiser gets a mail', async () => {
    const { event, organiser, id } = await propose({ ort: 'Orsa' });
    await review({ id, status: 'rejected', admin_comments: 'Loppet går i Mora.' });
    expect((await storedOf(event.id))?.ort).toBe('Mora');
    expect((await app.nextMail(organiser.email)).text).toContain('Loppet går i Mora.');
  });

  test('removes rules for distances that disappear', async () => {
    const { event, organiser } = await raceWithOrganiser({
      ordinary_prices: [
        { distance: '10 km', price: 300 },
        { distance: '21,1 km', price: 500 },
      ],
    });
    await update(organiser, { id: event.id, distances: '10 km' });
    const [proposal] = await proposals();
    expect((await review({ id: proposal?.id, status: 'approved' })).status).toBe(200);
    expect((await storedOf(event.id))?.ordinary_prices).toEqual([{ distance: '10 km', price: 300 }]);
  });
});

test('links that ended and reviewed proposals are deleted after the retention period', async () => {
  const { event, organiser } = await raceWithOrganiser();
  await update(organiser, { id: event.id, sold_out: true, ort: 'Orsa' });
  const [proposal] = await proposals();
  await review({ id: proposal?.id, status: 'rejected' });
  await as('admin.organisers.revoke', { id: event.series_id, organiser_id: organiser.id });
  const kept = await invite(event.series_id);
  now = new Date(START.getTime() + (app.context.config.retentionDays + 1) * 86_400_000);
  await sweepOrganisers(app.context);
  expect((await db().select().from(organisers)).map(({ email }) => email)).toEqual([kept.email]);
  expect(await db().select().from(eventProposals)).toEqual([]);
  const actors = await db().select().from(eventRevisions).where(eq(eventRevisions.actor_kind, 'organiser'));
  expect(actors.map(({ actor }) => actor)).toEqual([null]);
});

test('an imported link lives at most 18 months from its creation', async () => {
  const backups = backupsOf(app, admin.headers);
  await raceWithOrganiser();
  const document = JSON.parse(await backups.export());
  for (const row of document.collections.organisers) row.expires_at = '2099-01-01T00:00:00.000Z';
  await backups.import(JSON.stringify(document));
  const [row] = await db().select().from(organisers);
  expect(row?.expires_at.slice(0, 10)).toBe('2028-07-15');
});

describe('page views', () => {
  const BROWSER = 'Mozilla/5.0 (X11; Linux x64) Chrome/120.0 Safari/537.36';
  const look = (id: string, headers: Record<string, string> = newCaller()) =>
    app.api<{ counted: boolean }>(`POST /events/${id}/view`, {
      headers: { 'user-agent': BROWSER, ...headers },
      body: {},
    });

  test('are counted by day, once for an address, and shown to the organiser', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const somebody = newCaller();
    expect((await look(event.id, somebody)).body).toEqual({ counted: true });
    expect((await look(event.id, somebody)).body).toEqual({ counted: false });
    expect((await look(event.id, { ...newCaller(), 'user-agent': 'Googlebot/2.1' })).body.counted).toBe(
      false,
    );
    await look(event.id);
    expect((await view(organiser)).body.events[0]?.views).toEqual([]);
    await storePageViews(app.context);
    await look(event.id);
    await storePageViews(app.context);
    now = new Date('2027-01-16T09:00:00.000Z');
    await look(event.id, somebody);
    await storePageViews(app.context);
    expect((await view(organiser)).body.events[0]?.views).toEqual([
      { day: '2027-01-15', views: 3 },
      { day: '2027-01-16', views: 1 },
    ]);
  });

  test('of unknown events are not stored, and do not fail the others', async () => {
    const event = await create();
    expect((await look(Bun.randomUUIDv7())).body).toEqual({ counted: false });
    await look(event.id);
    await storePageViews(app.context);
    expect(await db().select().from(pageViews)).toEqual([
      { event_id: event.id, day: '2027-01-15', views: 1 },
    ]);
  });

  test('of two instances add up', async () => {
    const event = await create();
    const rows = [{ event_id: event.id, day: '2027-01-15', views: 2 }];
    await Promise.all(Array.from({ length: 10 }, () => db().transaction((tx) => addViews(tx, rows))));
    expect((await db().select().from(pageViews))[0]?.views).toBe(20);
  });
});

test('an organiser sees who watches, sells and seeks, as numbers', async () => {
  const { event, organiser } = await raceWithOrganiser();
  for (const announcement_type of ['sale', 'sale', 'wanted'] as const)
    await makeAnnouncement(db(), {
      event_id: event.id,
      announcement_type,
      created_at: now.toISOString(),
      renewed_at: now.toISOString(),
    });
  await makeWatch(app, { event_id: event.id });
  await makeWatch(app, { series_id: event.series_id });
  expect((await view(organiser)).body.events[0]).toMatchObject({ watchers: 2, selling: 2, seeking: 1 });
});

test('the approval of a submission gives its sender a link, only if the admin asks for it', async () => {
  for (const invite_organiser of [false, true]) {
    const submitter_email = `Anna${addresses++}@Loppet.example`;
    const submission = await makeSubmission(db(), { submitter_email, event_name: `Lopp ${submitter_email}` });
    const input = { id: submission.id, status: 'approved', invite_organiser };
    expect((await as('admin.submissions.review', input)).status).toBe(200);
    const rows = await db().select().from(organisers);
    expect(rows.map(({ email }) => email)).toEqual(invite_organiser ? [submitter_email.toLowerCase()] : []);
  }
});

test('a member’s data download has the links and proposals of their address', async () => {
  const member = await makeMember(db());
  const event = await create();
  const organiser = await invite(event.series_id, member.email);
  await update(organiser, { id: event.id, ort: 'Orsa' });
  const { body } = await call<MyData>(app, 'rest', 'marketplace.privacy.myData', member);
  expect(body.organiser).toMatchObject({
    links: [{ series_name: 'Loppet', email: member.email }],
    proposals: [{ event_name: 'Loppet', after: { ort: 'Orsa' }, status: 'pending' }],
  });
  expect(JSON.stringify(body)).not.toContain(hashToken(organiser.token));
});

test('a restored backup has the same links, proposals and views, and its links work', async () => {
  const backups = backupsOf(app, admin.headers);
  const { event, organiser } = await raceWithOrganiser();
  await update(organiser, { id: event.id, sold_out: true, event_date: '2027-05-29', distances: '10 km' });
  await db().transaction((tx) => addViews(tx, [{ event_id: event.id, day: '2027-01-15', views: 7 }]));
  const backup = await backups.export();
  await wipeContent(app.context);
  const { body } = await backups.import(backup);
  for (const name of ['organisers', 'event_proposals', 'page_views'])
    expect([name, body.collections[name]]).toEqual([name, { status: 'success', count: 1 }]);
  expect(contentOf(await backups.export()) === contentOf(backup)).toBe(true);
  expect((await view(organiser)).body.events[0]).toMatchObject({
    organizer_confirmed_on: '2027-01-15',
    proposal: { after: { event_date: '2027-05-29', distances: ['10 km'] } },
    views: [{ day: '2027-01-15', views: 7 }],
  });
});
