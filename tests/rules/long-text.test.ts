import { describe, expect, test } from 'bun:test';
import * as v from 'valibot';
import { ContactMessageInput } from '#src/features/contact/contract.ts';
import { EventInput } from '#src/features/events/contract.ts';
import { SubmissionInput } from '#src/features/submissions/contract.ts';
import { isDay } from '#src/shared/dates.ts';
import { commitDistances, NO_DISTANCES, pasteDistances, typeDistances } from '#src/shared/distance-input.ts';
import { distanceKey, hoursOf, kilometresOf, splitDistances } from '#src/shared/distances.ts';
import { parseInstant } from '#src/shared/instants.ts';
import { landskapNamed } from '#src/shared/landskap.ts';
import { isPage } from '#src/shared/pages.ts';
import { sportNamed } from '#src/shared/sports.ts';
import { fold } from '#src/shared/text.ts';
import { isWebUrl } from '#src/shared/web-url.ts';

const LENGTH = 200_000;
/** Quadratic time would be ten seconds or more. */
const LIMIT_MS = 1000;

const TEXTS = Object.entries({
  blanks: ' '.repeat(LENGTH),
  'blanks after a digit': `1${' '.repeat(LENGTH)}x`,
  tabs: `x${'\t'.repeat(LENGTH)}x`,
  digits: '1'.repeat(LENGTH),
  'groups of digits': `${'1 000 '.repeat(LENGTH / 6)}x`,
  commas: ','.repeat(LENGTH),
  'commas between digits': '1,'.repeat(LENGTH / 2),
  'commas between blanks': '1 , '.repeat(LENGTH / 4),
  dots: `a@${'a.'.repeat(LENGTH / 2)}`,
  ats: '@a'.repeat(LENGTH / 2),
  slashes: `https://${'/a'.repeat(LENGTH / 2)}`,
  accents: `a${'\u0301'.repeat(LENGTH)}`,
});

const READERS: [string, (text: string) => unknown][] = [
  ['a list of distances', splitDistances],
  ['the key of a distance', distanceKey],
  ['a length', kilometresOf],
  ['a time', hoursOf],
  ['typed distances', (text) => typeDistances(NO_DISTANCES, text, '')],
  ['finished distances', (text) => commitDistances({ committed: [], draft: text }, '')],
  ['pasted distances', (text) => pasteDistances(NO_DISTANCES, text, 'Triathlon')],
  ['folded text', fold],
  ['a day', isDay],
  ['an instant', parseInstant],
  ['a landskap', landskapNamed],
  ['a sport', sportNamed],
  ['a web address', isWebUrl],
  ['a path', isPage],
];

const contracts = { event: EventInput, submission: SubmissionInput, 'contact message': ContactMessageInput };
for (const [name, schema] of Object.entries(contracts)) {
  const { entries } = 'pipe' in schema ? schema.pipe[0] : schema;
  READERS.push([
    `every field of the ${name}`,
    (text) => v.safeParse(schema, Object.fromEntries(Object.keys(entries).map((key) => [key, text]))),
  ]);
}

describe('long text', () => {
  for (const [name, read] of READERS) {
    test(`is read as ${name} in linear time`, () => {
      for (const [kind, text] of TEXTS) {
        const started = performance.now();
        read(text);
        expect([kind, performance.now() - started < LIMIT_MS]).toEqual([kind, true]);
      }
    });
  }
});

test('pasteDistances cuts off text after 5,000 characters', () => {
  expect(pasteDistances(NO_DISTANCES, 'x'.repeat(9000), '').draft).toHaveLength(5000);
});
