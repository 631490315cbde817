// The reference: a bare `Bun.serve` that sends the bytes of a file with these headers. Arguments: FILE HEADERS (JSON).
import { readFileSync } from 'node:fs';

const [file = '', headers = '{}'] = process.argv.slice(2);
const bytes = readFileSync(file);
const responseHeaders: Record<string, string> = JSON.parse(headers);
const { 'content-encoding': _, ...notModifiedHeaders } = responseHeaders;
const { etag } = responseHeaders;

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: (request) =>
    request.headers.get('if-none-match') === etag
      ? new Response(null, { status: 304, headers: notModifiedHeaders })
      : new Response(bytes, { headers: responseHeaders }),
});
console.log(`http://127.0.0.1:${server.port}`);
