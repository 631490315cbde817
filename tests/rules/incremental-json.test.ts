import { expect, test } from 'bun:test';
import { parseJsonIncrementally } from '#client/platform/api/incremental-json.ts';

const body = (rows: unknown[]) =>
  `{"result":{"data":[${rows.map((row) => JSON.stringify(row)).join(',\n')}]}}`;

function responseInChunks(text: string, size: number): Response {
  const bytes = new TextEncoder().encode(text);
  return new Response(
    new ReadableStream({
      start(controller) {
        for (let offset = 0; offset < bytes.length; offset += size)
          controller.enqueue(bytes.slice(offset, offset + size));
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
    expect(await parseJsonIncrementally(responseInChunks(body(rows), size))).toEqual({
      result: { data: rows },
    });
  }
});

test('a body that is not a list of rows is parsed as plain JSON', async () => {
  const errorBody = { error: { data: { code: 'server.unavailable' } } };
  expect(await parseJsonIncrementally(Response.json(errorBody))).toEqual(errorBody);
  await expect(parseJsonIncrementally(new Response('<html>'))).rejects.toThrow(SyntaxError);
});

test('parsing thousands of rows yields to other tasks', async () => {
  const rows = Array.from({ length: 100_000 }, (_, id) => ({
    id,
    name: `Loppet ${id}`,
    distances: ['5 km', '10 km'],
  }));
  let turns = 0;
  const timer = setInterval(() => turns++);
  await parseJsonIncrementally(new Response(body(rows)));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
});
