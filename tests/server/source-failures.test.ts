import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { sources } from '#db/schema/index.ts';
import type { Source } from '#src/features/sources/contract.ts';
import { CLAIM_MS, fetchNextSource } from '#src/features/sources/fetch/service.ts';
import { RestoreRunning } from '#src/platform/database/restore-lock.ts';
import type { Db } from '#src/platform/database.ts';
import { detailOf } from '#src/shared/errors.ts';
import { CASES, csvOf, openSourceWorld } from '#tests/support/source-world.ts';

const { addSource, app, at, fetchNow, now, over, publish, setNow, site } = await openSourceWorld();

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

  test('shows each failure with its text and the time of the next attempt', async () => {
    site.pages['/deep'] = () =>
      new Response(`{"version": "https://jsonfeed.org/version/1", "items": ${'['.repeat(500_000)}`);
    const source = await addSource({ url: at('/deep') });
    expect((await over('fetch', { id: source.id })).status).toBe(400);
    const [listed] = (await over<Source[]>('list')).body;
    expect(listed).toMatchObject({
      error: 'source.format',
      error_text: detailOf('source.format'),
      next_fetch_at: new Date(now() + 6 * 3_600_000).toISOString(),
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
      ...app.db,
      // The import ends before the failure would be stored.
      transaction: ((work) =>
        ++transactions === 2
          ? Promise.reject(new RestoreRunning())
          : app.db.transaction(work)) as Db['transaction'],
    };
    const context = { ...app.context, database: { ...app.context.database, db: background } };
    await expect(fetchNextSource(context)).rejects.toThrow(RestoreRunning);
    const [source] = await app.db.select().from(sources);
    expect(source).toMatchObject({ error: null, due_at: new Date(now() + CLAIM_MS).toISOString() });
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
    setNow(now() + 23 * 3_600_000);
    expect(await fetchNextSource(app.context)).toBe(false);
    setNow(now() + 3_600_000);
    expect(await fetchNextSource(app.context)).toBe(true);
    expect(source.fetched_at).toBeNull();
  });
});
