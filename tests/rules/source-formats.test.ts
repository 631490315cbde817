import { describe, expect, test } from 'bun:test';
import { readSource } from '#src/features/sources/fetch/read-source.ts';
import { checkItems, readItems } from '#src/features/sources/items/items.ts';
import { readFeedItems } from '#src/features/sources/items/json-feed.ts';
import { bytesOf } from '#tests/support/bytes.ts';

describe('the format of a source', () => {
  const keysOf = async (text: string) =>
    [...(await readItems(bytesOf(text))).items].map(({ key, cells }) => [key, cells.event_name]);
  const failure = (text: string) => readItems(bytesOf(text)).catch((error) => error.code);

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
    const chunks = [content.slice(0, 3), content.slice(3)].map(bytesOf);
    const message = await readSource(chunks, { defaults: {}, today: '2027-01-01' }).catch(
      (error) => error.message,
    );
    expect(message).toStartWith(`Adressen leder till ${kind}. Ange adressen till själva kalendern.`);
  }
});

test('single bytes that are no text cost only themselves, and are reported', async () => {
  const text = 'id;event_date;event_name;distances;sport_type\n1;2027-05-22;Åre ? Älvdalen;10 km;Löpning\n';
  const bytes = bytesOf(text).map((byte) => (byte === 0x3f ? 0xff : byte));
  const { checked, warnings } = checkItems(await readItems(bytes), { defaults: {}, today: '2027-01-01' });
  expect(checked.map(({ event }) => event.event_name)).toEqual(['Åre \ufffd Älvdalen']);
  expect(warnings).toEqual(['1 tecken går inte att läsa och är "\ufffd". Spara CSV-filen som UTF-8.']);
});

test('no failure of a calendar or a feed is about CSV and Excel', async () => {
  for (const text of ['BEGIN:VCALENDAR\u0000\r\n', '{"version": "\u0000', 'BEGIN:VEVENT\n'.repeat(30_000)]) {
    const { code, message } = await readItems(bytesOf(text)).catch((error) => error);
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
