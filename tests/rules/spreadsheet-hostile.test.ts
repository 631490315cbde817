import { describe, expect, test } from 'bun:test';
import { readEventSheet } from '#src/features/imports/rows/spreadsheet.ts';
import { READER_SCRIPT, readOutput } from '#src/platform/spreadsheet/table-subprocess.ts';
import { bytesOf } from '#tests/support/bytes.ts';
import { workbook } from '#tests/support/event-files.ts';
import { xlsxOf, zipOf } from '#tests/support/zip.ts';

const HEADER = ['event_date', 'event_name', 'distances', 'sport_type'];
const ROW = ['2027-05-22', 'Göteborgsvarvet', '21,1 km', 'Löpning'];
const MB = 1024 * 1024;
const BOMB_BYTES = 300 * MB;

const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (number: number, texts: string[]) =>
  `<row r="${number}">${texts.map((text, index) => cell(`${'ABCD'[index]}${number}`, text)).join('')}</row>`;
const sheet = (inner: string, before = '', after = '') =>
  `<worksheet>${before}<sheetData>${row(1, HEADER)}${inner}</sheetData>${after}</worksheet>`;

const readNames = async (file: Uint8Array, name = 'a.xlsx') =>
  (await readEventSheet(file, name)).rows.map(({ number, cells }) => [number, cells.event_name]);
const codeOf = (file: Uint8Array, name = 'a.xlsx') =>
  readEventSheet(file, name).then(
    () => undefined,
    (error) => error.code,
  );

async function measureMemory<Result>(read: () => Promise<Result>) {
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  try {
    return { result: await read(), memory: peak - before };
  } finally {
    clearInterval(timer);
  }
}

describe('a hostile workbook', () => {
  test('built by hand is read like any other, if it is valid', async () => {
    expect(await readNames(xlsxOf(sheet(row(2, ROW))))).toEqual([[2, 'Göteborgsvarvet']]);
  });

  test('that unpacks to 300 MB is rejected in little memory', async () => {
    const bomb = xlsxOf(' '.repeat(BOMB_BYTES));
    expect(bomb.length).toBeLessThan(MB);
    const { result, memory } = await measureMemory(() => codeOf(bomb));
    expect(result).toBe('import.unreadable');
    expect(memory).toBeLessThan(100 * MB);
  });

  test('that claims to be small and unpacks to 300 MB is rejected', async () => {
    expect(await codeOf(xlsxOf(' '.repeat(BOMB_BYTES), { claimedSize: 1000 }))).toBe('import.unreadable');
  });

  test('with many entries of the same bytes is rejected', async () => {
    const content = ' '.repeat(MB);
    const entries = Array.from({ length: 100 }, (_, index) => ({ name: `xl/${index}.xml`, content }));
    expect(await codeOf(zipOf(entries))).toBe('import.unreadable');
  });

  test('with 100,000 columns returns the known columns', async () => {
    const wide = [[...HEADER, ...Array(12_000).fill('x')], [...ROW]];
    expect(await readNames(workbook(wide, 'xlsx'))).toEqual([[2, 'Göteborgsvarvet']]);
    const manyCells = `<row r="2">${Array(100_000).fill('<c><v>1</v></c>').join('')}</row>`;
    expect(await readNames(xlsxOf(sheet(manyCells + row(3, ROW))))).toEqual([
      [2, '1'],
      [3, 'Göteborgsvarvet'],
    ]);
  });

  test('that declares every possible cell returns only the cells with content', async () => {
    const dimension = '<dimension ref="A1:XFD1048576"/>';
    expect(await readNames(xlsxOf(sheet(row(1_048_576, ROW), dimension)))).toEqual([
      [1_048_576, 'Göteborgsvarvet'],
    ]);
  });

  test('with a row number far beyond the last is read without iterating to it', async () => {
    expect(await readNames(xlsxOf(sheet(row(4_000_000_000, ROW))))).toEqual([
      [4_000_000_000, 'Göteborgsvarvet'],
    ]);
  });

  test('with one link over all of its cells is read without iterating over them', async () => {
    const links = '<x:hyperlinks><x:hyperlink ref="A1:XFD1048576" location="x"/></x:hyperlinks>';
    expect(await readNames(xlsxOf(sheet(row(2, ROW), '', links)))).toEqual([[2, 'Göteborgsvarvet']]);
  });

  describe('with 1.6 million cells that share one text', () => {
    const shared = '<c t="s"><v>0</v></c>';
    const rows = (count: number, columns: number) => `<row>${shared.repeat(columns)}</row>`.repeat(count);

    test('uses little memory when the columns are unknown', async () => {
      const file = xlsxOf(sheet(rows(6250, 256)), { shared: ['x'.repeat(300)] });
      const { result, memory } = await measureMemory(() => readEventSheet(file, 'a.xlsx'));
      expect(result.rows).toHaveLength(6250);
      expect(Object.keys(result.rows[0]?.cells ?? {})).toEqual(HEADER);
      expect(memory).toBeLessThan(150 * MB);
    });

    test('is rejected in little memory when the text is long', async () => {
      for (const length of [5000, MB]) {
        const file = xlsxOf(sheet(rows(18_000, 4)), { shared: ['x'.repeat(length)] });
        const { result, memory } = await measureMemory(() => codeOf(file));
        expect(result).toBe('import.too_large');
        expect(memory).toBeLessThan(100 * MB);
      }
    });
  });

  test('with a text too long for any field is cut to 5,001 characters, so that the row check can reject it', async () => {
    const file = xlsxOf(sheet(row(2, ROW.with(1, `${' '.repeat(MB)}${'å'.repeat(MB)}`))));
    const [firstRow] = (await readEventSheet(file, 'a.xlsx')).rows;
    expect(firstRow?.cells.event_name).toBe('å'.repeat(5001));
  });

  test('with 1.5 million rows makes its reader process use too much memory and be killed', async () => {
    const file = xlsxOf(sheet('<row><c><v>1</v></c></row>'.repeat(1_500_000)));
    const reader = Bun.spawn([process.execPath, READER_SCRIPT, 'workbook', ...HEADER], {
      stdin: file,
      stdout: 'ignore',
    });
    await reader.exited;
    expect(reader.signalCode).toBe('SIGKILL');
  });

  test.each([
    ['rows', '[1,"x"]\n'.repeat(MB / 8)],
    ['one row', 'x'.repeat(MB)],
  ])('is rejected before its reader process has sent 40 MB of endless output, in %s', async (_, piece) => {
    let received = 0;
    const endlessOutput = new ReadableStream<Uint8Array>({
      pull: (out) => {
        received += MB;
        out.enqueue(new TextEncoder().encode(piece));
      },
    });
    expect(await readOutput(endlessOutput).catch((error) => error.code)).toBe('import.unreadable');
    expect(received).toBeLessThan(40 * MB);
  });

  test('is unreadable if its reader process stops in the middle of its output', async () => {
    const truncatedOutput = new Blob(['[1,"event_date"]\n[2,"2027-']).stream();
    expect(await readOutput(truncatedOutput).catch((error) => error.code)).toBe('import.unreadable');
  });

  test('does not have its entities expanded', async () => {
    const doctype = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
    const [[, name] = []] = await readNames(xlsxOf(doctype + sheet(row(2, ROW.with(1, '&b;&b;')))));
    expect(String(name).length).toBeLessThan(20);
  });

  test('of random bytes after a valid signature is unreadable', async () => {
    for (const magic of ['504b0304', 'd0cf11e0a1b11ae1']) {
      for (let seed = 1; seed <= 5; seed++) {
        const noise = Uint8Array.from(
          { length: 5000 },
          (_, index) => (index * index * seed + index * 31) & 0xff,
        );
        expect(await codeOf(Buffer.concat([Buffer.from(magic, 'hex'), noise]), 'a.xls')).toBe(
          'import.unreadable',
        );
      }
    }
  });
});

describe('a hostile CSV', () => {
  test('with 100,000 columns returns the known columns', async () => {
    const many = Array(100_000).fill('x').join();
    expect(await readNames(bytesOf(`${HEADER},${many}\n2027-01-01,A,5 km,OCR,${many}\n`), 'a.csv')).toEqual([
      [2, 'A'],
    ]);
  });

  // In quadratic time, each of them would take hours.
  test('of 10 MB of quotes, commas or newlines is rejected in linear time', async () => {
    for (const [piece, code] of [
      ['"', 'import.columns'],
      ['"x', 'import.columns'],
      [',', 'import.empty'],
      ['\n', 'import.empty'],
      ['"\n', 'import.empty'],
    ] as const) {
      const file = bytesOf(piece.repeat((10 * MB) / piece.length));
      expect(await codeOf(file, 'a.csv')).toBe(code);
    }
  }, 120_000);

  test('keeps a NUL in a cell for the check of its row, and does not know a column with one', async () => {
    const [row] = (await readEventSheet(bytesOf(`${HEADER}\n2027-01-01,A\0B,5 km,OCR\n`), 'a.csv')).rows;
    expect(row?.cells.event_name).toBe('A\0B');
    const { rows, ignoredColumns } = await readEventSheet(bytesOf(`ort\0,${HEADER}\nMora,${ROW}\n`), 'a.csv');
    expect([rows.length, ignoredColumns]).toEqual([1, ['ort']]);
  });
});
