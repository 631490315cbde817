import { describe, expect, test } from 'bun:test';
import { checkItems, readItems } from '../../src/features/events/sources/items';
import { readFeedItems } from '../../src/features/events/sources/json-feed';
import { decideItem } from '../../src/features/events/sources/rules';
import { lengthsIn, placeCells, sportLineCells } from '../../src/features/events/sources/texts';

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
