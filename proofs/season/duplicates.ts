import { eq } from 'drizzle-orm';
import { announcements } from '#db/schema/index.ts';
import type { Duplicates } from '#src/features/duplicates/contract.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { makeAnnouncement } from '#tests/support/content.ts';
import { put, type Race } from './model.ts';
import { check, expectCount, stored, type World } from './world.ts';

/** Spelled otherwise, or a day later. */
const duplicateOf = (race: Race, index: number): Race => {
  const day = new Date(`${race.date}T12:00:00Z`);
  if (index % 4 === 3) day.setUTCDate(day.getUTCDate() + 1);
  const [first = '', second = ''] = race.name.split(' ');
  const name =
    [`${first} ${second}en`, `${race.name} 2027`, `${race.name} ${race.town}`, race.name.toUpperCase()][
      index % 4
    ] ?? '';
  return { ...race, name, date: day.toISOString().slice(0, 10), organizer: race.organizer };
};

export async function mergeDuplicates(world: World, originals: Race[]): Promise<void> {
  const { app, as } = world.operator;
  const { db } = app.context.database;
  const copies = originals.map(duplicateOf);
  for (const { name, date, town, organizer } of copies)
    await as('admin.events.create', {
      event_name: name,
      event_date: date,
      sport_type: 'Löpning',
      distances: '10 km',
      ort: town,
      organizer,
    });
  put(world.calendar, copies);
  const idOf = new Map((await stored(world)).map(({ id, event_name }) => [event_name, id]));
  const idsOf = (index: number) =>
    [idOf.get(copies[index]?.name ?? '') ?? '', idOf.get(originals[index]?.name ?? '') ?? ''] as const;
  for (let index = 0; index < 20; index++) await makeAnnouncement(db, { event_id: idsOf(index)[0] });
  const { pairs } = await as<Duplicates>('admin.duplicates.list');
  const found = new Set(
    pairs.map((pair) =>
      pair.events
        .map(({ id }) => id)
        .sort()
        .join(),
    ),
  );
  const expected = copies.map((_, index) => [...idsOf(index)].sort().join());
  expectCount(world, 'duplicates found', expected.filter((pair) => found.has(pair)).length, copies.length);
  expectCount(world, 'pairs listed', pairs.length, copies.length);
  for (const [index, { name }] of copies.entries()) {
    const [id, into] = idsOf(index);
    await as<AdminEvent>('admin.merges.merge', { id, into });
    world.calendar.delete(name);
  }
  const adsOf = async (id: string) =>
    (await db.select().from(announcements).where(eq(announcements.event_id, id))).length;
  for (let index = 0; index < 20; index++)
    expectCount(world, 'ads of the kept race', await adsOf(idsOf(index)[1]), 1);
  await check(world, 'merged');
  for (let index = 10; index < 22; index++) {
    await as<AdminEvent>('admin.merges.unmerge', { id: idsOf(index)[0] });
    put(world.calendar, [copies[index] as Race]);
  }
  for (let index = 0; index < 20; index++)
    expectCount(world, 'ads after separating', await adsOf(idsOf(index)[index < 10 ? 1 : 0]), 1);
}
