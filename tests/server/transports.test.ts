import { describe, expect, test } from 'bun:test';
import { loadDemo } from '#src/features/demo/service.ts';
import { operationsOf } from '#src/platform/procedure/operations.ts';
import { appRouter } from '#src/router.ts';
import { testApp } from '#tests/support/app.ts';
import { appOfFile } from '#tests/support/of-file.ts';

const app = await appOfFile();

describe('tRPC and REST', () => {
  test('return an empty list for an empty calendar', async () => {
    const rest = await app.api('GET /events');
    const trpc = await app.trpc('query', 'public.events.list');
    expect(rest.status).toBe(200);
    expect(rest.body).toEqual([]);
    expect(trpc.body).toEqual([]);
  });

  test.each(['/nowhere', '', '/banners/nowhere'])(
    'return 404 with a detail and a code for the unknown path %p',
    async (path) => {
      const { status, body } = await app.api(`GET ${path}`);
      expect(status).toBe(404);
      expect(body).toEqual({ detail: 'Det du söker finns inte.', code: 'request.not_found' });
    },
  );

  test('return 404 with the same code for an unknown procedure', async () => {
    const { status, body } = await app.trpc('query', 'public.nowhere');
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'request.not_found' });
  });

  test('return the same events, byte for byte', async () => {
    const demoApp = await testApp();
    await loadDemo(demoApp.context);
    for (const [path, procedure] of [
      ['GET /events', 'public.events.list'],
      ['GET /events/coordinates', 'public.events.coordinates'],
    ] as const) {
      const rest = await demoApp.api<unknown[]>(path);
      const trpc = await demoApp.trpc<unknown[]>('query', procedure);
      expect(rest.body).toHaveLength(58);
      expect(JSON.stringify(trpc.body)).toBe(JSON.stringify(rest.body));
    }
    for (const path of ['/api/events', '/trpc/public.events.list']) {
      const uncompressed = await fetch(`${demoApp.url}${path}`, {
        headers: { 'accept-encoding': 'identity' },
      });
      const gzipped = await fetch(`${demoApp.url}${path}`, {
        headers: { 'accept-encoding': 'gzip' },
        decompress: false,
      });
      expect(gzipped.headers.get('content-encoding')).toBe('gzip');
      expect(Bun.gunzipSync(await gzipped.bytes())).toEqual(await uncompressed.bytes());
    }
    await demoApp.stop();
  });

  test.each([',', '%2C'])('reject a batch of more than 10 calls separated by %s', async (separator) => {
    const names = Object.entries<{ _def: { type: string } }>(appRouter._def.procedures as never)
      .filter(([, { _def }]) => _def.type === 'query')
      .map(([name]) => name);
    const joinNames = (count: number) => names.slice(0, count).join(separator);
    expect((await fetch(`${app.url}/trpc/${joinNames(10)}?batch=1`)).status).toBe(207);
    const response = await fetch(`${app.url}/trpc/${joinNames(11)}?batch=1`);
    expect(response.status).toBe(400);
    expect((await response.text()).length).toBeLessThan(5000);
  });

  test('reject a password in the query of a login, even when the body has one', async () => {
    const password = 'Hemligt-2027';
    for (const [path, body] of [
      ['/admin/login', { username: 'chef' }],
      ['/marketplace/login', { email: 'anna@example.se' }],
    ] as const)
      for (const sentBody of [body, { ...body, password }])
        for (const key of ['password', 'pass%77ord']) {
          const response = await app.api(`POST ${path}?${key}=${password}`, { body: sentBody });
          expect([response.status, response.body]).toMatchObject([400, { code: 'request.secret_in_query' }]);
        }
    // tRPC never reads the query of a mutation.
    const input = encodeURIComponent(JSON.stringify({ username: 'chef', password }));
    const response = await fetch(`${app.url}/trpc/admin.admins.login?input=${input}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(400);
  });
});

describe('before an operation runs, both transports', () => {
  const message = '/contact/message';
  const postRaw = (path: string, body: string, type = 'application/json') =>
    fetch(`${app.url}${path}`, { method: 'POST', body, headers: { 'content-type': type } });
  const codeOf = async (response: Response) => {
    const body = (await response.json()) as { code?: string; error?: { data: { code: string } } };
    return [response.status, body.code ?? body.error?.data.code];
  };

  test('return 400 for malformed JSON', async () => {
    for (const body of ['{', '"text"', '[1]', 'null']) {
      expect(await codeOf(await postRaw(`/api${message}`, body))).toEqual([400, 'request.malformed']);
    }
    expect(await codeOf(await postRaw('/trpc/public.contact.sendMessage', '{'))).toEqual([
      400,
      'request.malformed',
    ]);
  });

  test('return 400 for a NUL character', async () => {
    const body = { name: 'A\0', email: 'a@example.se', subject: 'x', message: 'y' };
    const rest = await app.api(`POST ${message}`, { body });
    const trpc = await app.trpc('mutation', 'public.contact.sendMessage', { body });
    for (const response of [rest, trpc]) {
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ code: 'request.malformed' });
    }
  });

  test('return 413 for more than 1 MB', async () => {
    const body = JSON.stringify({ message: 'x'.repeat(1_000_001) });
    expect(await codeOf(await postRaw(`/api${message}`, body))).toEqual([413, 'request.too_large']);
    expect(await codeOf(await postRaw('/trpc/public.contact.sendMessage', body))).toEqual([
      413,
      'request.too_large',
    ]);
  });

  test('return 415 for another content type', async () => {
    expect(await codeOf(await postRaw(`/api${message}`, 'a=b', 'text/plain'))).toEqual([
      415,
      'request.unsupported',
    ]);
    expect(await codeOf(await postRaw('/trpc/public.contact.sendMessage', 'a=b', 'text/plain'))).toEqual([
      415,
      'request.unsupported',
    ]);
  });

  test('never repeat in the response what was sent', async () => {
    const secret = 'hemligt-lösenord';
    const response = await postRaw(`/api${message}`, JSON.stringify({ name: secret, email: secret }));
    expect(await response.text()).not.toContain(secret);
  });

  test('return 503 with Retry-After when the database is unavailable, while health stays 200', async () => {
    const offlineApp = await testApp();
    await offlineApp.context.database.close();
    for (const response of [
      await offlineApp.api('GET /events'),
      await offlineApp.trpc('query', 'public.events.list'),
    ]) {
      expect(response.status).toBe(503);
      expect(response.body).toMatchObject({ code: 'server.unavailable' });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await offlineApp.api('GET /ready')).status).toBe(503);
    expect((await offlineApp.api('GET /health')).status).toBe(200);
    await offlineApp.stop();
  });
});

describe('every response', () => {
  test('has a strict content security policy, nosniff, and a request id when it is logged', async () => {
    for (const path of ['/', '/api/nowhere', '/api/events', '/trpc/public.events.list']) {
      const { headers } = await fetch(`${app.url}${path}`);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      // Cached public reads may be served without a log line. Everything else is logged.
      const isCached = path.includes('events');
      if (!isCached) expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('has a policy against injected markup, framing and forms, and data is sandboxed', async () => {
    const policyOf = async (path: string) =>
      (await fetch(`${app.url}${path}`)).headers.get('content-security-policy') ?? '';
    const page = await policyOf('/');
    expect(page).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    const data = await policyOf('/api/events');
    expect(data).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    );
    for (const path of ['/api', '/api/nowhere', '/trpc/public.events.list', '/trpc/nowhere'])
      expect([path, await policyOf(path)]).toEqual([path, data]);
    const docs = await policyOf('/api/docs');
    expect(docs).not.toContain('script');
    for (const policy of [page, docs])
      for (const name of ['base-uri', 'frame-ancestors']) expect(policy).toContain(`${name} 'none'`);
    expect(page).toContain("form-action 'self'");
    expect(docs).toContain("form-action 'none'");
  });

  test('for a page that does not exist has the status 404', async () => {
    expect((await fetch(`${app.url}/finns-inte`)).status).toBe(404);
    expect((await fetch(`${app.url}/map`)).status).toBe(200);
  });
});

test('health and readiness return 200 while the database is available', async () => {
  expect((await app.api('GET /health')).status).toBe(200);
  expect((await app.api('GET /ready')).status).toBe(200);
});

test('the API description has every operation with a path, and each of them responds there', async () => {
  const { body: description } = await app.api<{ paths: Record<string, Record<string, unknown>> }>(
    'GET /openapi.json',
  );
  const operations = operationsOf(appRouter);
  expect(operations.length).toBeGreaterThan(8);
  for (const { method, path } of operations) {
    expect(description.paths[path.replace(/:(\w+)/g, '{$1}')]).toHaveProperty(method.toLowerCase());
    const call = method === 'GET' ? {} : { body: {} };
    const { status, body } = await app.api<{ code?: string }>(
      `${method} ${path.replace(/:\w+/g, 'x')}`,
      call,
    );
    if (status === 404) expect(body.code).not.toBe('request.not_found');
    else expect([200, 400, 401, 429]).toContain(status);
  }
});

const PUBLIC_PROCEDURES = [
  'admin.admins.login',
  'admin.admins.passkeyLogin',
  'marketplace.accounts.forgotPassword',
  'marketplace.accounts.login',
  'marketplace.accounts.register',
  'marketplace.accounts.resendVerification',
  'marketplace.accounts.resetPassword',
  'marketplace.accounts.verify',
  'marketplace.privacy.dataByLink',
  'marketplace.privacy.deleteByLink',
  'marketplace.privacy.mailLink',
  'public.announcements.list',
  'public.banners.list',
  'public.contact.info',
  'public.contact.sendMessage',
  'public.events.coordinates',
  'public.events.get',
  'public.events.list',
  'public.events.past',
  'public.events.race',
  'public.events.upcoming',
  'public.marketplaceSettings.get',
  'public.notices.create',
  'public.series.get',
  'public.series.list',
  'public.statements.get',
  'public.statements.object',
  'public.submissions.submit',
  'public.views.count',
  'public.watches.confirm',
  'public.watches.create',
  'public.watches.data',
  'public.mailStops.get',
  'public.mailStops.resume',
  'public.mailStops.stop',
  'public.watches.end',
  'public.watches.erase',
  'public.watches.list',
  'public.watches.matchAlerts',
  'public.watches.ofMail',
  'public.watches.pause',
  'public.watches.remove',
  'public.watches.removeAll',
  'public.watches.renew',
  'public.watches.turnOffMatchAlerts',
  'public.watches.update',
];

test('every procedure is in the list of public ones or returns 401 without a token', async () => {
  const procedures = Object.entries<{ _def: { type: string } }>(appRouter._def.procedures as never);
  for (const [name, { _def }] of procedures) {
    if (PUBLIC_PROCEDURES.includes(name)) continue;
    if (_def.type === 'subscription') {
      // The error is sent in the stream, which then ends.
      const stream = await (await fetch(`${app.url}/trpc/${name}`)).text();
      expect([name, stream]).toEqual([name, expect.stringContaining('"code":"request.unauthorized"')]);
      expect(stream).not.toContain('event: return');
      continue;
    }
    const { status } = await app.trpc(_def.type === 'query' ? 'query' : 'mutation', name, { body: {} });
    expect([name, status]).toEqual([name, 401]);
  }
  expect(procedures.map(([name]) => name)).toEqual(expect.arrayContaining(PUBLIC_PROCEDURES));
});
