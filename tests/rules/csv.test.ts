import { describe, expect, test } from 'bun:test';
import { readEventSheet } from '#src/features/imports/rows/spreadsheet.ts';
import { bytesOf } from '#tests/support/bytes.ts';
import { HEADER, ROW, read, readGrid } from '#tests/support/sheet-samples.ts';

describe('CSV', () => {
  test('allows separators, newlines and quotes in quoted fields, and counts such a row once', async () => {
    const rows = await readGrid([HEADER, ['2027-05-22', 'Två\nrader, "så"', '5 km, 10 km', 'Löpning'], ROW]);
    expect(rows.map((row) => [row.number, row.cells.event_name])).toEqual([
      [2, 'Två\nrader, "så"'],
      [3, 'Göteborgsvarvet'],
    ]);
  });

  test('skips blank rows but keeps the numbering', async () => {
    const rows = await read(`${HEADER}\n\n${ROW.with(2, '10 km')}\n,,,\n"" , ,,\n${ROW.with(2, '5 km')}\n\n`);
    expect(rows.map((row) => row.number)).toEqual([3, 6]);
  });

  test('is split at semicolons although its header has a comma in quotes', async () => {
    const rows = await read(
      '"anm, övrigt";event_date;event_name;distances;sport_type\n;2027-01-01;A;5 km;OCR\n',
    );
    expect(rows[0]?.cells.event_name).toBe('A');
  });

  test.each([
    ['a quote around a part', '"Milen"-loppet', '"Milen"-loppet'],
    ['a quote that never closes', '"Milen', '"Milen'],
    ['a quote inside', 'Loppet 17" hjul', 'Loppet 17" hjul'],
    ['a quote after a space', ' "Milen; loppet" ', 'Milen; loppet'],
    ['doubled quotes', '"Lopp ""Milen"""', 'Lopp "Milen"'],
    ['single quotes inside quotes', '"Lopp "Milen" i Mora"', 'Lopp "Milen" i Mora'],
    ['a line break in quotes', '"Loppet\ni Mora"', 'Loppet\ni Mora'],
  ])('with %s costs no other row', async (_, written, name) => {
    const row = (event: string) => `2027-05-22;${event};5 km;Löpning`;
    const names = ['Före', written, 'Mellan', '"Efter"', 'Sist "lopp"', 'Slut'];
    const rows = await read(`${HEADER.join(';')}\n${names.map(row).join('\n')}\n`);
    expect(rows.map(({ cells }) => cells.event_name)).toEqual([
      'Före',
      name,
      'Mellan',
      'Efter',
      'Sist "lopp"',
      'Slut',
    ]);
  });

  test('with an open quote whose cell ends in a later row costs no row', async () => {
    for (const separator of [';', ','])
      expect(
        (
          await read(
            [HEADER, ROW.with(1, '"A'), ROW.with(1, 'B"'), ROW.with(1, 'C')]
              .map((row) => row.map((cell) => cell.replace(',', '.')).join(separator))
              .join('\n'),
          )
        ).map(({ cells }) => cells.event_name),
      ).toEqual(['"A', 'B"', 'C']);
  });

  test.each(['sep=;\r', '"sep=;"\n', 'sep=,\n', 'SEP=;\r\n'])('may begin with %j', async (line) => {
    expect(await read(`${line}${HEADER.join(';')}\n${ROW.join(';')}\n`)).toMatchObject([{ number: 2 }]);
  });

  test('may have | between its cells', async () => {
    expect(await read(`${HEADER.join('|')}\n${ROW.join('|')}\n`)).toMatchObject([
      { cells: { event_name: 'Göteborgsvarvet' } },
    ]);
  });

  test('with bad characters says how many', async () => {
    const text = bytesOf(`${HEADER.join(';')}\n${ROW.join(';')}\n2027-05-23;Caf?;5 km;OCR\n`);
    text[text.lastIndexOf('?'.charCodeAt(0))] = 0xe9;
    expect((await readEventSheet(text, 'a.csv')).replacements).toBe(1);
  });

  test('may have titles above its header', async () => {
    const text = `Lopp 2027, preliminär lista\n\n;;\n${HEADER.join(';')}\n${ROW.join(';')}\n`;
    expect(await read(text)).toMatchObject([{ number: 5, cells: { event_name: 'Göteborgsvarvet' } }]);
  });

  test('has composed letters, however they were typed', async () => {
    const [row] = await read(`${HEADER.join(';')}\n${ROW.join(';')}\n`.normalize('NFD'));
    expect(row?.cells).toMatchObject({ event_name: 'Göteborgsvarvet', sport_type: 'Löpning' });
  });

  test('may lack the newline after its last row', async () => {
    expect(await read(`${HEADER}\n${ROW.with(2, '10 km')}`)).toHaveLength(1);
  });
});
