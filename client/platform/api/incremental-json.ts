/** Pauses between slices let the browser handle input. */
const SLICE_MS = 8;

/**
 * A list with one row per line, as `JsonList` on the server, is parsed in slices, so that thousands of rows do not block
 * the page. Any other JSON is parsed as a whole.
 */
export async function parseJsonIncrementally({ body }: Response): Promise<unknown> {
  if (!body) return undefined;
  const rows: unknown[] = [];
  let sliceStart = performance.now();
  let listStart: string | undefined;
  let unparsed = '';
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (unparsed + read.value).split(',\n');
    unparsed = lines.pop() ?? '';
    listStart ??= lines.shift();
    for (const line of lines) {
      rows.push(JSON.parse(line));
      if (performance.now() - sliceStart < SLICE_MS) continue;
      await new Promise((resolve) => setTimeout(resolve));
      sliceStart = performance.now();
    }
  }
  return listStart === undefined
    ? JSON.parse(unparsed)
    : withRows(JSON.parse(`${listStart},${unparsed}`), rows);
}

type ListResponse = { result: { data: unknown[] | { pages: unknown[] } } };

/** Puts the rows between the first and the last. */
function withRows(response: ListResponse, rows: readonly unknown[]): ListResponse {
  const { data } = response.result;
  const list = Array.isArray(data) ? data : data.pages;
  const last = list.pop();
  for (const row of rows) list.push(row);
  list.push(last);
  return response;
}
