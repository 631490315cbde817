import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { startGeocoding } from '../../src/features/events/places/geocode';
import { createLog } from '../../src/platform/log';
import { testDatabase } from '../support/database';

type Handler = (query: string) => Response | Promise<Response>;
type Placed = { latitude: number | null; longitude: number | null; place_source: string | null };

const FAST = { pace: 0, timeout: 200, round: 10_000, backOff: 20, backOffMost: 40 };
const spot = (lat: number, lon: number) => ({ lat: String(lat), lon: String(lon) });

let kit: Awaited<ReturnType<typeof testDatabase>>;
let endings: (() => unknown)[] = [];
let asked: string[] = [];

beforeEach(async () => {
  kit = await testDatabase();
  asked = [];
});
afterEach(async () => {
  for (const end of endings.reverse()) await end();
  endings = [];
  await kit.drop();
});

/** Starts the worker against a real server on this machine that answers as told. */
function start(handler: Handler, onPlaced?: () => unknown) {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const query = new URL(request.url).searchParams.get('q') ?? '';
      asked.push(query);
      return handler(query);
    },
  });
  const worker = startGeocoding({
    db: kit.database.db,
    config: { geocoderUrl: server.url.origin, siteName: 'Loppkalendern', publicUrl: undefined },
    log: createLog('silent'),
    onPlaced,
    times: FAST,
  });
  endings.push(() => server.stop(true), worker.stop);
  return worker;
}

type Fields = Partial<{ ort: string; address: string; landskap: string } & Placed>;

async function event(fields: Fields): Promise<string> {
  const id = Bun.randomUUIDv7();
  const row = { event_name: 'Lopp', event_date: '2027-05-01', sport_type: 'Löpning', ...fields, id };
  await kit.database.sql`insert into events ${kit.database.sql({ ...row, distances: ['10 km'] })}`;
  return id;
}

async function placeOf(id: string): Promise<Placed> {
  const [row] = await kit.database.sql<
    Placed[]
  >`select latitude, longitude, place_source from events where id = ${id}`;
  if (!row) throw new Error('the event is gone');
  return row;
}

/** Waits until every event is done with, or for so many questions. */
async function settled(questions?: number) {
  for (let round = 0; round < 200; round++) {
    const [left] = await kit.database.sql`
      select from events where geocode_due is not null and place_source is distinct from 'admin'
        and (address is not null or ort is not null and (place_source is null or place_source = 'landskap'))`;
    if (questions === undefined ? !left : asked.length >= questions) return;
    await Bun.sleep(10);
  }
  throw new Error('geocoding did not come to an end');
}

describe('the geocoder in the background', () => {
  test('an event with an address gets the spot of the address, and is asked about once', async () => {
    const placed: number[] = [];
    const id = await event({
      ort: 'Mora',
      address: 'Vasagatan 30',
      landskap: 'Dalarna',
      latitude: 61.007,
      longitude: 14.543,
      place_source: 'gazetteer',
    });
    const worker = start(
      () => Response.json([spot(61.01, 14.55)]),
      () => placed.push(1),
    );
    await settled();
    worker.wake();
    await Bun.sleep(50);
    expect(await placeOf(id)).toEqual({ latitude: 61.01, longitude: 14.55, place_source: 'geocoder' });
    expect(asked).toEqual(['Vasagatan 30, Mora']);
    expect(placed).toHaveLength(1);
  });

  test('an ort that the gazetteer lacks is asked about with its landskap; one that it has is not', async () => {
    await event({
      ort: 'Mora',
      landskap: 'Dalarna',
      latitude: 61,
      longitude: 14.5,
      place_source: 'gazetteer',
    });
    const id = await event({
      ort: 'Lilla byn',
      landskap: 'Dalarna',
      latitude: 60.98,
      longitude: 14.36,
      place_source: 'landskap',
    });
    start(() => Response.json([spot(61.2, 14.0)]));
    await settled();
    expect(asked).toEqual(['Lilla byn, Dalarna']);
    expect(await placeOf(id)).toMatchObject({ latitude: 61.2, place_source: 'geocoder' });
  });

  test('a spot outside Sweden or far from the landskap is passed over for a likelier one', async () => {
    const id = await event({ ort: 'Viken', address: 'Stigen 1', landskap: 'Skåne' });
    start(() => Response.json([spot(52.5, 13.4), spot(64.7, 20.9), spot(56.15, 12.57)]));
    await settled();
    expect(await placeOf(id)).toEqual({ latitude: 56.15, longitude: 12.57, place_source: 'geocoder' });
  });

  test('when nothing fits the event stays where it stood', async () => {
    const id = await event({
      ort: 'Byn',
      landskap: 'Skåne',
      latitude: 55.9,
      longitude: 13.6,
      place_source: 'landskap',
    });
    start(() => Response.json([spot(64.7, 20.9)]));
    await settled();
    expect(await placeOf(id)).toEqual({ latitude: 55.9, longitude: 13.6, place_source: 'landskap' });
  });

  test('a spot that an admin set is not asked about', async () => {
    await event({ ort: 'Mora', address: 'Torget', latitude: 60, longitude: 15, place_source: 'admin' });
    start(() => Response.json([spot(61, 14.5)]));
    await Bun.sleep(80);
    expect(asked).toEqual([]);
  });

  test('a spot that an admin sets while the geocoder thinks is kept', async () => {
    const id = await event({ ort: 'Mora', address: 'Torget' });
    const answer = Promise.withResolvers<Response>();
    start(() => answer.promise);
    await settled(1);
    await kit.database
      .sql`update events set latitude = 60, longitude = 15, place_source = 'admin' where id = ${id}`;
    answer.resolve(Response.json([spot(61, 14.5)]));
    await Bun.sleep(80);
    expect(await placeOf(id)).toEqual({ latitude: 60, longitude: 15, place_source: 'admin' });
  });

  test('an event that moves while the geocoder thinks does not get the old spot', async () => {
    const id = await event({ ort: 'Mora', address: 'Torget' });
    const answer = Promise.withResolvers<Response>();
    start(() => answer.promise);
    await settled(1);
    await kit.database.sql`update events set ort = 'Umeå' where id = ${id}`;
    answer.resolve(Response.json([spot(61, 14.5)]));
    await Bun.sleep(80);
    expect((await placeOf(id)).place_source).toBeNull();
  });

  test('woken, it takes what was written meanwhile', async () => {
    const worker = start(() => Response.json([spot(61, 14.5)]));
    await Bun.sleep(40);
    const id = await event({ address: 'Torget, Mora' });
    worker.wake();
    await settled();
    expect((await placeOf(id)).place_source).toBe('geocoder');
  });
});

describe('a geocoder that is not well', () => {
  test.each<[string, Handler]>([
    ['answers 500', () => new Response('no', { status: 500 })],
    ['answers garbage', () => new Response('<p>hej</p>')],
    ['hangs', () => new Promise(() => {})],
  ])('that %s loses nothing: it is asked again later', async (_, broken) => {
    const ids = [await event({ address: 'Torget, Mora' }), await event({ address: 'Kyrkan, Mora' })];
    let well = false;
    start((query) => (well ? Response.json([spot(61, 14.5)]) : broken(query)));
    await settled(2);
    well = true;
    await settled();
    for (const id of ids) expect((await placeOf(id)).place_source).toBe('geocoder');
  });

  test('one event that it chokes on does not keep the others waiting', async () => {
    await event({ address: 'Fel' });
    const good = await event({ address: 'Torget, Mora' });
    start((query) => (query === 'Fel' ? new Response('', { status: 500 }) : Response.json([spot(61, 14.5)])));
    await settled(3);
    expect((await placeOf(good)).place_source).toBe('geocoder');
  });

  test('is left alone when the product stops, at once', async () => {
    await event({ address: 'Torget, Mora' });
    const worker = start(() => new Promise(() => {}));
    await settled(1);
    const begun = performance.now();
    await worker.stop();
    expect(performance.now() - begun).toBeLessThan(150);
  });
});

test('without a geocoder configured nothing runs', async () => {
  const worker = startGeocoding({
    db: kit.database.db,
    config: { geocoderUrl: undefined, siteName: 'Loppkalendern', publicUrl: undefined },
    log: createLog('silent'),
    fetch: Object.assign(() => Promise.reject(new Error('asked')), { preconnect: () => {} }),
  });
  worker.wake();
  await worker.stop();
});
