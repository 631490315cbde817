/** How long rows are read at a time, in milliseconds: keys and presses are answered in between. */
const AT_ONCE = 8;

/**
 * The JSON of an answer, read while it comes. Where its list stands a row a line (`jsonRows` on the server writes it so),
 * thousands of rows are read some at a time; any other JSON is read as a whole.
 */
export async function jsonInParts({ body }: Response): Promise<unknown> {
  if (!body) return undefined;
  const rows: unknown[] = [];
  let since = performance.now();
  let head: string | undefined;
  let rest = '';
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split(',\n');
    rest = lines.pop() ?? '';
    head ??= lines.shift();
    for (const line of lines) {
      rows.push(JSON.parse(line));
      if (performance.now() - since < AT_ONCE) continue;
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
  }
  return head === undefined ? JSON.parse(rest) : withRows(JSON.parse(`${head},${rest}`), rows);
}

type Answer = { result: { data: unknown[] } };

/** The rows between the first and the last. */
function withRows(answer: Answer, rows: readonly unknown[]): Answer {
  const [first, last] = answer.result.data;
  return { result: { data: [first, ...rows, last] } };
}
