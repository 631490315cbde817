// Random changes of the calendar, the market and the watches, in the database and in the model.
import { and, eq } from 'drizzle-orm';
import { announcements, blocks, events } from '#db/schema/index.ts';
import { manageLink } from '#src/features/watches/links/service.ts';
import { changeWatch, ownerByLink, ownerOf, pauseWatches } from '#src/features/watches/service.ts';
import { addDaysTo, dayInStockholm } from '#src/shared/dates.ts';
import type { Address } from './model-news.ts';
import type { Ad, Race } from './model-rules.ts';
import {
  addWatch,
  DISTANCES,
  randomRace,
  randomTarget,
  rowOf,
  SPORTS,
  TOWNS,
  WORDS,
  type World,
} from './world.ts';

/** Returns false if nothing could be changed. */
type Change = (world: World) => Promise<boolean | undefined>;

const clock = ({ app }: World) => app.context.now();
const db = ({ app }: World) => app.context.database.db;

const newRace: Change = async (world) => {
  const race = randomRace(world);
  race.date = addDaysTo(dayInStockholm(clock(world)), world.random.integer(20, 200));
  race.opens = world.random.chance(0.4)
    ? addDaysTo(dayInStockholm(clock(world)), world.random.integer(1, 6))
    : null;
  if (world.random.chance(0.05)) race.status = 'cancelled';
  await db(world).insert(events).values(rowOf(race));
  world.model.raceChanged(undefined, race, clock(world).getTime());
};

const changeRace =
  (changed: (world: World, race: Race, today: string) => Partial<Race>): Change =>
  async (world) => {
    const { model, random } = world;
    const before = random.pick([...model.races.values()]);
    const after = { ...before, ...changed(world, before, dayInStockholm(clock(world))) };
    const isOff = before.status === 'scheduled' && after.status !== 'scheduled';
    await db(world).transaction(async (tx) => {
      await tx.update(events).set(rowOf(after)).where(eq(events.id, after.id));
      // As the product does.
      if (isOff)
        await tx
          .update(announcements)
          .set({ is_paused: true })
          .where(and(eq(announcements.event_id, after.id), eq(announcements.is_completed, false)));
    });
    if (isOff)
      for (const ad of model.ads.values())
        if (ad.eventId === after.id && !ad.isCompleted && !ad.isDeleted) ad.isPaused = true;
    model.raceChanged(before, after, clock(world).getTime());
  };

const move = changeRace(({ random }, _, today) => ({
  date: addDaysTo(today, random.integer(1, 120)),
  opens: null,
  closes: null,
}));
const setStatus = changeRace(({ random }, { status }) => ({
  status: status === 'scheduled' ? random.pick(['cancelled', 'postponed'] as const) : 'scheduled',
}));
const setRegistration = changeRace(({ random }, { date, isSoldOut }, today) => {
  if (random.chance(0.3)) return { isSoldOut: !isSoldOut };
  const opens = random.chance(0.8) ? addDaysTo(today, random.integer(-1, 4)) : null;
  const closes = random.chance(0.4) ? addDaysTo(today, random.integer(4, 9)) : null;
  const isLate = [opens, closes].some((day) => day && day >= date);
  return isLate ? { hasUrl: true } : { opens, closes, hasUrl: random.chance(0.3) };
});
/** Moves it from some selections to others. */
const reclassify = changeRace(({ random, seriesIds }) => {
  const { landskap, latitude, longitude, name } = random.pick(TOWNS);
  return random.pick([
    { sport: random.pick(SPORTS) },
    { landskap, latitude, longitude, words: [random.pick(WORDS).toLowerCase(), name.toLowerCase()] },
    { seriesId: random.pick(seriesIds) },
  ]);
});

const deleteRace: Change = async (world) => {
  const { model, random } = world;
  const { id } = random.pick([...model.races.values()]);
  await db(world).delete(events).where(eq(events.id, id));
  model.races.delete(id);
  for (const address of model.addresses.values())
    address.watches = address.watches.filter(({ eventId }) => eventId !== id);
};

let adNumber = 100_000;

const newAd: Change = async (world) => {
  const { model, random, memberIds } = world;
  const owner = random.pick(memberIds);
  // Races with many ads give many matches.
  const races = [...model.races.values()].filter(({ status }) => status === 'scheduled');
  const eventId = random.pick(races.slice(0, random.chance(0.6) ? 6 : races.length)).id;
  if ([...model.ads.values()].some((ad) => ad.owner === owner && ad.eventId === eventId)) return false;
  const ad: Ad = {
    id: Bun.randomUUIDv7(),
    number: `SP-${++adNumber}`,
    type: random.pick(['sale', 'wanted'] as const),
    owner,
    eventId,
    distance: random.pick(DISTANCES),
    price: random.integer(2, 12) * 100,
    renewedAt: clock(world).getTime(),
    isReserved: false,
    isCompleted: false,
    isPaused: false,
    isDeleted: false,
  };
  await db(world)
    .insert(announcements)
    .values({
      id: ad.id,
      order_number: ad.number,
      announcement_type: ad.type,
      event_id: eventId,
      event_name: '',
      event_date: '2027-01-01',
      user_id: owner,
      ...adColumns(world, ad),
    });
  world.model.adChanged(undefined, ad, clock(world).getTime());
};

const adColumns = ({ memberIds }: World, ad: Ad) => ({
  distance: ad.distance,
  price: ad.price,
  renewed_at: new Date(ad.renewedAt).toISOString(),
  is_completed: ad.isCompleted,
  is_paused: ad.isPaused,
  reserved_for: ad.isReserved ? (memberIds.find((id) => id !== ad.owner) ?? null) : null,
  reserved_until: ad.isReserved ? '2099-01-01T00:00:00.000Z' : null,
});

const changeAd =
  (changed: (world: World, ad: Ad) => Partial<Ad> | undefined): Change =>
  async (world) => {
    const { model, random } = world;
    const ads = [...model.ads.values()].filter((ad) => !ad.isDeleted && !ad.isCompleted);
    if (ads.length === 0) return false;
    const before = random.pick(ads);
    const change = changed(world, before);
    if (!change) return false;
    const after = { ...before, ...change };
    const isAd = eq(announcements.id, after.id);
    if (after.isDeleted) await db(world).delete(announcements).where(isAd);
    else await db(world).update(announcements).set(adColumns(world, after)).where(isAd);
    model.adChanged(before, after, clock(world).getTime());
  };

const setPrice = changeAd(({ random }) => ({ price: random.integer(2, 12) * 100 }));
const reserve = changeAd((_, { isReserved }) => ({ isReserved: !isReserved }));
const complete = changeAd(() => ({ isCompleted: true }));
const deleteAd = changeAd(() => ({ isDeleted: true }));
const renew = changeAd((world, { eventId }) =>
  world.model.races.get(eventId)?.status === 'scheduled'
    ? { isPaused: false, renewedAt: clock(world).getTime() }
    : undefined,
);

const block: Change = async (world) => {
  const { model, random, memberIds } = world;
  const [blocker, blocked] = [random.pick(memberIds), random.pick(memberIds)];
  if (blocker === blocked) return false;
  const row = { blocker_id: blocker, blocked_id: blocked };
  await db(world).insert(blocks).values(row).onConflictDoNothing();
  model.blocks.push([blocker, blocked]);
};

const changeAddress =
  (
    isPossible: (address: Address, now: number) => boolean,
    change: (world: World, address: Address) => Promise<unknown>,
  ): Change =>
  async (world) => {
    const now = clock(world).getTime();
    const addresses = [...world.model.addresses.values()].filter((address) => isPossible(address, now));
    if (addresses.length === 0) return false;
    await change(world, world.random.pick(addresses));
  };

export async function findOwner(world: World, { email, userId }: Address) {
  if (userId) return ownerOf({ id: userId });
  const [row] = await world.app.sql<{ id: string }[]>`select id from watchers where email = ${email}`;
  // It may have been deleted since the last watch ended.
  if (!row) return async () => undefined;
  return ownerByLink(await manageLink.sign(world.app.context.config, row.id));
}

const PAUSE_MS = 30 * 86_400_000;
const isPaused = ({ pausedUntil }: Address, now: number) => pausedUntil > now;
const isWatching = ({ watches }: Address) => watches.length > 0;

const pause = changeAddress(
  (address, now) => isWatching(address) && !isPaused(address, now),
  async (world, address) => {
    await pauseWatches(world.app.context, await findOwner(world, address), { paused: true });
    world.model.pause(address, clock(world).getTime() + PAUSE_MS);
  },
);
const endPause = changeAddress(
  (address, now) => isWatching(address) && isPaused(address, now),
  async (world, address) => {
    await pauseWatches(world.app.context, await findOwner(world, address), { paused: false });
    world.model.endPause(address, clock(world).getTime());
  },
);
const watchMore = changeAddress(
  // Whoever has left stays away.
  isWatching,
  (world, { email }) => addWatch(world, email, randomTarget(world)),
);
const changeCadence = changeAddress(isWatching, async (world, address) => {
  const watch = world.random.pick(address.watches);
  const cadence = world.random.pick(['direct', 'daily', 'weekly'] as const);
  await changeWatch(world.app.context, await findOwner(world, address), { id: watch.id, cadence });
  watch.cadence = cadence;
});

/** Each is as likely as it is frequent here. */
export const CHANGES: Record<string, Change> = {
  ...{
    newRace,
    newRace2: newRace,
    move,
    move2: move,
    setStatus,
    setStatus2: setStatus,
    reclassify,
    deleteRace,
  },
  ...{ setRegistration, setRegistration2: setRegistration, setRegistration3: setRegistration },
  ...{ newAd, newAd2: newAd, newAd3: newAd, newAd4: newAd, setPrice, reserve, complete, deleteAd, renew },
  ...{ block, pause, endPause, watchMore, changeCadence },
};
