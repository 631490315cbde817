// What a season must leave in the calendar, without the product's code.
import type { Random } from '#proofs/watches/random.ts';

export type Race = {
  /** In its source. */
  key: string;
  name: string;
  date: string;
  town: string;
  organizer: string;
  note: string | null;
};

const TOWNS = ['Mora', 'Visby', 'Lund', 'Borås'] as const;
const CONSONANTS = [...'bdfgklmnprstv'];
const VOWELS = [...'aeiouyåäö'];

/** Two races with random names are never taken for one. */
function randomName(random: Random): string {
  const word = () =>
    Array.from({ length: 9 }, (_, index) => random.pick(index % 2 ? VOWELS : CONSONANTS)).join('');
  const [first, second] = [word(), word()];
  return `${first[0]?.toUpperCase()}${first.slice(1)} ${second}`;
}

let made = 0;

/** From 20 to 340 days after `firstDay`. */
export function randomRace(random: Random, firstDay: string): Race {
  const day = new Date(`${firstDay}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + random.integer(20, 340));
  return {
    key: `lopp-${++made}`,
    name: randomName(random),
    date: day.toISOString().slice(0, 10),
    town: random.pick(TOWNS),
    organizer: `Klubb ${made}`,
    note: null,
  };
}

/** The calendar by name. Names are unique. */
export type Calendar = Map<string, Race>;

export const put = (calendar: Calendar, races: readonly Race[]): void => {
  for (const race of races) calendar.set(race.name, { ...race });
};

type Stored = {
  event_name: string;
  event_date: string;
  organizer: string | null;
  status_note: string | null;
};

/** One line for each race that differs from the model. */
export function compareCalendars(calendar: Calendar, stored: readonly Stored[]): string[] {
  const byName = new Map(stored.map((row) => [row.event_name, row]));
  const differences: string[] = [];
  for (const { name, date, organizer, note } of calendar.values()) {
    const row = byName.get(name);
    const expected = [date, organizer, note].join('|');
    const found = row && [row.event_date, row.organizer, row.status_note].join('|');
    if (found !== expected) differences.push(`${name}: ${found ?? 'missing'} instead of ${expected}`);
  }
  for (const name of byName.keys()) if (!calendar.has(name)) differences.push(`${name}: should not exist`);
  if (stored.length !== byName.size) differences.push('a name is stored twice');
  return differences;
}
