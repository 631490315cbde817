import { describe, expect, test } from 'bun:test';
import type { ImportField } from '#src/features/events/fields.ts';
import { rowChecker } from '#src/features/imports/rows/plan.ts';
import { describeRowError } from '#src/features/imports/rules.ts';
import { TODAY, VALID_ROW } from '#tests/support/import-rows.ts';

function errorOf(cells: Partial<Record<ImportField, string>>): string | undefined {
  const checked = rowChecker(TODAY)({ number: 7, cells });
  return 'event' in checked ? undefined : describeRowError(checked);
}

describe('rowChecker', () => {
  test('accepts a valid row', () => expect(errorOf(VALID_ROW)).toBeUndefined());

  test('completes links, and gives every distance the same format and a unit', () => {
    const cells = { ...VALID_ROW, distances: '5, 42.1km', race_link: 'goteborgsvarvet.se' };
    expect(rowChecker(TODAY)({ number: 7, cells })).toMatchObject({
      event: { distances: ['5 km', '42,1 km'], race_link: 'https://goteborgsvarvet.se' },
    });
  });

  const cases: [string, Partial<Record<ImportField, string>>, string][] = [
    [
      'the place of the row above',
      { ort: 'samma som ovan' },
      'värdet "samma som ovan" i ort hänvisar till en annan rad. Skriv ut det på raden.',
    ],
    [
      'ditto signs',
      { organizer: '-"-' },
      'värdet "-"-" i organizer hänvisar till en annan rad. Skriv ut det på raden.',
    ],
    ['no name', { event_name: '' }, 'Vänligen fyll i alla obligatoriska fält (event_name)'],
    ['no date', { event_date: '' }, 'Vänligen fyll i alla obligatoriska fält (event_date)'],
    ['no distance', { distances: ' , ' }, 'Vänligen fyll i alla obligatoriska fält (distances)'],
    ['no sport', { sport_type: '' }, 'Vänligen fyll i alla obligatoriska fält (sport_type)'],
    [
      'rules checked in the future',
      { transfer_checked_on: '2027-01-16' },
      'Reglerna kan inte vara kontrollerade en dag som inte har varit.',
    ],
    [
      'a day that does not exist',
      { event_date: '2027-02-30' },
      'datumet "2027-02-30" går inte att läsa. Menade du 2027-02-28?',
    ],
    [
      'a date in a foreign format',
      { event_date: '22/5/2027' },
      'datumet "22/5/2027" går inte att läsa. Menade du 2027-05-22?',
    ],
    [
      'a text for an end date',
      { event_end_date: 'i maj' },
      'slutdatumet "i maj" går inte att läsa. Ange ett datum som finns, skrivet ÅÅÅÅ-MM-DD.',
    ],
    [
      'an end before the start',
      { event_end_date: '2027-05-21' },
      'slutdatumet "2027-05-21" är före startdatumet "2027-05-22".',
    ],
    ['a misspelt sport', { sport_type: 'Löpnig' }, 'sporten "Löpnig" finns inte. Menade du Löpning?'],
    [
      'a part of two sports',
      { sport_type: 'cykel' },
      'sporten "cykel" finns inte. Menade du Cykel landsväg eller Cykel MTB?',
    ],
    [
      'an unknown sport',
      { sport_type: 'Curling' },
      'sporten "Curling" finns inte. Välj en av de sporter som finns.',
    ],
    ['a misspelt landskap', { landskap: 'Dalrna' }, 'landskapet "Dalrna" finns inte. Menade du Dalarna?'],
    ['a landskap without its ring', { landskap: 'SKANE' }, 'landskapet "SKANE" finns inte. Menade du Skåne?'],
    [
      'an unknown landskap',
      { landskap: 'Norge' },
      'landskapet "Norge" finns inte. Välj ett av Sveriges 25 landskap.',
    ],
    [
      'words for a distance',
      { distances: '5 km, långt' },
      'distansen "långt" går inte att läsa. Endast siffror och enheter tillåtet (t.ex. "10km", "42,1km", "5000m")',
    ],
    [
      'an invalid link',
      { race_link: 'javascript:alert(1)' },
      'länken "javascript:alert(1)" i race_link går inte att använda. Ange en giltig länk som börjar med http:// eller https://.',
    ],
    [
      'a text that is no link',
      { race_link: 'se hemsidan' },
      'länken "se hemsidan" i race_link går inte att använda. Ange en giltig länk som börjar med http:// eller https://.',
    ],
    [
      'a long text, cut to one line of 60 characters,',
      { landskap: `a\n${'b'.repeat(100)}` },
      `landskapet "a ${'b'.repeat(58)}…" finns inte. Välj ett av Sveriges 25 landskap.`,
    ],
    ['a name of 201 characters', { event_name: 'x'.repeat(201) }, 'En text är för lång. (event_name)'],
    [
      'no name, no date and a misspelt sport',
      { event_name: '', event_date: '', sport_type: 'Löpnig' },
      'Vänligen fyll i alla obligatoriska fält (event_date, event_name). Sporten "Löpnig" finns inte. Menade du Löpning?',
    ],
    [
      'a long name and a misspelt sport',
      { event_name: 'x'.repeat(201), sport_type: 'Löpnig' },
      'En text är för lång. (event_name) Sporten "Löpnig" finns inte. Menade du Löpning?',
    ],
    ...(
      [
        ['transfer_policy', 'förbjuden', 'forbidden'],
        ['transfer_policy', 'alowed', 'allowed'],
        ['transfer_initiator', 'säljare', 'seller'],
        ['status', 'Inställt', 'cancelled'],
      ] as const
    ).map(([column, word, value]): [string, Record<string, string>, string] => [
      `the word "${word}" for a value of ${column}`,
      { [column]: word },
      `värdet "${word}" i ${column} går inte att använda. Menade du ${value}?`,
    ]),
    ['a NUL', { organizer: 'a\0b' }, 'Det gick inte att läsa det du skickade. (organizer)'],
  ];
  for (const [kind, change, sentence] of cases) {
    test(`reports ${kind} with the row number`, () =>
      expect(errorOf({ ...VALID_ROW, ...change })).toBe(`Rad 7: ${sentence}`));
  }

  test('accepts Löpning - tidslopp with times', () => {
    expect(
      errorOf({ ...VALID_ROW, sport_type: 'Löpning - tidslopp', distances: '6 timmar, 24 h' }),
    ).toBeUndefined();
  });
});
