import { describe, expect, test } from 'bun:test';
import { events, raceAddresses } from '#db/schema/index.ts';
import { choosePayloads, PayloadPlanter } from '#proofs/scripts/payloads.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type { LocatedEvent, PublicEvent } from '#src/features/events/contract.ts';
import { selectEvents } from '#src/features/events/filter/select.ts';
import { readFilter } from '#src/features/events/filter/url.ts';
import { makeAccount, makeAdmin, makeAnnouncement, makeEvent } from '#tests/support/content.ts';
import { embedsApp, linksIn, RACE, textOf } from '#tests/support/embeds.ts';
import { expectHarmless, pagesApp } from '#tests/support/rendered-pages.ts';

const { app, admin, create, fetchStatus } = embedsApp();

const namesIn = (html: string) =>
  [...html.matchAll(/<h3 class="type-card">(?:<a[^>]*>)?(?:<s>)?([^<]*)/g)].map((match) => match[1]);
describe('the embedded list of races', () => {
  test('has the races of the selection, with the same links to the calendar and their pages', async () => {
    const places = { Mora: 'Dalarna', Lund: 'Skåne', Malmö: 'Skåne' };
    for (const [ort, landskap] of Object.entries(places))
      for (const [event_name, sport_type] of [
        ['Milen', 'Löpning'],
        ['Simmet', 'Simning'],
      ])
        for (const event_date of ['2026-06-06', '2027-06-05', '2027-07-03'])
          await create({ event_name, sport_type, event_date, ort, landskap, distances: '10 km, 21,1 km' });
    const { body: all } = await app().api<PublicEvent[]>('GET /events');
    const { body: located } = await app().api<LocatedEvent[]>('GET /events/coordinates');
    expect(located.length).toBe(all.length);
    for (const [query, count] of [
      ['', 12],
      ['sport=Löpning', 6],
      ['sport=Löpning&landskap=Skåne', 4],
      ['date=past', 6],
      ['date=all&q=simet', 9],
      ['from=2027-07-01&to=2027-07-31&distance=Halvmaraton', 0],
      ['from=2027-07-01&to=2027-07-31&distance_min=21', 6],
      ['near=Lund&within=30', 8],
      ['near=finns-inte', 12],
      ['registration=open', 0],
      ['utm_source=x&sport=Bowling', 12],
    ] as const) {
      const selected = selectEvents(readFilter(new URLSearchParams(query)), {
        events: all,
        located,
        today: '2027-01-15',
      });
      const html = await app().fetchHtml(`/embed/lopp?${encodeURI(query)}`);
      expect([query, namesIn(html)]).toEqual([query, selected.map(({ event_name }) => event_name)]);
      expect([query, selected.length]).toEqual([query, count]);
      expect(linksIn(html).slice(0, count)).toEqual(selected.map(({ url }) => url ?? ''));
    }
  });

  test('is named after the selection, or after the site without one or at the visitor’s position', async () => {
    const titlesOf = async (query: string) => {
      const html = await app().fetchHtml(`/embed/lopp${query}`);
      return [/<title>([^<]*)/.exec(html)?.[1], /<h1[^>]*>([^<]*)/.exec(html)?.[1]];
    };
    expect(await titlesOf('?sport=Simning&landskap=Dalarna')).toEqual([
      'Simning i Dalarna – Loppkalendern',
      'Simning i Dalarna',
    ]);
    expect(await titlesOf('')).toEqual(['Loppkalendern', 'Loppkalendern']);
    expect(await titlesOf('?near=mig&sort=nearest')).toEqual(['Loppkalendern', 'Loppkalendern']);
  });

  test('has at most 30 races, the next or the latest, and a link to all of them', async () => {
    for (let index = 0; index < 31; index++)
      for (const year of ['2026', '2028'])
        await makeEvent(app().db, {
          event_name: `${year} nr ${index}`,
          event_date: `${year}-01-${String(index + 1).padStart(2, '0')}`,
        });
    const upcoming = await app().fetchHtml('/embed/lopp?sport=L%C3%B6pning');
    expect(namesIn(upcoming)).toEqual(Array.from({ length: 30 }, (_, index) => `2028 nr ${index}`));
    expect(textOf(upcoming)).toContain('Visa alla 31 lopp');
    expect(linksIn(upcoming)).toContain('/?sport=L%C3%B6pning');
    const past = await app().fetchHtml('/embed/lopp?date=past');
    expect(namesIn(past)).toEqual(Array.from({ length: 30 }, (_, index) => `2026 nr ${index + 1}`));
  });

  test('shows month, date, state, sport, place and distances', async () => {
    await create({ event_date: '2027-05-29', event_end_date: '2027-06-02', sold_out: true });
    const text = textOf(await app().fetchHtml('/embed/lopp'));
    for (const part of [
      'Maj 2027',
      'lör 29 maj v.21',
      'Vasaloppet',
      'Fulltecknat',
      '29 maj – 2 juni 2027',
      'Längdskidor',
      'Mora, Dalarna',
      '90 km',
    ])
      expect([part, text.includes(part)]).toEqual([part, true]);
  });

  test('shows a cancellation at the request after it', async () => {
    const cachingApp = await pagesApp({ caches: true });
    const { headers } = await makeAdmin(cachingApp.db);
    const { body: event } = await cachingApp.api<AdminEvent>('POST /admin/events', { headers, body: RACE });
    const response = await cachingApp.get('/embed/lopp');
    expect(await response.text()).not.toContain('<s>');
    const body = { ...RACE, status: 'cancelled' };
    await cachingApp.api(`PUT /admin/events/${event.id}`, { headers, body });
    const changed = await cachingApp.get('/embed/lopp', {
      'if-none-match': response.headers.get('etag') ?? '',
    });
    const html = await changed.text();
    expect([changed.status, html.includes('<s>Vasaloppet</s>'), textOf(html).includes('Inställt')]).toEqual([
      200,
      true,
      true,
    ]);
    await cachingApp.stop();
  });

  test('says so and links to the calendar if the selection is empty', async () => {
    const html = await app().fetchHtml('/embed/lopp?sport=OCR');
    expect(textOf(html)).toContain('Inga lopp i urvalet just nu.');
    expect(linksIn(html)).toEqual(['/?sport=OCR', '/']);
  });

  test('shows whatever was written as text', async () => {
    const payloads = choosePayloads(150);
    const planter = new PayloadPlanter(payloads, payloads.length);
    for (let record = 0; record < payloads.length; record++) {
      const field = (name: string) => planter.payloadFor(name, record).replaceAll('\0', '');
      await makeEvent(app().db, {
        event_name: field('event_name'),
        event_date: '2027-05-01',
        sport_type: field('sport_type'),
        ort: field('ort'),
        distances: [field('distances')],
        status: 'postponed',
        status_note: field('status_note'),
      });
      if (record % 30 < 29) continue;
      const query = new URLSearchParams({ q: payloads[record] ?? '', theme: payloads[record] ?? '' });
      for (const search of ['', `?${query}`]) {
        const html = await app().fetchHtml(`/embed/lopp${search}`);
        if (!search) expect(namesIn(html)).toHaveLength(30);
        // The style and the script of the page itself, which are the same for all.
        await expectHarmless(html.replace(/<style>[\s\S]*?<\/style>/, ''), 1);
      }
      await app().db.delete(events);
    }
  });
});

describe('the embedded start places', () => {
  const PLACES = '/embed/lopp/vasaloppet/startplatser';
  /** Ads of a member whose name must not be shown. */
  const createAds = async (event_id: string) => {
    const { id: user_id } = await makeAccount(app().db, { full_name: 'Hemlig Person' });
    const ad = { event_id, user_id, distance: '90 km', created_at: '2027-01-10T12:00:00Z' };
    await makeAnnouncement(app().db, { ...ad, price: 1500, name_change_fee: 200 });
    await makeAnnouncement(app().db, { ...ad, announcement_type: 'wanted', price: 900 });
    await makeAnnouncement(app().db, { ...ad, price: 7777, is_completed: true });
    await makeAnnouncement(app().db, { user_id, price: 8888 });
  };

  test('are the open ads of the next edition, without the names of members', async () => {
    const { id } = await create();
    await create({ event_date: '2026-03-01' });
    await create({ event_date: '2028-03-05' });
    await createAds(id);
    const html = await app().fetchHtml(PLACES);
    expect(html).toContain('<title>Startplatser till Vasaloppet 2027 – Loppkalendern</title>');
    for (const text of [
      'Säljes 90 km 1 500 SEK + 200 SEK namnbyte Upplagd 10 jan. 2027',
      'Söks 90 km 900 SEK Upplagd 10 jan. 2027',
    ])
      expect([text, textOf(html).includes(text)]).toEqual([text, true]);
    for (const text of ['Hemlig', '7 777', '8 888'])
      expect([text, textOf(html).includes(text)]).toEqual([text, false]);
    const market = `/marketplace?event=${id}`;
    expect(linksIn(html)).toEqual([
      '/lopp/vasaloppet/2027',
      market,
      market,
      `/marketplace/create?event=${id}`,
      '/',
    ]);
  });

  test('say that there are none, and that a race without a date takes none', async () => {
    const event = await create();
    const html = await app().fetchHtml(PLACES);
    expect(textOf(html)).toContain('Ingen säljer eller söker en plats just nu.');
    expect(linksIn(html)).toContain(`/marketplace/create?event=${event.id}`);
    await app().api(`PUT /admin/events/${event.id}`, { ...admin(), body: { ...RACE, status: 'postponed' } });
    const postponed = await app().fetchHtml(PLACES);
    expect(textOf(postponed)).toContain('Loppet tar inga annonser just nu.');
    expect(linksIn(postponed)).not.toContain(`/marketplace/create?event=${event.id}`);
    app().setNow('2027-03-08T10:00:00Z');
    expect(textOf(await app().fetchHtml(PLACES))).toContain('Nästa lopp är inte i kalendern än');
  });

  test('are 301 at an old address, 410 for a deleted race and 404 for an unknown one', async () => {
    const event = await create();
    await app().db.insert(raceAddresses).values({ path: 'gamla-loppet', series_id: event.series_id });
    const moved = await fetch(`${app().url}/embed/lopp/gamla-loppet/startplatser?theme=dark`, {
      redirect: 'manual',
    });
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `${PLACES}?theme=dark`]);
    for (const path of [
      '/embed/lopp/finns-inte/startplatser',
      '/embed/lopp/%00/startplatser',
      '/embed/lopp/vasaloppet/2027/startplatser',
      '/embed/lopp/vasaloppet',
      '/embed/x',
    ]) {
      const response = await app().get(path);
      const html = await response.text();
      expect([path, response.status, textOf(html).includes('Sidan finns inte.')]).toEqual([path, 404, true]);
      expect(html).not.toContain('id="root"');
    }
    await app().api(`DELETE /admin/events/${event.id}`, admin());
    expect(await fetchStatus(PLACES)).toBe(410);
  });

  test('are 503 while the ads cannot be read, with the race from memory', async () => {
    const { id } = await create();
    await createAds(id);
    await app().fetchHtml(PLACES);
    await app().sql.begin(async (sql) => {
      await sql`lock table announcements in access exclusive mode`;
      const response = await app().get(PLACES);
      const html = await response.text();
      const { headers } = response;
      expect([response.status, headers.get('cache-control'), headers.get('retry-after')]).toEqual([
        503,
        'no-store',
        '1',
      ]);
      for (const text of ['Vasaloppet', 'Annonserna kan inte visas just nu.', 'Skapa annons'])
        expect([text, textOf(html).includes(text)]).toEqual([text, true]);
      expect(await fetchStatus('/embed/lopp')).toBe(200);
    });
    expect(await fetchStatus(PLACES)).toBe(200);
  });
});
