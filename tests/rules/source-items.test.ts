import { describe, expect, test } from 'bun:test';
import { readSource } from '#src/features/sources/fetch/read-source.ts';
import { sportLineCells } from '#src/features/sources/items/cells.ts';
import { checkItems, readItems } from '#src/features/sources/items/items.ts';
import { readFeedItems } from '#src/features/sources/items/json-feed.ts';
import { lengthsIn } from '#src/features/sources/items/lengths.ts';
import { placeCells } from '#src/features/sources/items/places-in-texts.ts';
import { decideItem } from '#src/features/sources/rules.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('the format of a source', () => {
  const keysOf = async (text: string) =>
    [...(await readItems(utf8(text))).items].map(({ key, cells }) => [key, cells.event_name]);
  const failure = (text: string) => readItems(utf8(text)).catch((error) => error.code);

  test('is that of its content', async () => {
    const lines = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:a',
      'DTSTART;VALUE=DATE:20270522',
      'SUMMARY:Loppet',
    ];
    const ics = [...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
    expect(await keysOf(`\uFEFF${ics}`)).toEqual([['a', 'Loppet']]);
    expect(await keysOf('id;event_date;event_name\n7;2027-05-22;Loppet\n')).toEqual([['7', 'Loppet']]);
    expect(await keysOf('event_date,event_name\n2027-05-22,Loppet\n')).toEqual([[undefined, 'Loppet']]);
    const item = { id: 'x', title: 'Loppet, 22 maj 2027', tags: ['Löpning'] };
    const feed = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items: [item, 'skräp'] });
    expect(await keysOf(feed)).toEqual([['x', 'Loppet']]);
  });

  const ICS = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:a',
    'DTSTART:20270522',
    'SUMMARY:Loppet',
    'END:VEVENT',
  ];
  const FEED =
    '{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "a", "title": "Loppet, 22 maj 2027"}]}';
  const CSV = 'id;event_date;event_name\na;2027-05-22;Loppet\n';

  test.each(['\0', '\x01', '\x1b', 'X\0Y:1\r\n', '\ufeff\0\r\n'])(
    'is that of a calendar also after %j',
    async (start) => {
      expect(await keysOf(`${start}${ICS.join('\r\n')}`)).toEqual([['a', 'Loppet']]);
      const broken = ICS.join('\r\n').replace('BEGIN:VCALENDAR', `BEGIN:VCA${start}LENDAR`);
      expect(await keysOf(broken)).toEqual([['a', 'Loppet']]);
    },
  );

  test('is that of a feed or a CSV also with control characters', async () => {
    for (const control of ['\0', '\x01', '\t', '\n']) {
      expect(await keysOf(FEED.replace('Loppet', `Loppet${control}`))).toEqual([['a', 'Loppet']]);
      expect(await keysOf(control + FEED)).toEqual([['a', 'Loppet']]);
    }
    expect(await keysOf(`${CSV}b;2027-05-23;Andra\x02\n`)).toHaveLength(2);
    expect(await keysOf(`Lopp\x01\n${CSV}`)).toEqual([['a', 'Loppet']]);
  });

  test('takes linear time to read, also with long runs of spaces', async () => {
    const title = `Loppet${' '.repeat(200_000)}i Mora`;
    const item = { id: 'x', title, content_text: `${title}: ${title}` };
    const startedAt = performance.now();
    const feed = { version: 'https://jsonfeed.org/version/1.1', items: [item] };
    expect(await keysOf(JSON.stringify(feed))).toEqual([['x', expect.stringMatching(/^Loppet/)]]);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  test.each(['', '<!doctype html><p>Hej', '{"a": 1}', '{', 'Hej på dig', '%PDF-1.7'])(
    'is unknown: %j',
    async (text) => {
      expect(await failure(text)).toBe('source.format');
    },
  );
});

test('a page or a document is named, with what to do', async () => {
  for (const [content, kind] of [
    ['<!doctype html><p>Hej', 'en webbsida (HTML) eller XML'],
    ['%PDF-1.7', 'en PDF'],
  ] as const) {
    const chunks = [content.slice(0, 3), content.slice(3)].map(utf8);
    const message = await readSource(chunks, { defaults: {}, today: '2027-01-01' }).catch(
      (error) => error.message,
    );
    expect(message).toStartWith(`Adressen leder till ${kind}. Ange adressen till själva kalendern.`);
  }
});

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

test('single bytes that are no text cost only themselves, and are reported', async () => {
  const text = 'id;event_date;event_name;distances;sport_type\n1;2027-05-22;Åre ? Älvdalen;10 km;Löpning\n';
  const bytes = utf8(text).map((byte) => (byte === 0x3f ? 0xff : byte));
  const { checked, warnings } = checkItems(await readItems(bytes), { defaults: {}, today: '2027-01-01' });
  expect(checked.map(({ event }) => event.event_name)).toEqual(['Åre \ufffd Älvdalen']);
  expect(warnings).toEqual(['1 tecken går inte att läsa och är "\ufffd". Spara CSV-filen som UTF-8.']);
});

test('no failure of a calendar or a feed is about CSV and Excel', async () => {
  for (const text of ['BEGIN:VCALENDAR\u0000\r\n', '{"version": "\u0000', 'BEGIN:VEVENT\n'.repeat(30_000)]) {
    const { code, message } = await readItems(utf8(text)).catch((error) => error);
    expect(code).toMatch(/^source\./);
    expect(message).not.toContain('Excel');
  }
});

describe('the extension _race of a feed', () => {
  const readRace = (race: unknown, item: Record<string, unknown> = {}) =>
    readFeedItems(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        items: [{ id: 'a', title: 'Loppet, 22 maj 2027', ...item, _race: race }],
      }),
    );

  test('has texts, numbers and lists, with composed letters', () => {
    const { items, errors } = readRace({
      event_name: 'Åre fjällmaraton '.normalize('NFD'),
      ort: 'Åre'.normalize('NFD'),
      distances: ['10 km', '5/21 km'],
      sold_out: true,
      address: null,
    });
    expect(errors).toEqual([]);
    expect(items[0]?.cells).toEqual({
      event_name: 'Åre fjällmaraton',
      ort: 'Åre',
      distances: '10 km, 5/21 km',
      sold_out: 'true',
      address: '',
    });
  });

  test.each<[race: unknown, kind: string]>([
    [{ event_name: { text: 'Milen' } }, 'event_name i _race är ett objekt'],
    [{ distances: ['10 km', { km: 5 }] }, 'distances i _race är en lista'],
    [{ distances: [['10 km']] }, 'distances i _race är en lista'],
  ])('%j is an error of its item', (race, kind) => {
    const { items, errors } = readRace(race);
    expect(items).toEqual([]);
    expect(errors).toMatchObject([{ line: 1, name: 'Loppet, 22 maj 2027' }]);
    expect(errors[0]?.reason).toContain(kind);
  });

  test.each([[null], [[]], ['x'], [{}], [{ pace: '5:00' }]])(
    '%j is of another program: the texts are read',
    (race) => {
      expect(readRace(race).items[0]?.cells).toMatchObject({
        event_name: 'Loppet',
        event_date: '2027-05-22',
      });
    },
  );

  test('says that a race is off in its name', () => {
    const race = { event_name: 'INSTÄLLT: Milen', event_date: '2027-05-22' };
    expect(readRace(race).items[0]?.cells).toMatchObject({ event_name: 'Milen', status: 'cancelled' });
  });

  test('leaves a single bad tag out, and reads a number as a title', () => {
    const { items } = readRace(undefined, { tags: [7, null, 'Löpning'.normalize('NFD')], title: 2027 });
    expect(items[0]?.cells).toMatchObject({ sport_type: 'Löpning', event_name: '2027' });
  });
});

const CSV_HEADER = 'id;event_date;event_name;distances;sport_type';
const checkText = async (text: string) =>
  checkItems(await readItems(utf8(text)), { defaults: {}, today: '2027-01-01' });

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
    const { items } = await readItems(utf8(`BEGIN:VCALENDAR\n${event(...lines)}\nEND:VCALENDAR`));
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
      utf8(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n')),
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
