import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { auditLog, eventProposals, eventRevisions, organisers, outbox } from '#db/schema/index.ts';
import type { Organiser } from '#src/features/organisers/contract.ts';
import { sweepOrganisers } from '#src/features/organisers/service.ts';
import { addViews } from '#src/features/organisers/views/store.ts';
import type { MyData } from '#src/features/privacy/contract.ts';
import { hashToken } from '#src/platform/tokens.ts';
import { backupsOf, contentOf, wipeContent } from '#tests/support/backup.ts';
import { call } from '#tests/support/call.ts';
import { makeAdmin, makeMember, makeSeries, makeSubmission } from '#tests/support/content.ts';
import { type Caller, openOrganiserWorld, START, transport } from '#tests/support/organiser-world.ts';
import { testApp } from '#tests/support/transports.ts';

const {
  admin,
  app,
  as,
  create,
  invite,
  newAddress,
  now,
  proposals,
  raceWithOrganiser,
  review,
  setNow,
  storedOf,
  update,
  view,
} = await openOrganiserWorld();

describe('the link of an organiser', () => {
  test('is mailed, stored as a hash, and works for 18 months', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const [row] = await app.db.select().from(organisers);
    expect(row?.token_hash).toBe(hashToken(organiser.token));
    expect(organiser).toMatchObject({ is_active: true, is_mailed: false, created_by: 'vera' });
    expect((await view(organiser)).body).toMatchObject({
      email: organiser.email,
      series: { name: 'Loppet', url: '/lopp/loppet' },
      events: [{ id: event.id, event_name: 'Loppet', watchers: 0, selling: 0, seeking: 0, views: [] }],
    });
    setNow(new Date('2028-07-15T08:59:59.000Z'));
    expect((await view(organiser)).status).toBe(200);
    setNow(new Date('2028-07-15T09:00:00.000Z'));
    expect((await view(organiser)).status).toBe(401);
  });

  test('is refused once it is revoked, on every instance', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const other = await testApp({ now: () => now(), on: { target: app.target } });
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
    const withoutMail = await testApp({ now: () => now() });
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
    const before = await app.db.select().from(organisers);
    for (let visit = 0; visit < 3; visit++) await fetch(`${app.url}/arrangor`);
    expect(await app.db.select().from(organisers)).toEqual(before);
    expect((await view(organiser)).status).toBe(200);
  });

  test('is written to the audit log, also when it is revoked', async () => {
    const { event, organiser } = await raceWithOrganiser();
    await as('admin.organisers.revoke', { id: event.series_id, organiser_id: organiser.id });
    const entries = await app.db.select().from(auditLog);
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

test('links that ended and reviewed proposals are deleted after the retention period', async () => {
  const { event, organiser } = await raceWithOrganiser();
  await update(organiser, { id: event.id, sold_out: true, ort: 'Orsa' });
  const [proposal] = await proposals();
  await review({ id: proposal?.id, status: 'rejected' });
  await as('admin.organisers.revoke', { id: event.series_id, organiser_id: organiser.id });
  const kept = await invite(event.series_id);
  setNow(new Date(START.getTime() + (app.context.config.retentionDays + 1) * 86_400_000));
  await sweepOrganisers(app.context);
  expect((await app.db.select().from(organisers)).map(({ email }) => email)).toEqual([kept.email]);
  expect(await app.db.select().from(eventProposals)).toEqual([]);
  const actors = await app.db.select().from(eventRevisions).where(eq(eventRevisions.actor_kind, 'organiser'));
  expect(actors.map(({ actor }) => actor)).toEqual([null]);
});

test('an imported link lives at most 18 months from its creation', async () => {
  const backups = backupsOf(app, admin.headers);
  await raceWithOrganiser();
  const document = JSON.parse(await backups.export());
  for (const row of document.collections.organisers) row.expires_at = '2099-01-01T00:00:00.000Z';
  await backups.import(JSON.stringify(document));
  const [row] = await app.db.select().from(organisers);
  expect(row?.expires_at.slice(0, 10)).toBe('2028-07-15');
});

test('the approval of a submission gives its sender a link, only if the admin asks for it', async () => {
  for (const invite_organiser of [false, true]) {
    const submitter_email = `Anna${invite_organiser}@Loppet.example`;
    const submission = await makeSubmission(app.db, {
      submitter_email,
      event_name: `Lopp ${submitter_email}`,
    });
    const input = { id: submission.id, status: 'approved', invite_organiser };
    expect((await as('admin.submissions.review', input)).status).toBe(200);
    const rows = await app.db.select().from(organisers);
    expect(rows.map(({ email }) => email)).toEqual(invite_organiser ? [submitter_email.toLowerCase()] : []);
  }
});

test('a member’s data download has the links and proposals of their address', async () => {
  const member = await makeMember(app.db);
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
  await app.db.transaction((tx) => addViews(tx, [{ event_id: event.id, day: '2027-01-15', views: 7 }]));
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
