import type { Random } from '#proofs/watches/random.ts';
import { mutate } from './mutations.ts';

/** `parts` is how many events, rows or items it has, counted without the product. `days` are all that it names. */
export type Document = { text: string; parts: number; days: Set<string> | undefined };

const NAMES = ['Milen', 'Åre Fjällmaraton', 'Lopp A', 'Lopp B', 'Göteborgsvarvet, 21 km', 'Ida & Ottos', ''];
const DAYS = ['20270522', '2027-05-23', '20270605', '20280229', '20270230', '20271103', 'i maj', '2027522'];
const UIDS = ['a', 'b', 'c', 'd@lopp.example', ''];
const RULES = [
  'FREQ=WEEKLY;COUNT=3',
  'freq=yearly',
  'FREQ=DAILY;UNTIL=20270601',
  'FREQ=MONTHLY;BYDAY=5SA',
  'FREQ=',
];

function eventOf(random: Random): string[] {
  const day = random.pick(DAYS);
  const extra = [
    random.chance(0.3) && `DTEND;VALUE=DATE:${random.pick(DAYS)}`,
    random.chance(0.25) && `RRULE:${random.pick(RULES)}`,
    random.chance(0.15) && `RECURRENCE-ID;VALUE=DATE:${random.pick(DAYS)}`,
    random.chance(0.15) && `EXDATE;VALUE=DATE:${random.pick(DAYS)}`,
    random.chance(0.15) && `RDATE;VALUE=DATE:${random.pick(DAYS)}`,
    random.chance(0.2) && `SEQUENCE:${random.integer(0, 3)}`,
    random.chance(0.3) && 'LOCATION:Slottsskogen\\, Göteborg',
    random.chance(0.3) && 'DESCRIPTION:Välkommen!\\nLöpning: 10 km',
    random.chance(0.2) && 'ORGANIZER;CN="IFK Lund":mailto:a@lopp.example',
  ].filter((line) => line !== false);
  const start = random.pick([
    `DTSTART;VALUE=DATE:${day}`,
    `DTSTART:${day}T100000`,
    `DTSTART;TZID=Europe/Stockholm:${day}T100000`,
  ]);
  const name = random.chance(0.9) ? 'VEVENT' : 'VTODO';
  return [
    `BEGIN:${name}`,
    `UID:${random.pick(UIDS)}`,
    start,
    `SUMMARY:${random.pick(NAMES)}`,
    ...extra,
    `END:${name}`,
  ];
}

const listOf = <Item>(random: Random, make: (random: Random) => Item): Item[] =>
  Array.from({ length: random.integer(1, 12) }, () => make(random));

/** As a reader of RFC 5545 counts them: lines are unfolded, and names have no case. */
function countComponents(text: string): number {
  const lines = text
    .replaceAll('\ufeff', '')
    .replace(/\r*\n|\r/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n');
  return lines.filter((line) => /^\s*BEGIN\s*:\s*(VEVENT|VTODO)\s*$/i.test(line)).length;
}

function daysIn(text: string): Set<string> | undefined {
  const unfolded = text.replaceAll('\ufeff', '').replace(/(\r*\n|\r)[ \t]/g, '');
  // A series has days that the file does not name.
  if (/RRULE/i.test(unfolded)) return undefined;
  return new Set(
    [...unfolded.matchAll(/(?=(\d{4})-?(\d\d)-?(\d\d))/g)].map(([, ...parts]) => parts.join('-')),
  );
}

export function calendarOf(random: Random): Document {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...listOf(random, eventOf).flat(), 'END:VCALENDAR', ''];
  const text = mutate(lines.join('\r\n'), '\r\n', random);
  return { text, parts: countComponents(text), days: daysIn(text) };
}

const CELLS = [
  '',
  ' ',
  '10 km',
  'Löpning',
  'Mora',
  'i maj',
  '"Milen"-loppet',
  'a;b',
  'a\nb',
  '2027-05-22',
  'x'.repeat(300),
];

export function tableOf(random: Random): Document {
  const header = ['id', 'event_date', 'event_name', 'distances', 'sport_type', 'ort', 'anteckning'];
  const rows = listOf(random, () => {
    const row = [
      ...[random.pick(UIDS), random.pick(['2027-05-22', '2027-06-05', 'i maj']), random.pick(NAMES), '10 km'],
      ...['Löpning', 'Mora', ''],
    ];
    if (random.chance(0.15)) return header.map(() => '');
    return row.map((cell) => (random.chance(0.15) ? random.pick(CELLS) : cell));
  });
  const cellText = (cell: string) => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const text = [header, ...rows].map((row) => row.map(cellText).join(';')).join('\n');
  return { text, parts: rows.filter((row) => row.some((cell) => cell.trim())).length, days: undefined };
}

const ENTRIES = [null, 'skräp', 7, [], {}, { title: 7 }, { id: {} }];

export function feedOf(random: Random): Document {
  const items = listOf(random, () => {
    if (random.chance(0.2)) return random.pick(ENTRIES);
    const title = `${random.pick(NAMES)}, ${random.pick(['22 maj 2027', '2027-06-05', 'i maj', '31 februari 2027'])}`;
    const item: Record<string, unknown> = { id: random.pick(UIDS), title, content_text: 'Löpning: 10 km' };
    if (random.chance(0.2)) item.id = random.pick([null, 7, {}, 'a']);
    if (random.chance(0.2))
      item._race = random.pick([{}, null, [], { event_date: '2027-05-22', event_name: ['a'] }]);
    if (random.chance(0.1)) item.tags = random.pick([null, 'Löpning', [7]]);
    return item;
  });
  const text = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items });
  return { text, parts: items.length, days: undefined };
}
