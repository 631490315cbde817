import { readCalendar } from '#src/platform/spreadsheet/icalendar.ts';
import { bytesOf } from './bytes.ts';

const YEAR = 2026;

export const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
export const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');

export const read = (bytes: Uint8Array) => readCalendar(bytes, YEAR);
export const daysIn = ({ events }: ReturnType<typeof read>) =>
  events.map(({ cells: { summary, start, end } }) => `${summary} ${end ? `${start}/${end}` : start}`).sort();
export const daysOf = (...lines: string[]) => daysIn(read(bytesOf(calendar(...lines))));
export const ignoredOf = (...lines: string[]) => read(bytesOf(calendar(...lines))).ignored;

export const one = (...lines: string[]) => event('UID:one', 'SUMMARY:Ett', ...lines);
export const START = 'DTSTART;VALUE=DATE:20270522';
