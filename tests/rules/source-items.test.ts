import { describe, expect, test } from 'bun:test';
import { sportLineCells } from '#src/features/sources/items/cells.ts';
import { checkItems, readItems } from '#src/features/sources/items/items.ts';
import { readFeedItems } from '#src/features/sources/items/json-feed.ts';
import { lengthsIn } from '#src/features/sources/items/lengths.ts';
import { placeCells } from '#src/features/sources/items/places-in-texts.ts';
import { decideItem } from '#src/features/sources/rules.ts';
import { bytesOf } from '#tests/support/bytes.ts';

describe('keys of items', () => {
  const keysOf = async (...keys: string[]) => {
    const cells = { event_name: 'L', event_date: '2027-05-22', distances: '10 km', sport_type: 'OCR' };
    const items = keys.map((key, index) => ({
      number: index,
      key,
      cells: { ...cells, ort: `Ort ${index}` },
    }));
    const read = { format: 'csv' as const, items, replacements: 0, ignored: [], errors: [] };
    const { checked } = checkItems(read, { defaults: {}, today: '2027-01-01' });
    return checked.map(({ key }) => key);
  };

  test('have no characters that a backup or the database would change', async () => {
    expect(await keysOf(' a\u0000b\n', 'c\ud800')).toEqual(['a b', 'c\ufffd']);
    expect(await keysOf('\n')).toEqual(['2027-05-22|l|ort 0']);
  });

  test('are short', async () => {
    const [key = ''] = await keysOf('x'.repeat(5000));
    expect(key).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});

describe('texts', () => {
  test('of places are an address, a town and a landskap', () => {
    expect(placeCells('Slottsskogsvallen, Göteborg, Västergötland')).toEqual({
      address: 'Slottsskogsvallen',
      ort: 'Göteborg',
      landskap: 'Västergötland',
    });
    expect(placeCells('Storgatan 1, 792 30 Mora, Sverige')).toMatchObject({
      address: 'Storgatan 1',
      ort: 'Mora',
    });
    expect(placeCells('Mora')).toMatchObject({ ort: 'Mora' });
    expect(placeCells('Klubbstugan')).toEqual({ address: 'Klubbstugan' });
  });

  test('name the sport and the distances', () => {
    expect(sportLineCells('Kom!\nLöpning: 10 km, 21,1 km')).toEqual({
      sport_type: 'Löpning',
      distances: '10 km, 21,1 km',
    });
    expect(sportLineCells('Start: kl 10')).toEqual({});
    expect(lengthsIn('Milen 10 km, 5km och 400 m. Parkering 1 200 kr')).toBe('10 km, 5 km, 400 m');
  });
});

test('titles and tables of a feed give names, days and lengths', async () => {
  const { items } = readFeedItems(
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      items: [
        { id: 0, title: 'Loppet [22–23 maj 2027]' },
        { title: 'Loppet | 22.5.2027 | Mora' },
        { title: '22 maj 2027: Loppet' },
        { title: 'Loppet, fredag–söndag, 21–23 maj 2027' },
        {
          title: 'Loppet',
          content_html:
            '<table><tr><td>Datum</td><td>22 maj 2027</td></tr><tr><td>Distans</td><td>10 km</td></tr></table>',
        },
      ],
    }),
  );
  expect(items.map(({ cells }) => [cells.event_name, cells.event_date])).toEqual([
    ['Loppet', '2027-05-22'],
    ['Loppet', '2027-05-22'],
    ['Loppet', '2027-05-22'],
    ['Loppet', '2027-05-21'],
    ['Loppet', '2027-05-22'],
  ]);
  expect([items[0]?.key, items[4]?.cells.lengths]).toEqual(['0', '10 km']);
});

describe('an item of a source', () => {
  const EVENT = { id: 'e', event_name: 'Loppet', ort: 'Mora', organizer: null };
  const known = (accepted: Record<string, unknown>) => ({ event_id: 'e', accepted });

  test('that is new becomes a new event', () => {
    expect(decideItem({ event_name: 'Loppet' }, undefined, undefined)).toEqual({
      item: { event_id: null, accepted: null },
      change: { event_id: null, before: null, after: { event_name: 'Loppet' } },
    });
  });

  test('that is an event already offers only what the event lacks', () => {
    expect(decideItem({ event_name: 'Lopp', ort: 'Älvdalen', organizer: 'IFK' }, undefined, EVENT)).toEqual({
      item: { event_id: 'e', accepted: { event_name: 'Lopp', ort: 'Älvdalen' } },
      change: { event_id: 'e', before: { organizer: null }, after: { organizer: 'IFK' } },
    });
  });

  test('that has not changed leaves edits alone', () => {
    const edited = { ...EVENT, ort: 'Orsa' };
    expect(decideItem({ ort: 'Mora' }, known({ ort: 'Mora' }), edited).change).toBeUndefined();
  });

  test('that has changed wins over an edit of that field only', () => {
    const edited = { ...EVENT, ort: 'Orsa', event_name: 'Storloppet' };
    const fields = { ort: 'Älvdalen', event_name: 'Loppet' };
    const { change } = decideItem(fields, known({ ort: 'Mora', event_name: 'Loppet' }), edited);
    expect(change).toEqual({ event_id: 'e', before: { ort: 'Mora' }, after: { ort: 'Älvdalen' } });
  });

  test('that has changed to what the event says is accepted silently', () => {
    expect(decideItem({ ort: 'Mora' }, known({ ort: 'Orsa' }), EVENT)).toEqual({
      item: { event_id: 'e', accepted: { ort: 'Mora' } },
    });
  });

  test('whose event was deleted waits again only when it has changed', () => {
    const deleted = { event_id: null, accepted: { ort: 'Mora' } };
    expect(decideItem({ ort: 'Mora' }, deleted, undefined).change).toBeUndefined();
    expect(decideItem({ ort: 'Orsa' }, deleted, undefined).change).toMatchObject({
      event_id: null,
      before: null,
    });
  });
});

const CSV_HEADER = 'id;event_date;event_name;distances;sport_type';
const checkText = async (text: string) =>
  checkItems(await readItems(bytesOf(text)), { defaults: {}, today: '2027-01-01' });

test('rows that are ignored or wrong are named alike', async () => {
  const row = '2027-05-22;Milen;10 km;Löpning';
  const csv = await checkText(
    `anteckning;${CSV_HEADER}\nbara text;;;;;\n;1;${row}\n;1;${row}\n;2;i maj;A;1 km;OCR\n`,
  );
  expect(csv.ignored).toEqual([
    { row: 2, reason: 'raden har bara text i kolumner som inte läses' },
    { row: 4, reason: 'samma evenemang står på rad 3' },
  ]);
  expect(csv.errors).toEqual([expect.stringContaining('Rad 5: datumet "i maj"')]);
  const race = { event_date: '2027-05-22', event_name: 'A', distances: '10 km', sport_type: 'OCR' };
  const items = [{ id: 'a', _race: race }, { id: 'a', _race: race }, null];
  const feed = await checkText(JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items }));
  expect(feed.ignored).toEqual([{ row: 2, item: 2, name: 'A', reason: 'samma evenemang står på post 1' }]);
  expect(feed.errors).toEqual([expect.stringContaining('Post 3:')]);
});

describe('a row of a table', () => {
  const statesOf = async (text: string) =>
    (await checkText(text)).checked.map(({ fields }) => [
      fields.event_name,
      fields.status ?? null,
      fields.sold_out ?? null,
    ]);

  test('says in its name that the race is off or sold out', async () => {
    const names = [
      'INSTÄLLT: Milen',
      'Milen (inställt)',
      'Milen - avlyst',
      'Milen (framflyttat)',
      'Fullbokat: Milen',
      'Milen',
    ];
    const rows = names.map((name, index) => `${index};2027-05-2${index};${name};10 km;Löpning`);
    expect(await statesOf([CSV_HEADER, ...rows].join('\n'))).toEqual([
      ['Milen', 'cancelled', null],
      ['Milen', 'cancelled', null],
      ['Milen', 'cancelled', null],
      ['Milen', 'postponed', null],
      ['Milen', null, true],
      ['Milen', null, null],
    ]);
  });

  test('is right about its state in a column of its own', async () => {
    const rows = [
      '1;2027-05-22;INSTÄLLT: Milen;10 km;Löpning;scheduled;',
      '2;2027-05-23;INSTÄLLT: Milen;10 km;Löpning;;',
      '3;2027-05-24;Slutsålt: Milen;1 km;OCR;;false',
    ];
    expect(await statesOf([`${CSV_HEADER};status;sold_out`, ...rows].join('\n'))).toEqual([
      ['Milen', 'scheduled', false],
      ['Milen', 'cancelled', false],
      ['Milen', 'scheduled', false],
    ]);
  });

  test.each(['INSTÄLLT', 'Cancelled', 'Tävlingen inställd!', 'Slutsålt'])(
    'without a name is an error: %j',
    async (name) => {
      const { checked, errors } = await checkText(`${CSV_HEADER}\n1;2027-05-22;${name};10 km;Löpning\n`);
      expect(checked).toEqual([]);
      expect(errors).toEqual([
        `Rad 2: namnet "${name}" säger bara att loppet är inställt, framflyttat eller fulltecknat. Skriv också vad det heter. Rätta det i CSV-filen.`,
      ]);
    },
  );
});

test('what a source said of a race and no longer says is taken back, unless it was changed here', () => {
  const accepted = { event_name: 'Milen', status: 'cancelled', sold_out: true };
  const decide = (
    fields: Record<string, unknown>,
    event: Record<string, unknown>,
    before: Record<string, unknown> = accepted,
  ) => decideItem(fields, { event_id: 'e', accepted: before }, { id: 'e', ...event }).change?.after;
  expect(decide({ event_name: 'Milen' }, accepted)).toEqual({ status: 'scheduled', sold_out: false });
  expect(decide(accepted, accepted)).toBeUndefined();
  expect(
    decide({ event_name: 'Milen' }, { ...accepted, status: 'scheduled', sold_out: false }),
  ).toBeUndefined();
  // It has never said so: an admin has.
  expect(decide({ event_name: 'Milen' }, accepted, { event_name: 'Milen' })).toBeUndefined();
  const back = { ...accepted, status: 'scheduled', sold_out: false };
  expect(decide({ event_name: 'Milen' }, accepted, back)).toBeUndefined();
});

test('the position of a calendar is the address of a race whose town is not known', async () => {
  const event = (...lines: string[]) =>
    ['BEGIN:VEVENT', 'DTSTART:20270522', 'SUMMARY:Loppet', ...lines, 'END:VEVENT'].join('\n');
  const placesOf = async (...lines: string[]) => {
    const { items } = await readItems(bytesOf(`BEGIN:VCALENDAR\n${event(...lines)}\nEND:VCALENDAR`));
    return [...items].map(({ cells }) => [cells.ort ?? '', cells.address ?? '']);
  };
  expect(await placesOf('GEO:57.7089;11.9746')).toEqual([['', '57.7089, 11.9746']]);
  expect(await placesOf('GEO:57.7089;11.9746', 'LOCATION:Klubbstugan')).toEqual([
    ['', 'Klubbstugan, 57.7089, 11.9746'],
  ]);
  expect(await placesOf('GEO:57.7089;11.9746', 'LOCATION:Göteborg')).toEqual([['Göteborg', '']]);
  for (const geo of ['0;0', 'x', '57.7089'])
    expect(await placesOf(`GEO:${geo}`, 'LOCATION:Mora')).toEqual([['Mora', '']]);
});

describe('a calendar', () => {
  const itemsOf = async (...lines: string[]) => {
    const { ignored, errors, items } = await readItems(
      bytesOf(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n')),
    );
    return { ignored, errors, cells: [...items].map(({ cells }) => cells) };
  };
  const event = (...lines: string[]) => ['BEGIN:VEVENT', 'DTSTART:20270522', ...lines, 'END:VEVENT'];

  test('loses no component in silence', async () => {
    const { ignored, cells } = await itemsOf(
      ...['BEGIN:VTIMEZONE', 'TZID:X', 'END:VTIMEZONE', 'BEGIN:X-RACE', 'SUMMARY:Z', 'END:X-RACE'],
      ...['BEGIN:VAVAILABILITY', 'BEGIN:AVAILABLE', 'END:AVAILABLE', 'END:VAVAILABILITY'],
      ...event('SUMMARY:A', 'BEGIN:VALARM', 'SUMMARY:B', 'END:VALARM'),
    );
    expect(ignored).toEqual([
      { line: 5, name: 'Z', reason: 'det är något annat (X-RACE), inte ett evenemang' },
      { line: 8, reason: 'det är något annat (VAVAILABILITY), inte ett evenemang' },
    ]);
    expect(cells.map(({ event_name }) => event_name)).toEqual(['A']);
  });

  test('may have texts as bytes', async () => {
    const { cells } = await itemsOf(
      ...event('SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=85re fj=C3=A4ll=', 'maraton=21'),
    );
    expect(cells[0]?.event_name).toBe('Åre fjällmaraton!');
  });

  test('may have a link without its scheme, and a town in capitals', async () => {
    const { cells } = await itemsOf(
      ...event('SUMMARY:A', 'URL:www.lopp.se/a', 'LOCATION:Vasagatan 1\\, 792 30 MORA'),
    );
    expect(cells[0]).toMatchObject({
      race_link: 'https://www.lopp.se/a',
      ort: 'Mora',
      address: 'Vasagatan 1',
    });
    expect(placeCells('https://goo.gl/maps/x, Mora').address).toBe('https://goo.gl/maps/x');
  });
});
