import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { eventRevisions, events } from '#db/schema/index.ts';
import { processWatches } from '#src/features/watches/processing/service.ts';
import { openOrganiserWorld } from '#tests/support/organiser-world.ts';
import { makeWatch } from '#tests/support/watches.ts';

const { app, newAddress, proposals, raceWithOrganiser, review, storedOf, update } =
  await openOrganiserWorld();

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
    await app.db.update(events).set({ geocode_due: null }).where(eq(events.id, event.id));
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
    const revisions = await app.db.select().from(eventRevisions).where(eq(eventRevisions.event_id, event.id));
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
    await app.db.update(events).set({ ort: 'Leksand' }).where(eq(events.id, event.id));
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
