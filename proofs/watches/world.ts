// A calendar and a market with random people who watch them, in the database and in the model.
import { events, series } from '#db/schema/index.ts';
import { confirmWatch } from '#src/features/watches/creation/service.ts';
import { storeRequest } from '#src/features/watches/creation/store.ts';
import { confirmLink } from '#src/features/watches/links/service.ts';
import { addDaysTo } from '#src/shared/dates.ts';
import type { TestApp } from '#tests/support/app.ts';
import { makeAccount } from '#tests/support/content.ts';
import type { Model } from './model.ts';
import type { Race, Selection, Watch } from './model-rules.ts';
import type { Random } from './random.ts';

export const SPORTS = ['Löpning', 'Löpning trail', 'Längdskidor', 'Swimrun'] as const;
/** Far from each other, so that no distance is close to the radius of a search. */
export const TOWNS = [
  { name: 'Mora', landskap: 'Dalarna', latitude: 61.0, longitude: 14.54 },
  { name: 'Visby', landskap: 'Gotland', latitude: 57.63, longitude: 18.3 },
  { name: 'Lund', landskap: 'Skåne', latitude: 55.7, longitude: 13.19 },
  { name: 'Borås', landskap: 'Västergötland', latitude: 57.72, longitude: 12.94 },
] as const;
export const WORDS = ['Skogsloppet', 'Sjörundan', 'Fjällmaraton', 'Stadsmilen'] as const;
export const DISTANCES = ['10 km', '21,1 km'];
/** As members may type them. */
const SPELLINGS = ['10 km', '10km', '21,1 km'];
const CADENCES = ['direct', 'direct', 'daily', 'weekly'] as const;

export type World = {
  app: TestApp;
  model: Model;
  random: Random;
  firstDay: string;
  seriesIds: string[];
  memberIds: string[];
};

export async function makeWorld(world: World, { addresses, races }: { addresses: number; races: number }) {
  const { app, model, random } = world;
  const { db } = app.context.database;
  for (let number = 0; number < races / 4; number++) {
    const [made] = await db
      .insert(series)
      .values({ name: `Serie ${number}`, slug: `serie-${number}` })
      .returning();
    if (made) world.seriesIds.push(made.id);
  }
  for (let number = 0; number < races; number++) {
    const race = randomRace(world);
    await db.insert(events).values(rowOf(race));
    model.races.set(race.id, race);
  }
  // What exists already is no news.
  await app.sql`delete from watch_changes`;
  for (let number = 0; number < addresses; number++) {
    const isMember = random.chance(0.4);
    const email = `${isMember ? 'medlem' : 'besok'}${number}@exempel.se`;
    const account = isMember ? await makeAccount(db, { email, username: `medlem${number}` }) : undefined;
    if (account) world.memberIds.push(account.id);
    model.address(email, account?.id ?? null);
    for (let watch = random.integer(1, 5); watch > 0; watch--)
      await addWatch(world, email, randomTarget(world));
    // A few hear of nearly everything.
    if (number % 50 === 0)
      for (const sport of SPORTS)
        await addWatch(world, email, { kind: 'search', cadence: 'direct', selection: { sport } });
  }
}

let raceNumber = 0;

/** In the coming half year. */
export function randomRace({ random, firstDay, seriesIds }: World): Race {
  const town = random.pick(TOWNS);
  const word = random.pick(WORDS);
  const number = ++raceNumber;
  const date = addDaysTo(firstDay, random.integer(10, 180));
  const opens = random.chance(0.5) ? addDaysTo(firstDay, random.integer(-10, 30)) : null;
  return {
    id: Bun.randomUUIDv7(),
    number,
    words: [word.toLowerCase(), town.name.toLowerCase()],
    date,
    sport: random.pick(SPORTS),
    landskap: town.landskap,
    latitude: town.latitude,
    longitude: town.longitude,
    status: 'scheduled',
    opens: opens && opens < date ? opens : null,
    closes: null,
    hasUrl: random.chance(0.2),
    isSoldOut: false,
    seriesId: random.chance(0.6) ? random.pick(seriesIds) : null,
  };
}

export function rowOf(race: Race): typeof events.$inferInsert {
  const [word = '', town = ''] = race.words;
  return {
    id: race.id,
    event_name: `${WORDS.find((one) => one.toLowerCase() === word)} ${TOWNS.find(({ name }) => name.toLowerCase() === town)?.name} ${race.number}`,
    event_date: race.date,
    sport_type: race.sport as never,
    distances: DISTANCES,
    landskap: race.landskap as never,
    latitude: race.latitude,
    longitude: race.longitude,
    geocode_due: null,
    status: race.status,
    registration_opens_on: race.opens,
    registration_closes_on: race.closes,
    registration_url: race.hasUrl ? 'https://anmalan.exempel.se/' : null,
    sold_out: race.isSoldOut,
    series_id: race.seriesId,
    edition: race.seriesId && `${race.number}`,
  };
}

/** Confirmed by its link. Without a change if the address watches that already. */
export async function addWatch(world: World, email: string, target: Omit<Watch, 'id'>): Promise<void> {
  const { app, model } = world;
  const address = model.addresses.get(email);
  if (!address) throw new Error(`The model does not know ${email}.`);
  const { db } = app.context.database;
  const { selection, cadence, ...rest } = target;
  const stored = {
    kind: rest.kind,
    query: selection ? queryOf(selection, world.random) : null,
    event_id: rest.eventId ?? null,
    series_id: rest.seriesId ?? null,
    distance: rest.distance ?? null,
    min_price: rest.minPrice ?? null,
    max_price: rest.maxPrice ?? null,
  };
  const created_at = app.context.now().toISOString();
  const request = { email, target: JSON.stringify(stored), cadence, created_at };
  const requestId = await db.transaction((tx) => storeRequest(tx, request));
  const token = await confirmLink.sign(app.context.config, requestId);
  const { watch } = await confirmWatch(app.context, token);
  const same = address.watches.find(({ id }) => id === watch.id);
  if (same) same.cadence = cadence;
  else address.watches.push({ ...target, id: watch.id });
}

export function randomTarget({ model, random, seriesIds, firstDay }: World): Omit<Watch, 'id'> {
  const cadence = random.pick(CADENCES);
  const races = [...model.races.values()].filter(({ date }) => date > addDaysTo(firstDay, 40));
  const race = random.pick(races);
  const kind = random.pick(['search', 'search', 'event', 'series', 'market_sale', 'market_wanted'] as const);
  if (kind === 'search') return { kind, cadence, selection: randomSelection(random, firstDay) };
  if (kind === 'event') return { kind, cadence, eventId: race.id };
  const seriesId = random.pick(seriesIds);
  if (kind === 'series') return { kind, cadence, seriesId };
  const place = random.chance(0.7) ? { eventId: race.id } : { seriesId };
  // Only a distance of a race can be watched, and a series may have none.
  const hasRaces = 'eventId' in place || races.some((one) => one.seriesId === seriesId);
  return {
    kind,
    cadence,
    ...place,
    ...(random.chance(0.3) && hasRaces && { distance: random.pick(SPELLINGS) }),
    ...(random.chance(0.2) && { minPrice: 400 }),
    ...(random.chance(0.3) && { maxPrice: 800 }),
  };
}

function randomSelection(random: Random, firstDay: string): Selection {
  const { latitude, longitude, landskap } = random.pick(TOWNS);
  return {
    sport: random.pick(SPORTS),
    ...(random.chance(0.4) && { landskap }),
    ...(random.chance(0.3) && { word: random.pick(WORDS).toLowerCase() }),
    ...(random.chance(0.3) && { near: { latitude, longitude, km: random.pick([50, 100]) } }),
    ...(random.chance(0.2) && { from: addDaysTo(firstDay, random.integer(40, 60)) }),
    ...(random.chance(0.2) && { to: addDaysTo(firstDay, random.integer(90, 150)) }),
    ...(random.chance(0.2) && { isOpen: true }),
  };
}

/** With its parameters in any order, and empty ones. */
function queryOf({ sport, landskap, word, near, from, to, isOpen }: Selection, random: Random): string {
  const fields: [string, string][] = [
    ['sport', sport ?? ''],
    ['landskap', landskap ?? ''],
    ['q', word ?? ''],
    ['near', near ? `${near.latitude},${near.longitude}` : ''],
    ['within', near ? String(near.km) : ''],
    ['from', from ?? ''],
    ['to', to ?? ''],
    ['registration', isOpen ? 'open' : ''],
  ];
  return new URLSearchParams(fields.sort(() => (random.chance(0.5) ? 1 : -1))).toString();
}
