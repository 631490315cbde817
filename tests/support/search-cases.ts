import { join } from 'node:path';
import type { LocatedEvent, PublicEvent } from '#src/features/events/contract.ts';
import { findPlace } from '#src/shared/gazetteer.ts';
import { eventOf } from './events.ts';

const CASES = join(import.meta.dir, '../cases');
const readLines = async (file: string) => (await Bun.file(join(CASES, file)).text()).trim().split('\n');

export const TODAY = '2026-12-01';

/** The calendar that the queries are for. */
export async function searchCalendar() {
  const [, ...rows] = await readLines('search-races.csv');
  const events = rows.map((row, index): PublicEvent => {
    const cells = [...row.matchAll(/("([^"]*)"|[^,]*)(?:,|$)/g)].map(([, plain, quoted]) => quoted ?? plain);
    const [event_date = '', event_name = '', distances = '', sport_type = '', ...where] = cells;
    const [ort, landskap, organizer] = where.map((cell) => cell || null);
    const more = { ort: ort ?? null, landskap: landskap ?? null, organizer: organizer ?? null };
    return eventOf({ id: String(index), event_date, event_name, distances, sport_type, ...more });
  });
  const located = events.flatMap((event) => {
    const place = findPlace({ ort: event.ort, address: null, landskap: event.landskap });
    return place ? [{ ...event, ...place, is_approximate: place.place_source === 'landskap' }] : [];
  });
  return { events, located: located as unknown as LocatedEvent[], today: TODAY };
}

/** Past races are written as `Vasaloppet (2026)`. */
export const caseNameOf = ({
  event_name,
  event_date,
}: Pick<PublicEvent, 'event_name' | 'event_date'>): string =>
  event_date < TODAY ? `${event_name} (${event_date.slice(0, 4)})` : event_name;

export type SearchCase = {
  query: string;
  kind: string;
  /** All are found, and one is first. For "nothing", what else is offered. */
  needed: string[];
  /** These may be found, and be first. */
  allowed: string[];
  forbidden: string[];
};

export async function searchCases(): Promise<SearchCase[]> {
  const lines = (await readLines('search.tsv')).filter((line) => !/^(?:#|query\t)/.test(line));
  return lines.map((line) => {
    const [query = '', first = '', mustNot = '', kind = ''] = line.split('\t');
    const named = first.split('|').filter(Boolean);
    return {
      query,
      kind,
      needed: named.filter((name) => !name.startsWith('?')),
      allowed: named.map((name) => name.replace(/^\?/, '')),
      forbidden: mustNot.split('|').filter(Boolean),
    };
  });
}
