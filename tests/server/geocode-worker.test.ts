import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  BACKOFF_MAX_MS,
  BACKOFF_MS,
  POLL_INTERVAL_MS,
  startGeocoding,
} from '#src/features/events/places/geocode.ts';
import type { Db } from '#src/platform/database.ts';
import { createLog } from '#src/platform/log.ts';
import { testDatabase } from '#tests/support/database.ts';

type Handler = (query: string) => Response | Promise<Response>;
type StoredPlace = { latitude: number | null; longitude: number | null; place_source: string | null };

const geocoderResult = (lat: number, lon: number) => ({ lat: String(lat), lon: String(lon) });

let testDb: Awaited<ReturnType<typeof testDatabase>>;
let cleanups: (() => unknown)[] = [];
let queries: string[] = [];

beforeEach(async () => {
  testDb = await testDatabase();
  queries = [];
});
afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
  cleanups = [];
  await testDb.drop();
});

function makeManualClock() {
  const pauses: number[] = [];
  let pauseStarted = Promise.withResolvers<void>();
  let endPause = () => {};
  return {
    pauses,
    pause: (durationMs: number, signal: AbortSignal) => {
      const pauseEnded = Promise.withResolvers<void>();
      endPause = pauseEnded.resolve;
      signal.addEventListener('abort', endPause);
      pauses.push(durationMs);
      pauseStarted.resolve();
      return pauseEnded.promise;
    },
    /** Resolves when the worker pauses, which is after it has finished all its work. */
    paused: () => pauseStarted.promise,
    nextPause: () => {
      pauseStarted = Promise.withResolvers();
      endPause();
      return pauseStarted.promise;
    },
  };
}

/** The clock is manual, and a local geocoder responds with `handler`. */
function startWorker(handler: Handler, options: { db?: Db; timeout?: number } = {}) {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const query = new URL(request.url).searchParams.get('q') ?? '';
      queries.push(query);
      return handler(query);
    },
  });
  const clock = makeManualClock();
  const worker = startGeocoding({
    db: testDb.database.db,
    config: { geocoderUrl: server.url.origin, siteName: 'Loppkalendern', publicUrl: undefined },
    log: createLog('silent'),
    paceMs: 0,
    timeoutMs: 20_000,
    pause: clock.pause,
    ...options,
  });
  cleanups.push(() => server.stop(true), worker.stop);
  return { ...clock, stop: worker.stop };
}

function delayedHandler() {
  const requested = Promise.withResolvers<void>();
  const respond = Promise.withResolvers<Response>();
  return {
    handler: () => {
      requested.resolve();
      return respond.promise;
    },
    requested: requested.promise,
    respond: respond.resolve,
  };
}

type EventFields = Partial<{ ort: string; address: string; landskap: string } & StoredPlace>;

async function storeEvent(fields: EventFields): Promise<string> {
  const id = Bun.randomUUIDv7();
  const row = { event_name: 'Lopp', event_date: '2027-05-01', sport_type: 'Löpning', ...fields, id };
  await testDb.database.sql`insert into events ${testDb.database.sql({ ...row, distances: ['10 km'] })}`;
  return id;
}

async function loadPlace(id: string): Promise<StoredPlace> {
  const [row] = await testDb.database.sql<
    StoredPlace[]
  >`select latitude, longitude, place_source from events where id = ${id}`;
  if (!row) throw new Error('the event does not exist');
  return row;
}

describe('the geocoding worker', () => {
  test('gives an event the coordinates of its address with one query', async () => {
    const id = await storeEvent({
      ort: 'Mora',
      address: 'Vasagatan 30',
      landskap: 'Dalarna',
      latitude: 61.007,
      longitude: 14.543,
      place_source: 'gazetteer',
    });
    const worker = startWorker(() => Response.json([geocoderResult(61.01, 14.55)]));
    await worker.paused();
    await worker.nextPause();
    expect(await loadPlace(id)).toEqual({ latitude: 61.01, longitude: 14.55, place_source: 'geocoder' });
    expect(queries).toEqual(['Vasagatan 30, Mora']);
    expect(worker.pauses).toEqual([POLL_INTERVAL_MS, POLL_INTERVAL_MS]);
  });

  test('queries an ort, with its landskap, only if the gazetteer lacks the ort', async () => {
    await storeEvent({
      ort: 'Mora',
      landskap: 'Dalarna',
      latitude: 61,
      longitude: 14.5,
      place_source: 'gazetteer',
    });
    const id = await storeEvent({
      ort: 'Lilla byn',
      landskap: 'Dalarna',
      latitude: 60.98,
      longitude: 14.36,
      place_source: 'landskap',
    });
    await startWorker(() => Response.json([geocoderResult(61.2, 14.0)])).paused();
    expect(queries).toEqual(['Lilla byn, Dalarna']);
    expect(await loadPlace(id)).toMatchObject({ latitude: 61.2, place_source: 'geocoder' });
  });

  test('skips coordinates outside Sweden or far from the landskap', async () => {
    const id = await storeEvent({ ort: 'Viken', address: 'Stigen 1', landskap: 'Skåne' });
    await startWorker(() =>
      Response.json([geocoderResult(52.5, 13.4), geocoderResult(64.7, 20.9), geocoderResult(56.15, 12.57)]),
    ).paused();
    expect(await loadPlace(id)).toEqual({ latitude: 56.15, longitude: 12.57, place_source: 'geocoder' });
  });

  test('keeps the coordinates of an event when no result fits', async () => {
    const id = await storeEvent({
      ort: 'Byn',
      landskap: 'Skåne',
      latitude: 55.9,
      longitude: 13.6,
      place_source: 'landskap',
    });
    await startWorker(() => Response.json([geocoderResult(64.7, 20.9)])).paused();
    expect(await loadPlace(id)).toEqual({ latitude: 55.9, longitude: 13.6, place_source: 'landskap' });
  });

  test('skips an event with coordinates set by an admin', async () => {
    await storeEvent({ ort: 'Mora', address: 'Torget', latitude: 60, longitude: 15, place_source: 'admin' });
    await startWorker(() => Response.json([geocoderResult(61, 14.5)])).paused();
    expect(queries).toEqual([]);
  });

  test('keeps coordinates that an admin sets during the query', async () => {
    const id = await storeEvent({ ort: 'Mora', address: 'Torget' });
    const { handler, requested, respond } = delayedHandler();
    const worker = startWorker(handler);
    await requested;
    await testDb.database
      .sql`update events set latitude = 60, longitude = 15, place_source = 'admin' where id = ${id}`;
    respond(Response.json([geocoderResult(61, 14.5)]));
    await worker.paused();
    expect(await loadPlace(id)).toEqual({ latitude: 60, longitude: 15, place_source: 'admin' });
  });

  test('drops the result for an event that moves during the query', async () => {
    const id = await storeEvent({ ort: 'Mora', address: 'Torget' });
    const { handler, requested, respond } = delayedHandler();
    const worker = startWorker(handler);
    await requested;
    await testDb.database.sql`update events set ort = 'Umeå' where id = ${id}`;
    respond(Response.json([geocoderResult(61, 14.5)]));
    await worker.paused();
    expect((await loadPlace(id)).place_source).toBeNull();
  });

  test('looks for new events again after ten seconds', async () => {
    const worker = startWorker(() => Response.json([geocoderResult(61, 14.5)]));
    await worker.paused();
    const id = await storeEvent({ address: 'Torget, Mora' });
    await worker.nextPause();
    expect((await loadPlace(id)).place_source).toBe('geocoder');
    expect(worker.pauses).toEqual([10_000, 10_000]);
  });
});

describe('a failing geocoder', () => {
  test.each<[string, Handler]>([
    ['returns 500', () => new Response('no', { status: 500 })],
    ['returns garbage', () => new Response('<p>hej</p>')],
    ['hangs', () => new Promise(() => {})],
  ])('that %s is queried again later, and no event is lost', async (_, failingHandler) => {
    const ids = [
      await storeEvent({ address: 'Torget, Mora' }),
      await storeEvent({ address: 'Kyrkan, Mora' }),
    ];
    let isHealthy = false;
    const worker = startWorker(
      (query) => (isHealthy ? Response.json([geocoderResult(61, 14.5)]) : failingHandler(query)),
      {
        timeout: 300,
      },
    );
    await worker.paused();
    await worker.nextPause();
    isHealthy = true;
    await worker.nextPause();
    for (const id of ids) expect((await loadPlace(id)).place_source).toBe('geocoder');
    expect(worker.pauses).toEqual([BACKOFF_MS, 2 * BACKOFF_MS, POLL_INTERVAL_MS]);
  });

  test('is queried after longer and longer pauses, up to an hour', async () => {
    await storeEvent({ address: 'Torget, Mora' });
    const worker = startWorker(() => new Response('no', { status: 500 }));
    await worker.paused();
    for (let failure = 1; failure < 12; failure++) await worker.nextPause();
    expect(worker.pauses.slice(0, 4)).toEqual([5000, 10_000, 20_000, 40_000]);
    expect(worker.pauses.slice(10)).toEqual([BACKOFF_MAX_MS, BACKOFF_MAX_MS]);
    expect(BACKOFF_MAX_MS).toBe(3_600_000);
  });

  test('that fails for one event still locates the others', async () => {
    await storeEvent({ address: 'Fel' });
    const locatableId = await storeEvent({ address: 'Torget, Mora' });
    const worker = startWorker((query) =>
      query === 'Fel' ? new Response('', { status: 500 }) : Response.json([geocoderResult(61, 14.5)]),
    );
    await worker.paused();
    await worker.nextPause();
    expect(queries).toEqual(['Fel', 'Torget, Mora', 'Fel']);
    expect((await loadPlace(locatableId)).place_source).toBe('geocoder');
  });

  test('is not waited for when the product stops', async () => {
    await storeEvent({ address: 'Torget, Mora' });
    const { handler, requested } = delayedHandler();
    const worker = startWorker(handler);
    await requested;
    await worker.stop();
    expect(worker.pauses).toEqual([]);
  });
});

test('the worker does not back off when the database is unavailable', async () => {
  const id = await storeEvent({ address: 'Torget, Mora' });
  let isUnavailable = true;
  const db = new Proxy(testDb.database.db, {
    get: (target, key) => {
      if (isUnavailable) throw new Error('The database is unavailable.');
      return Reflect.get(target, key);
    },
  });
  const worker = startWorker(() => Response.json([geocoderResult(61, 14.5)]), { db });
  await worker.paused();
  for (let round = 1; round < 15; round++) await worker.nextPause();
  expect(new Set(worker.pauses)).toEqual(new Set([POLL_INTERVAL_MS]));
  isUnavailable = false;
  await worker.nextPause();
  expect((await loadPlace(id)).place_source).toBe('geocoder');
});

test('nothing runs without a configured geocoder', async () => {
  const clock = makeManualClock();
  const worker = startGeocoding({
    db: testDb.database.db,
    config: { geocoderUrl: undefined, siteName: 'Loppkalendern', publicUrl: undefined },
    log: createLog('silent'),
    pause: clock.pause,
  });
  await worker.stop();
  expect(clock.pauses).toEqual([]);
});
