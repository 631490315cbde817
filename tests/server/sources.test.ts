import { describe, expect, test } from 'bun:test';
import { eventBatches, eventRevisions, events } from '#db/schema/index.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import type { AcceptResult, Source } from '#src/features/sources/contract.ts';
import { call, error, outcomeOf } from '#tests/support/call.ts';
import { makeEvent } from '#tests/support/content.ts';
import { openSourceWorld } from '#tests/support/source-world.ts';

const { acceptAll, addSource, admin, app, at, changes, fetchNow, now, over, publish, site, storedEvents } =
  await openSourceWorld();

const transport = 'trpc';

describe('a source', () => {
  test('offers new events, which one press adds as a batch', async () => {
    publish({ id: '1', name: 'A' }, { id: '2', name: 'B' }, { id: '3', date: 'i maj' });
    const source = await addSource();
    const result = await fetchNow(source);
    expect(result).toMatchObject({
      is_modified: true,
      found: 3,
      added: 2,
      changed: 0,
      accepted: 0,
      waiting: 2,
    });
    expect(result.errors).toEqual([expect.stringContaining('Rad 4:')]);
    expect(await fetchNow(source)).toMatchObject({ found: 3, added: 0, unchanged: 2, waiting: 2 });
    expect(await storedEvents()).toEqual([]);
    const [first] = await changes();
    expect(first).toMatchObject({ source_name: 'Förbundet', event_id: null, event_name: 'A', before: null });

    const { body } = await over<AcceptResult>('acceptChange', { change_id: first?.id });
    expect(body).toMatchObject({ accepted: 1, conflicts: [] });
    expect((await storedEvents()).map(({ event_name, series_id }) => [event_name, !!series_id])).toEqual([
      ['A', true],
    ]);
    expect(await app.db.select().from(eventBatches)).toMatchObject([
      {
        id: body.batch_id,
        kind: 'source',
        name: 'Förbundet',
        made_by: 'vera',
        source_id: source.id,
        added: 1,
      },
    ]);
    expect((await acceptAll(source)).accepted).toBe(1);
    expect(await fetchNow(source)).toMatchObject({ found: 3, added: 0, changed: 0, waiting: 0 });
  });

  test('that is trusted changes the calendar by itself', async () => {
    publish({ id: '1', name: 'A' });
    const source = await addSource({ trusted: true });
    expect(await fetchNow(source)).toMatchObject({ added: 1, accepted: 1, waiting: 0 });
    publish({ id: '1', name: 'A', organizer: 'IFK Mora' });
    expect(await fetchNow(source)).toMatchObject({ changed: 1, accepted: 1, waiting: 0 });
    expect((await storedEvents())[0]).toMatchObject({ organizer: 'IFK Mora' });
    const revisions = await app.db.select().from(eventRevisions).orderBy(eventRevisions.changed_at);
    expect(revisions.map(({ actor_kind, actor }) => [actor_kind, actor])).toEqual([
      ['source', 'Förbundet'],
      ['source', 'Förbundet'],
    ]);
  });

  test('moves a race as an admin does', async () => {
    publish({ id: '1', date: '2027-05-22' });
    const source = await addSource({ trusted: true });
    await fetchNow(source);
    await app.db.update(events).set({ geocode_due: null });
    publish({ id: '1', date: '2028-06-05', ort: 'Göteborg' });
    await fetchNow(source);
    const [event] = await storedEvents();
    expect(event).toMatchObject({
      event_date: '2028-06-05',
      previous_dates: ['2027-05-22'],
      status: 'scheduled',
      edition: '2028',
      place_source: 'gazetteer',
    });
    expect(event?.latitude).toBeCloseTo(57.7, 0);
    expect(event?.geocode_due).not.toBeNull();
  });

  test('finds the events that exist by date, name and ort, and does not double them', async () => {
    const event = await makeEvent(app.db, { event_name: 'LOPPET', event_date: '2027-05-22', ort: 'mora' });
    publish({ id: '1' }, { id: '2' });
    const source = await addSource();
    expect(await fetchNow(source)).toMatchObject({ found: 2, added: 1, changed: 0 });
    await acceptAll(source);
    expect((await storedEvents()).map(({ id }) => id)).toEqual([event.id]);
    publish({ id: '1', organizer: 'IFK' });
    expect(await fetchNow(source)).toMatchObject({ changed: 1 });
    expect(await changes()).toMatchObject([
      { event_id: event.id, event_name: 'LOPPET', before: { organizer: null }, after: { organizer: 'IFK' } },
    ]);
  });

  test('is stored with https for webcal', async () => {
    for (const scheme of ['webcal', 'WEBCALS'])
      expect((await addSource({ url: `${scheme}://lopp.se/${scheme}.ics` })).url).toBe(
        `https://lopp.se/${scheme}.ics`,
      );
  });

  test('uses its defaults where the format lacks a field', async () => {
    site.pages['/ics'] = () =>
      new Response(
        'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;VALUE=DATE:20270522\r\nSUMMARY:Loppet\r\nEND:VEVENT\r\nEND:VCALENDAR',
      );
    const defaults = { sport_type: 'löpning', distances: '10', landskap: 'dalarna' };
    const source = await addSource({ url: at('/ics'), trusted: true, defaults });
    expect(source.defaults).toEqual({ sport_type: 'Löpning', distances: '10', landskap: 'Dalarna' });
    await fetchNow(source);
    expect((await storedEvents())[0]).toMatchObject({
      sport_type: 'Löpning',
      distances: ['10 km'],
      landskap: 'Dalarna',
    });
  });

  test.each([
    ['/missing', 'source.gone'],
    ['/403', 'source.forbidden'],
    ['/500', 'source.http'],
    ['/to-private', 'source.private'],
    ['/loop', 'source.redirect'],
    ['/10mb-and-1', 'source.too_large'],
    ['/bomb', 'source.too_large'],
    ['/endless', 'source.too_large'],
    ['/not-gzip', 'source.unreadable'],
    ['/ok', 'source.format'],
  ] as const)('reports what is wrong with %s: %s', async (path, code) => {
    const source = await addSource({ url: at(path) });
    expect(outcomeOf(await over('fetch', { id: source.id }))).toEqual(error(code));
    const [listed] = (await over<Source[]>('list')).body;
    expect(listed).toMatchObject({
      error: code,
      fetched_at: new Date(now()).toISOString(),
      succeeded_at: null,
    });
  });
});

describe('feeds of this calendar', () => {
  test.each(['/lopp.ics', '/lopp.json'])('are a source that has the same: %s', async (path) => {
    const originals = [
      { event_name: 'Vårloppet, 10 km', ort: 'Mora', landskap: 'Dalarna', organizer: null },
      {
        event_name: 'Fjällrundan',
        event_end_date: '2027-05-24',
        address: 'Torget 1',
        ort: 'Åre',
        landskap: 'Jämtland',
      },
      { event_name: 'Höststafetten', status: 'cancelled' as const, distances: ['5 km', '21,1 km'] },
      { event_name: 'Vinterloppet', status: 'postponed' as const, sport_type: 'Längdskidor' },
    ];
    for (const row of originals) await makeEvent(app.db, { event_date: '2027-05-22', ...row });
    const response = await fetch(`${app.url}${path}`);
    const bytes = await response.bytes();
    expect(response.status).toBe(200);
    const facts = async () => {
      const { body } = await app.api<PublicEvent[]>('GET /events');
      return body
        .map((event) => [
          ...[event.event_name, event.event_date, event.event_end_date, event.sport_type, event.distances],
          ...[event.ort, event.landskap, event.address, event.status],
        ])
        .sort();
    };
    const before = await facts();
    await app.db.delete(events);
    site.pages['/own'] = () => new Response(bytes);
    const source = await addSource({ url: at('/own'), trusted: true });
    expect(await fetchNow(source)).toMatchObject({ found: 4, accepted: 4, errors: [] });
    expect(await facts()).toEqual(before);
    expect(await fetchNow(source)).toMatchObject({ added: 0, changed: 0 });
  });
});

const callOver = <Body>(name: string, input: Record<string, unknown> = {}) =>
  call<Body>(app, transport, `admin.sources.${name}`, admin, input);

describe('sources', () => {
  test('are added, changed and deleted', async () => {
    const { body: source } = await callOver<Source>('create', {
      name: ' Förbundet ',
      url: 'forbundet.se/kalender',
    });
    expect(source).toMatchObject({
      name: 'Förbundet',
      url: 'https://forbundet.se/kalender',
      trusted: false,
      defaults: { sport_type: null, distances: null, landskap: null },
      error: null,
      item_count: 0,
      waiting_count: 0,
      vanished: [],
      version: 1,
    });
    const input = { id: source.id, name: 'Nytt', url: source.url, trusted: true, version: 1 };
    const { body: changed } = await callOver<Source>('update', input);
    expect(changed).toMatchObject({ name: 'Nytt', trusted: true, version: 2 });
    expect(outcomeOf(await callOver('update', input))).toEqual(error('source.changed'));
    expect((await callOver<Source[]>('list')).body).toEqual([changed]);
    expect((await callOver('delete', { id: source.id })).status).toBe(200);
    expect((await callOver<Source[]>('list')).body).toEqual([]);
    for (const name of ['delete', 'fetch', 'acceptAll'])
      expect(outcomeOf(await callOver(name, { id: source.id }))).toEqual(error('source.not_found'));
  });

  test('have a name, a web address, and no address twice', async () => {
    expect(outcomeOf(await callOver('create', { url: 'https://a.se' }))).toEqual(error('source.required'));
    expect(outcomeOf(await callOver('create', { name: 'A', url: 'ftp://a.se' }))).toEqual(
      error('request.url'),
    );
    expect((await callOver('create', { name: 'A', url: 'https://a.se/' })).status).toBe(200);
    expect(outcomeOf(await callOver('create', { name: 'B', url: 'https://a.se/' }))).toEqual(
      error('source.exists'),
    );
  });
});
