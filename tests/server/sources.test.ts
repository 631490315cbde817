import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { auditLog, eventBatches, eventRevisions, events, series, sources } from '#db/schema/index.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import type {
  AcceptResult,
  Source,
  SourceChange,
  SourceFetchResult,
} from '#src/features/sources/contract.ts';
import { CLAIM_MS, fetchNextSource } from '#src/features/sources/fetch/service.ts';
import { RestoreRunning } from '#src/platform/database/restore-lock.ts';
import type { Db } from '#src/platform/database.ts';
import { detailOf, type ErrorCode, statusOf } from '#src/shared/errors.ts';
import { testApp } from '#tests/support/app.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAdmin, makeEvent } from '#tests/support/content.ts';
import { startOddSite } from '#tests/support/odd-site.ts';

const transport = 'trpc';

const CASES = join(import.meta.dir, '../cases');

let now = Date.parse('2027-03-01T12:00:00Z');

const site = startOddSite();
const app = await testApp({
  now: () => new Date(now),
  environment: { SOURCE_ALLOW_HOSTS: `127.0.0.1:${site.port}` },
});
const admin = await makeAdmin(app.context.database.db, { username: 'vera' });
afterAll(async () => {
  await app.stop();
  site.stop();
});
beforeEach(async () => {
  for (const table of [sources, events, series, eventBatches, auditLog]) await db().delete(table);
  site.requests.length = 0;
});

const db = () => app.context.database.db;
const error = (code: ErrorCode) => [statusOf(code), code, detailOf(code)];
const at = (path: string) => `http://127.0.0.1:${site.port}${path}`;
const over = <Body>(name: string, input: Record<string, unknown> = {}) =>
  call<Body>(app, 'rest', `admin.sources.${name}`, admin, input);

type Row = {
  id?: string;
  date?: string;
  name?: string;
  distances?: string;
  ort?: string;
  organizer?: string;
};
const csvOf = (rows: Row[]) =>
  [
    'id;event_date;event_name;distances;sport_type;ort;organizer',
    ...rows.map(
      ({
        id = '',
        date = '2027-05-22',
        name = 'Loppet',
        distances = '10 km',
        ort = 'Mora',
        organizer = '',
      }) => [id, date, name, distances, 'Löpning', ort, organizer].join(';'),
    ),
  ].join('\n');
/** What `/csv` of the site has from now on. */
const publish = (...rows: Row[]) => {
  site.pages['/csv'] = () => new Response(csvOf(rows));
};
const addSource = async (input: Record<string, unknown> = {}) =>
  (await over<Source>('create', { name: 'Förbundet', url: at('/csv'), ...input })).body;
const fetchNow = async ({ id }: Source) => (await over<SourceFetchResult>('fetch', { id })).body;
const changes = async () => (await over<SourceChange[]>('changes')).body;
const acceptAll = async ({ id }: Source) => (await over<AcceptResult>('acceptAll', { id })).body;
const storedEvents = async () =>
  (await db().select().from(events)).sort((a, b) => (a.event_name < b.event_name ? -1 : 1));

describe('a source', () => {
  test('says that none of its events can be used, also when it has not changed', async () => {
    site.pages['/tagged'] = (request) =>
      request.headers.has('if-none-match')
        ? new Response(null, { status: 304 })
        : new Response(csvOf([{ id: '1', date: 'i maj' }]), { headers: { etag: '"v1"' } });
    const source = await addSource({ url: at('/tagged') });
    for (const _ of ['first', 'second']) {
      expect(await fetchNow(source)).toMatchObject({ code: 'source.unusable' });
      expect((await over<Source[]>('list')).body).toMatchObject([
        { error: 'source.unusable', item_count: 0 },
      ]);
    }
  });

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
    expect(await db().select().from(eventBatches)).toMatchObject([
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
    const revisions = await db().select().from(eventRevisions).orderBy(eventRevisions.changed_at);
    expect(revisions.map(({ actor_kind, actor }) => [actor_kind, actor])).toEqual([
      ['source', 'Förbundet'],
      ['source', 'Förbundet'],
    ]);
  });

  test('moves a race as an admin does', async () => {
    publish({ id: '1', date: '2027-05-22' });
    const source = await addSource({ trusted: true });
    await fetchNow(source);
    await db().update(events).set({ geocode_due: null });
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

  test('does not overwrite what an admin typed until it changes that field', async () => {
    publish({ id: '1', ort: 'Mora', organizer: 'IFK' });
    const source = await addSource({ trusted: true });
    await fetchNow(source);
    const [event] = await storedEvents();
    await app.sql`update events set ort = 'Orsa' where id = ${event?.id ?? ''}`;
    publish({ id: '1', ort: 'Mora', organizer: 'IFK Mora' });
    await fetchNow(source);
    expect((await storedEvents())[0]).toMatchObject({ ort: 'Orsa', organizer: 'IFK Mora' });
    publish({ id: '1', ort: 'Älvdalen', organizer: 'IFK Mora' });
    await fetchNow(source);
    expect((await storedEvents())[0]).toMatchObject({ ort: 'Älvdalen' });
  });

  test('finds the events that exist by date, name and ort, and does not double them', async () => {
    const event = await makeEvent(db(), { event_name: 'LOPPET', event_date: '2027-05-22', ort: 'mora' });
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

  test('shows what vanished, and never deletes it', async () => {
    publish({ id: '1', name: 'A' }, { id: '2', name: 'B' });
    const source = await addSource({ trusted: true });
    await fetchNow(source);
    publish({ id: '1', name: 'A' });
    expect(await fetchNow(source)).toMatchObject({ vanished: 1 });
    expect((await fetchNow(source)).vanished).toBe(0);
    const [listed] = (await over<Source[]>('list')).body;
    expect(listed?.vanished).toMatchObject([{ event_name: 'B', vanished_at: new Date(now).toISOString() }]);
    expect(await storedEvents()).toHaveLength(2);
    publish({ id: '1', name: 'A' }, { id: '2', name: 'B' });
    await fetchNow(source);
    expect((await over<Source[]>('list')).body[0]?.vanished).toEqual([]);
  });

  test('whose ids change at each fetch has the same events', async () => {
    publish({ id: 'a1', name: 'A' }, { id: 'b1', name: 'B' });
    const source = await addSource({ trusted: true });
    await fetchNow(source);
    for (const round of ['2', '3']) {
      publish({ id: `a${round}`, name: 'A', organizer: `IFK ${round}` }, { id: `b${round}`, name: 'B' });
      expect(await fetchNow(source)).toMatchObject({ added: 0, changed: 1, unchanged: 1, vanished: 0 });
    }
    expect(await storedEvents()).toMatchObject([{ organizer: 'IFK 3' }, { event_name: 'B' }]);
    expect((await over<Source[]>('list')).body).toMatchObject([{ item_count: 2, vanished: [] }]);
  });

  test('whose ids and place change has the same event, also when the place is left out', async () => {
    publish({ id: '1', ort: 'Mora' });
    const source = await addSource({ trusted: true });
    await fetchNow(source);
    for (const [id, ort] of [
      ['2', ''],
      ['3', 'Mora'],
    ] as const) {
      publish({ id, ort });
      expect(await fetchNow(source)).toMatchObject({ added: 0, changed: 1, vanished: 0 });
      expect(await storedEvents()).toMatchObject([{ ort: ort || null }]);
    }
  });

  test('whose ids change keeps ignored changes ignored', async () => {
    publish({ id: '1' });
    const source = await addSource();
    await fetchNow(source);
    const [change] = await changes();
    await over('ignoreChange', { change_id: change?.id });
    publish({ id: '2' });
    expect(await fetchNow(source)).toMatchObject({ added: 0, waiting: 0 });
  });

  test('with one id for different races has all of them, and says so', async () => {
    site.pages['/case'] = () => new Response(Bun.file(join(CASES, '06b-same-id.csv')));
    const source = await addSource({ url: at('/case'), trusted: true });
    const result = await fetchNow(source);
    expect(result).toMatchObject({ found: 3, added: 3, ignored: [], errors: [] });
    expect(result.warnings).toEqual([expect.stringContaining('Rad 2: samma id (UID) står också på 3')]);
    expect(await fetchNow(source)).toMatchObject({ added: 0, unchanged: 3 });
    expect(await storedEvents()).toHaveLength(3);
  });

  test('that no longer says that a race is off or sold out has taken it back', async () => {
    const defaults = { sport_type: 'Löpning', distances: '10 km', landskap: null };
    const csv = (name: string) => `id;event_date;event_name\n1;2027-05-22;${name}\n`;
    const ics = (name: string) =>
      `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20270522\nSUMMARY:${name}\nEND:VEVENT\nEND:VCALENDAR`;
    for (const write of [csv, ics]) {
      let name = 'Fullbokat: Milen';
      site.pages['/states'] = () => new Response(write(name));
      const source = await addSource({ url: at('/states'), trusted: true, defaults });
      const stored = async () => {
        await fetchNow(source);
        return (await storedEvents()).map(({ event_name, sold_out, status }) => [
          event_name,
          sold_out,
          status,
        ]);
      };
      expect(await stored()).toEqual([['Milen', true, 'scheduled']]);
      name = 'Milen (inställt)';
      expect(await stored()).toEqual([['Milen', false, 'cancelled']]);
      name = 'Milen';
      expect(await stored()).toEqual([['Milen', false, 'scheduled']]);
      await db().delete(sources);
      await db().delete(events);
    }
  });

  test('counts each component once, and shows on its card what was left out', async () => {
    site.pages['/case'] = () => new Response(Bun.file(join(CASES, '05-wrong-day-silently.ics')));
    const defaults = { sport_type: 'Löpning', distances: '10 km', landskap: null };
    const source = await addSource({ url: at('/case'), trusted: true, defaults });
    const result = await fetchNow(source);
    expect(result).toMatchObject({ found: 6, added: 2, ignored: [] });
    expect(result.errors[0]).toBe(
      'Rad 14: Lopp 2027522: datumet "2027522" i DTSTART går inte att läsa. Skriv det som 20270522: år, månad och dag. Rätta det i iCalendar-filen.',
    );
    const [listed] = (await over<Source[]>('list')).body;
    expect(listed?.report).toMatchObject({
      found: 6,
      error_count: 4,
      ignored_count: 0,
      errors: result.errors,
    });
  });

  test('names what it ignores with its line, and reads an item of a feed without an id', async () => {
    site.pages['/case'] = () =>
      new Response(
        'BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:Boka\nEND:VTODO\nBEGIN:VEVENT\nDTSTART:20270522\nSUMMARY:A\nEND:VEVENT\nEND:VCALENDAR',
      );
    const defaults = { sport_type: 'Löpning', distances: '10 km', landskap: null };
    const calendar = await addSource({ url: at('/case'), defaults });
    expect(await fetchNow(calendar)).toMatchObject({
      found: 2,
      ignored: [{ line: 2, name: 'Boka', reason: expect.stringContaining('VTODO') }],
    });
    const items = [{ id: null, title: 'Utan id, 24 maj 2027' }, null, [], { id: 1 }];
    site.pages['/feed'] = () => Response.json({ version: 'https://jsonfeed.org/version/1.1', items });
    const feed = await addSource({ url: at('/feed'), defaults });
    const result = await fetchNow(feed);
    expect(result).toMatchObject({ found: 4, added: 1 });
    expect(result.errors.map((text) => text.slice(0, 7))).toEqual(['Post 2:', 'Post 3:', 'Post 4:']);
  });

  test('is stored with https for webcal', async () => {
    for (const scheme of ['webcal', 'WEBCALS'])
      expect((await addSource({ url: `${scheme}://lopp.se/${scheme}.ics` })).url).toBe(
        `https://lopp.se/${scheme}.ics`,
      );
  });

  test('shows each failure with its text and the time of the next attempt', async () => {
    site.pages['/deep'] = () =>
      new Response(`{"version": "https://jsonfeed.org/version/1", "items": ${'['.repeat(500_000)}`);
    const source = await addSource({ url: at('/deep') });
    expect((await over('fetch', { id: source.id })).status).toBe(400);
    const [listed] = (await over<Source[]>('list')).body;
    expect(listed).toMatchObject({
      error: 'source.format',
      error_text: detailOf('source.format'),
      next_fetch_at: new Date(now + 6 * 3_600_000).toISOString(),
    });
    expect(await fetchNextSource(app.context)).toBe(false);
  });

  test('shows a failure of our own, and waits for the next attempt too', async () => {
    publish({ id: '1' });
    const source = await addSource();
    await app.sql`create or replace function fail() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`;
    await app.sql`create trigger fail before insert on source_items for each row execute function fail()`;
    try {
      await expect(fetchNextSource(app.context)).rejects.toThrow();
    } finally {
      await app.sql`drop trigger fail on source_items`;
    }
    expect((await over<Source[]>('list')).body).toMatchObject([
      { id: source.id, error: 'server.failed', error_text: expect.stringContaining('fel här') },
    ]);
    expect(await fetchNextSource(app.context)).toBe(false);
  });

  test('has no failure when a backup is imported during its fetch, and is fetched again soon', async () => {
    publish({ id: '1' });
    await addSource();
    let transactions = 0;
    const background = {
      ...db(),
      // The import ends before the failure would be stored.
      transaction: ((work) =>
        ++transactions === 2
          ? Promise.reject(new RestoreRunning())
          : db().transaction(work)) as Db['transaction'],
    };
    const context = { ...app.context, database: { ...app.context.database, db: background } };
    await expect(fetchNextSource(context)).rejects.toThrow(RestoreRunning);
    const [source] = await db().select().from(sources);
    expect(source).toMatchObject({ error: null, due_at: new Date(now + CLAIM_MS).toISOString() });
  });

  test('does not bring back an event that an admin deleted', async () => {
    publish({ id: '1' });
    const source = await addSource({ trusted: true });
    await fetchNow(source);
    await db().delete(events);
    expect(await fetchNow(source)).toMatchObject({ accepted: 0, waiting: 0 });
    publish({ id: '1', organizer: 'IFK' });
    expect(await fetchNow(source)).toMatchObject({ accepted: 0, waiting: 1 });
    expect(await storedEvents()).toEqual([]);
  });

  test('offers an ignored change again when the source changes it', async () => {
    publish({ id: '1' });
    const source = await addSource();
    await fetchNow(source);
    const [change] = await changes();
    expect((await over('ignoreChange', { change_id: change?.id })).status).toBe(200);
    await fetchNow(source);
    expect(await changes()).toEqual([]);
    publish({ id: '1', organizer: 'IFK' });
    await fetchNow(source);
    expect(await changes()).toHaveLength(1);
  });

  test('withdraws a change that it takes back', async () => {
    publish({ id: '1' });
    const source = await addSource({ trusted: true });
    await fetchNow(source);
    await over('update', { ...source, version: null, trusted: false });
    publish({ id: '1', organizer: 'IFK' });
    expect(await fetchNow(source)).toMatchObject({ waiting: 1 });
    publish({ id: '1' });
    expect(await fetchNow(source)).toMatchObject({ waiting: 0 });
  });

  test('reports a change that conflicts with the event, and accepts the others', async () => {
    publish({ id: '1', name: 'A' }, { id: '2', name: 'B' });
    const source = await addSource({ trusted: true });
    await fetchNow(source);
    await over('update', { ...source, version: null, trusted: false });
    await app.sql`update events set event_end_date = '2027-05-23' where event_name = 'A'`;
    publish({ id: '1', name: 'A', date: '2027-06-01' }, { id: '2', name: 'B', date: '2027-06-01' });
    await fetchNow(source);
    const { accepted, conflicts } = await acceptAll(source);
    expect([accepted, conflicts.map(({ event_name, detail }) => [event_name, detail])]).toEqual([
      1,
      [['A', detailOf('event.end_before_start')]],
    ]);
    const [change] = await changes();
    const response = await over('acceptChange', { change_id: change?.id });
    expect(outcomeOf(response)).toEqual([409, 'source.conflict', detailOf('event.end_before_start')]);
  });

  test('is one event after twenty presses at once', async () => {
    publish({ id: '1' });
    const source = await addSource();
    await fetchNow(source);
    const [change] = await changes();
    const presses = Array.from({ length: 20 }, () => over('acceptChange', { change_id: change?.id }));
    const statuses = (await Promise.all(presses)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(404)]);
    expect(await storedEvents()).toHaveLength(1);
  });

  test('is asked whether it has changed, by ETag and date', async () => {
    publish({ id: '1' });
    site.pages['/tagged'] = (request) =>
      request.headers.get('if-none-match') === '"v1"'
        ? new Response(null, { status: 304 })
        : new Response(csvOf([{ id: '1' }]), {
            headers: { etag: '"v1"', 'last-modified': 'Mon, 01 Mar 2027 10:00:00 GMT' },
          });
    const source = await addSource({ url: at('/tagged') });
    expect(await fetchNow(source)).toMatchObject({ is_modified: true, waiting: 1 });
    expect(await fetchNow(source)).toMatchObject({ is_modified: false, waiting: 1 });
    expect(site.requests.at(-1)?.headers).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': 'Mon, 01 Mar 2027 10:00:00 GMT',
    });
    await over('update', { ...source, version: null, trusted: true });
    expect(await fetchNow(source)).toMatchObject({ is_modified: true, accepted: 1 });
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
      fetched_at: new Date(now).toISOString(),
      succeeded_at: null,
    });
  });

  test('keeps its events when it is empty or broken', async () => {
    publish({ id: '1' });
    const source = await addSource({ trusted: true });
    await fetchNow(source);
    publish();
    expect((await over('fetch', { id: source.id })).status).toBe(400);
    expect((await over<Source[]>('list')).body[0]).toMatchObject({ item_count: 1, vanished: [] });
  });

  test('is fetched once a day, by one instance at a time', async () => {
    publish({ id: '1' });
    const source = await addSource();
    const fetchedByEight = await Promise.all(Array.from({ length: 8 }, () => fetchNextSource(app.context)));
    expect(fetchedByEight.filter(Boolean)).toHaveLength(1);
    expect(site.requests).toHaveLength(1);
    now += 23 * 3_600_000;
    expect(await fetchNextSource(app.context)).toBe(false);
    now += 3_600_000;
    expect(await fetchNextSource(app.context)).toBe(true);
    expect(source.fetched_at).toBeNull();
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
    for (const row of originals) await makeEvent(db(), { event_date: '2027-05-22', ...row });
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
    await db().delete(events);
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
