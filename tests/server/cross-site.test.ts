import { beforeEach, describe, expect, test } from 'bun:test';
import { makeAdmin } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';

const PUBLIC_URL = 'https://lopp.example';
const app = await appOfFile({ environment: { PUBLIC_URL } });
const adminHeaders = (await makeAdmin(app.db)).headers;
beforeEach(async () => {
  await app.sql`delete from rate_limits`;
});

type Headers = Record<string, string>;
const codeOf = async (response: Response) => {
  const { code, error } = (await response.json()) as { code?: string; error?: { data: { code: string } } };
  return [response.status, code ?? error?.data.code];
};

/** An accepted write returns any status but 403. */
const WRITES: Record<string, (headers: Headers) => Promise<Response>> = {
  REST: (headers) => fetch(`${app.url}/api/admin/logout`, { method: 'POST', headers }),
  'REST, by DELETE': (headers) => fetch(`${app.url}/api/marketplace/me`, { method: 'DELETE', headers }),
  tRPC: (headers) =>
    fetch(`${app.url}/trpc/public.contact.sendMessage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    }),
  'a tRPC batch': (headers) =>
    fetch(`${app.url}/trpc/public.contact.sendMessage?batch=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    }),
  'a file call': (headers) => {
    const body = new FormData();
    body.append('file', new File(['x'], 'x.csv'));
    return fetch(`${app.url}/api/admin/events/import`, {
      method: 'POST',
      headers: { ...adminHeaders, ...headers },
      body,
    });
  },
};

const ownOrigin = () => new URL(app.url).origin;
const REJECTED_HEADERS: [string, () => Headers][] = [
  ['Sec-Fetch-Site: cross-site', () => ({ 'sec-fetch-site': 'cross-site' })],
  ['cross-site despite its own Origin', () => ({ 'sec-fetch-site': 'cross-site', origin: ownOrigin() })],
  ['another origin', () => ({ origin: 'https://evil.example' })],
  [
    'another origin of the same site',
    () => ({ 'sec-fetch-site': 'same-site', origin: 'https://x.lopp.example' }),
  ],
  ['another port', () => ({ origin: 'http://127.0.0.1:1' })],
  ['PUBLIC_URL by plain http', () => ({ origin: 'http://lopp.example' })],
  ['Origin: null', () => ({ origin: 'null' })],
  ['an invalid Origin', () => ({ origin: 'lopp.example' })],
  ['an Origin that only begins like its own', () => ({ origin: `${PUBLIC_URL}.evil.example` })],
];
const ACCEPTED_HEADERS: [string, () => Headers][] = [
  ['neither header', () => ({})],
  ['its own host', () => ({ origin: ownOrigin(), 'sec-fetch-site': 'same-origin' })],
  ['the origin of PUBLIC_URL', () => ({ origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' })],
  ['its own host behind TLS', () => ({ origin: ownOrigin().replace('http:', 'https:') })],
  ['a navigation typed by the user', () => ({ 'sec-fetch-site': 'none' })],
];

for (const [name, sendWrite] of Object.entries(WRITES))
  describe(`a write over ${name}`, () => {
    test.each(REJECTED_HEADERS)('with %s is rejected with 403', async (_, headers) => {
      expect(await codeOf(await sendWrite(headers()))).toEqual([403, 'request.cross_site']);
    });
    test.each(ACCEPTED_HEADERS)('with %s is accepted', async (_, headers) => {
      expect((await sendWrite(headers())).status).not.toBe(403);
    });
  });

test('a read from another site is accepted', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  for (const path of ['/api/events', '/trpc/public.events.list', '/'])
    expect((await fetch(`${app.url}${path}`, { headers })).status).toBe(200);
});

test('a write cannot be sent as a GET', async () => {
  const response = await fetch(`${app.url}/trpc/public.contact.sendMessage?input={}`);
  expect(response.status).toBe(404);
});

describe('a write without a body', () => {
  const FORM_CONTENT_TYPES = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ];
  const PATHS = [
    'POST /api/contact/message',
    'POST /api/marketplace/logout',
    'DELETE /api/marketplace/me',
    'POST /trpc/public.contact.sendMessage',
    'POST /trpc/public.contact.sendMessage?batch=1',
    'POST /trpc/marketplace.accounts.logout',
  ];
  const send = (operation: string, headers: Headers) => {
    const [method = '', path = ''] = operation.split(' ');
    return fetch(`${app.url}${path}`, { method, headers: { ...headers, 'content-length': '0' } });
  };

  // The deletion checks the session first.
  test.each(PATHS.filter((path) => !path.startsWith('DELETE')))(
    'to %s is rejected with 415 for each content type that a form can send',
    async (path) => {
      for (const type of FORM_CONTENT_TYPES)
        expect([type, ...(await codeOf(await send(path, { 'content-type': type })))]).toEqual([
          type,
          415,
          'request.unsupported',
        ]);
    },
  );

  test.each(PATHS.filter((path) => path.includes('/api/')))('to %s needs no content type', async (path) => {
    expect([400, 401]).toContain((await send(path, {})).status);
  });
});
