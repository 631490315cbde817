import { expect, test } from 'bun:test';
import { parseJsonIncrementally } from '../../client/platform/api/incremental-json';

const body = (rows: unknown[]) =>
  `{"result":{"data":[${rows.map((row) => JSON.stringify(row)).join(',\n')}]}}`;

function inPieces(text: string, size: number): Response {
  const bytes = new TextEncoder().encode(text);
  return new Response(
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    }),
  );
}

const ROWS = ['Åre,\nEtt', 'b', '"],\n{', '', 'Ö', 'sist'].map((name, id) => ({
  id,
  name,
  distances: ['5 km'],
}));

test.each([1, 2, 3, 7, 50, 10_000])('a list is parsed correctly in chunks of %d bytes', async (size) => {
  for (let count = 0; count <= ROWS.length; count++) {
    const rows = ROWS.slice(0, count);
    expect(await parseJsonIncrementally(inPieces(body(rows), size))).toEqual({ result: { data: rows } });
  }
});

test('a body that is not a list of rows is parsed as plain JSON', async () => {
  const fault = { error: { data: { code: 'server.unavailable' } } };
  expect(await parseJsonIncrementally(Response.json(fault))).toEqual(fault);
  expect(parseJsonIncrementally(new Response('<html>'))).rejects.toThrow(SyntaxError);
});

test('parsing thousands of rows yields to other tasks', async () => {
  const rows = Array.from({ length: 100_000 }, (_, id) => ({
    id,
    name: `Loppet ${id}`,
    distances: ['5 km', '10 km'],
  }));
  let turns = 0;
  const counting = setInterval(() => turns++);
  await parseJsonIncrementally(new Response(body(rows)));
  clearInterval(counting);
  expect(turns).toBeGreaterThan(2);
});
