import type { Random } from '#proofs/watches/random.ts';

const JUNK = [...'":;\\,\r\n\ufeff \tå=%09Z\u0000'];
const LINES = [
  ...['Anmälan på plats', 'BEGIN:VALARM', 'END:VALARM', 'END:VEVENT', 'BEGIN:VEVENT', 'END:VCALENDAR'],
  ...[
    'BEGIN:VCALENDAR',
    'BEGIN:VTODO',
    'RRULE:FREQ=SECONDLY',
    'RRULE:freq=yearly',
    'RDATE:20270230',
    'UID:1',
  ],
  ...['EXDATE:20270522T080000Z', 'RECURRENCE-ID;VALUE=DATE:20270522', 'DTSTART:', 'DTEND:2027', 'SEQUENCE:9'],
  ...['ORGANIZER;CN="IFK:mailto:a', 'DTSTART;TZID=', 'METHOD:CANCEL', '', '   ', ':', ';', '\ufeff'],
];

const below = (random: Random, limit: number) => random.integer(0, Math.max(0, limit - 1));

type Mutation = (lines: string[], random: Random) => string[];

const withText = (change: (line: string, random: Random) => string): Mutation => {
  return (lines, random) => {
    const at = below(random, lines.length);
    return lines.with(at, change(lines[at] ?? '', random));
  };
};

const MUTATIONS: Mutation[] = [
  (lines, random) => lines.toSpliced(below(random, lines.length), 1),
  (lines, random) => lines.toSpliced(below(random, lines.length), 0, random.pick(LINES)),
  (lines, random) => lines.toSpliced(below(random, lines.length), 0, random.pick(lines)),
  (lines, random) => lines.slice(0, 1 + below(random, lines.length)),
  (lines, random) => {
    const [from, to] = [below(random, lines.length), below(random, lines.length)];
    return lines.with(from, lines[to] ?? '').with(to, lines[from] ?? '');
  },
  withText((line) => line.toLowerCase()),
  withText((line, random) => {
    const at = below(random, line.length + 1);
    return line.slice(0, at) + random.pick(JUNK) + line.slice(at);
  }),
  withText((line, random) => {
    const at = below(random, line.length + 1);
    return line.slice(0, at) + line.slice(at + 1);
  }),
  withText((line, random) => line.replace(/\d/, String(random.integer(0, 9)))),
  withText((line, random) => line.replace(/\d\d(?=T|$)/, String(random.integer(10, 99)))),
  withText((line) => `${line.slice(0, 12)}\r\n ${line.slice(12)}`),
];

/** Changes a text in some places. */
export function mutate(text: string, separator: string, random: Random): string {
  let lines = text.split(separator);
  for (let count = random.integer(1, 6); count > 0; count--) {
    lines = random.pick(MUTATIONS)(lines, random);
    if (lines.length === 0) lines = [''];
  }
  return lines.join(random.chance(0.12) ? '\r' : separator);
}
