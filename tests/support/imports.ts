import { connect } from 'node:net';
import type { ImportPreview, ImportResult } from '#src/features/imports/contract.ts';
import type { ErrorBody } from '#src/shared/errors.ts';

export type ImportResponse = { status: number; headers: Headers } & {
  body: ImportPreview & ImportResult & ErrorBody;
};

type Caller = { headers?: Record<string, string> };

/** As a browser does. `query` is a query string such as `?dry_run=true`. */
export async function sendImport(
  url: string,
  { headers = {} }: Caller,
  bytes: Uint8Array,
  { name = 'lopp.csv', query = '', signal }: { name?: string; query?: string; signal?: AbortSignal } = {},
): Promise<ImportResponse> {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(bytes)]), name);
  return postImport(url, { headers }, form, query, signal);
}

export async function postImport(
  url: string,
  { headers = {} }: Caller,
  body: RequestInit['body'],
  query = '',
  signal?: AbortSignal,
): Promise<ImportResponse> {
  const response = await fetch(`${url}/api/admin/events/import${query}`, {
    method: 'POST',
    headers,
    body: body ?? null,
    ...(signal && { signal }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as ImportResponse['body'],
  };
}

export const BOUNDARY = 'x-boundary-x';

export const multipartPart = (
  content: string | Uint8Array,
  partHeaders = 'name="file"; filename="lopp.csv"',
): Buffer<ArrayBuffer> =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${partHeaders}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);

export const MULTIPART_END = Buffer.from(`--${BOUNDARY}--\r\n`);

/**
 * A raw socket, so that a test can stop sending or send endlessly. `answered` resolves to the status, the error code
 * and the time of the response. `closed` resolves when the connection has ended.
 */
export function rawCall(url: string, path: string, headers: Record<string, string>) {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const started = performance.now();
  const answered = Promise.withResolvers<{ status: number; code: string | undefined; ms: number }>();
  const closed = Promise.withResolvers<void>();
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
    const code = /"code":"([^"]+)"/.exec(text)?.[1];
    if (status === 200 || code) answered.resolve({ status, code, ms: performance.now() - started });
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    closed.resolve();
    answered.reject(new Error(`The connection closed without a response: ${text.slice(0, 200)}`));
  });
  answered.promise.catch(() => {});
  const head = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  let sent = 0;
  return {
    answered: answered.promise,
    closed: closed.promise,
    sent: () => sent,
    write: (bytes: string | Uint8Array) => void socket.write(bytes),
    flood: async (size: number) => {
      const piece = Buffer.alloc(64 * 1024, 'a');
      while (sent < size && !socket.destroyed) {
        sent += piece.length;
        if (socket.write(piece)) continue;
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed.promise]);
      }
    },
    destroy: () => void socket.destroy(),
  };
}
