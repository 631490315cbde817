import { formatDays, isDay, MONTHS } from '../../../shared/dates';
import { findPlace } from '../../../shared/gazetteer';
import { landskapNamed } from '../../../shared/landskap';
import { sportNamed } from '../../../shared/sports';
import { readDay } from '../../../shared/typed-dates';

export { lengthsIn } from './lengths';

export type Cells = Record<string, string>;

/** As the source has it. Without a key, its name, date and place identify it. `lengths` is used without `distances`. */
export type SourceItem = { number: number; key: string | undefined; cells: Cells };

const COUNTRY = /^(sverige|sweden|se)$/i;
const POSTCODE = /^\d{3} ?\d{2}\s+/;

/** Reads `Slottsskogsvallen, Göteborg, Västergötland` as our feeds and most calendars write it. */
export function placeCells(text: string): Cells {
  const parts = text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part && !COUNTRY.test(part));
  const landskap = landskapNamed(parts.at(-1) ?? '');
  if (landskap) parts.pop();
  const ort = parts.pop()?.replace(POSTCODE, '') ?? '';
  // A venue alone is not a town.
  if (ort && parts.length === 0 && !landskap && !findPlace({ ort, landskap: null, address: null }))
    return { address: ort };
  return { ort, landskap: landskap ?? '', address: parts.join(', ') };
}

const SPORT_LINE = /^([^:]{2,30}): (.+)$/;

/** The line `Löpning: 10 km, 21,1 km` of our feeds. */
export function sportLineCells(text: string): Cells {
  for (const line of text.split('\n').reverse()) {
    const [, name = '', distances = ''] = SPORT_LINE.exec(line.trim()) ?? [];
    const sport = sportNamed(name);
    if (sport) return { sport_type: sport, distances };
  }
  return {};
}

const CANCELLED = /^\s*(inställt|inställd|cancelled)\s*[:–-]\s*/i;

export const isCalledOff = (title: string): boolean => CANCELLED.test(title);
export const nameIn = (title: string): string => title.replace(CANCELLED, '').trim();

const WORDS = MONTHS.join('|');
const DATE = new RegExp(
  `(?<!\\d)(?:\\d{4}-\\d\\d-\\d\\d|\\d{1,2}/\\d{1,2} \\d{4}|\\d{1,2} (?:${WORDS}|jan|feb|mar|apr|jun|jul|aug|sep|sept|okt|nov|dec)\\.? \\d{4})(?!\\d)`,
  'i',
);

/** The first day that a text mentions, and where. */
export function dayIn(text: string): { day: string; before: string } | undefined {
  const found = DATE.exec(text);
  const day = found && readDay(found[0]);
  return found && day && isDay(day) ? { day, before: text.slice(0, found.index) } : undefined;
}

/** Removes the days that our feeds add to a title. */
export function withoutDays(title: string, day: string, endDay: string | null): string {
  const suffix = `, ${formatDays(day, endDay)}`;
  return title.endsWith(suffix) ? title.slice(0, -suffix.length) : title;
}
