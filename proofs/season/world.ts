import { inArray } from 'drizzle-orm';
import { events } from '#db/schema/index.ts';
import type { OddSite } from '#tests/support/odd-site.ts';
import { type Calendar, compareCalendars, type Race } from './model.ts';
import type { Operator } from './operator.ts';

export type World = {
  operator: Operator;
  site: OddSite;
  calendar: Calendar;
  /** What each step left otherwise than the model. */
  differences: string[];
  newRaces: (count: number) => Race[];
};

export const stored = ({ operator }: World) =>
  operator.app.context.database.db
    .select({
      id: events.id,
      event_name: events.event_name,
      event_date: events.event_date,
      organizer: events.organizer,
      status_note: events.status_note,
    })
    .from(events);

export async function check(world: World, step: string): Promise<void> {
  for (const difference of compareCalendars(world.calendar, await stored(world)))
    world.differences.push(`${step}: ${difference}`);
}

export function expectCount({ differences }: World, what: string, found: unknown, expected: number): void {
  if (found !== expected) differences.push(`${what}: ${found} instead of ${expected}`);
}

export const raceOf = ({ calendar }: World, name: string): Race => {
  const race = calendar.get(name);
  if (!race) throw new Error(`The model has no ${name}.`);
  return race;
};

/** An edit of a field by hand, in the calendar and in the model. */
export async function edit(
  world: World,
  names: readonly string[],
  changes: Partial<Pick<Race, 'organizer' | 'note'>>,
): Promise<void> {
  const { organizer, note } = changes;
  await world.operator.app.context.database.db
    .update(events)
    .set({ ...(organizer && { organizer }), ...(note && { status_note: note }) })
    .where(inArray(events.event_name, [...names]));
  for (const name of names) Object.assign(raceOf(world, name), changes);
}
