// Races as files and calendars of others write them.
import type { Race } from './model.ts';

export type Published = Pick<Race, 'key' | 'name' | 'date' | 'town' | 'organizer'>;

const HEADER = 'event_date;event_name;distances;sport_type;ort;organizer';

/** The file of an import. */
export const importFile = (races: Published[]): Uint8Array =>
  new TextEncoder().encode(
    [
      HEADER,
      ...races.map(({ date, name, town, organizer }) =>
        [date, name, '10 km', 'Löpning', town, organizer].join(';'),
      ),
    ].join('\n'),
  );

export const csvSource = (races: Published[]): string =>
  [
    `id;${HEADER}`,
    ...races.map(({ key, date, name, town, organizer }) =>
      [key, date, name, '10 km', 'Löpning', town, organizer].join(';'),
    ),
  ].join('\n');

export const calendarSource = (races: Published[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//exempel//SV',
    ...races.flatMap(({ key, date, name, town, organizer }) => [
      'BEGIN:VEVENT',
      `UID:${key}@exempel.se`,
      `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`,
      `SUMMARY:${name}`,
      `LOCATION:${town}`,
      `ORGANIZER;CN=${organizer}:mailto:info@exempel.se`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n');

export const feedSource = (races: Published[]): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Exempel',
    items: races.map(({ key, date, name, town, organizer }) => ({
      id: key,
      title: name,
      _race: {
        event_date: date,
        event_name: name,
        distances: '10 km',
        sport_type: 'Löpning',
        ort: town,
        organizer,
      },
    })),
  });
