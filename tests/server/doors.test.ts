import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type TestApp, testApp } from '../support/app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

describe('the two doors', () => {
  test('an empty calendar is an empty list through both', async () => {
    const rest = await app.api('GET /events');
    const trpc = await app.trpc('query', 'public.events.list');
    expect(rest.status).toBe(200);
    expect(rest.body).toEqual([]);
    expect(trpc.body).toEqual([]);
  });

  test('an unknown path is 404 in the shape of D5', async () => {
    const { status, body } = await app.api('GET /nowhere');
    expect(status).toBe(404);
    expect(body).toEqual({ detail: 'Det du söker finns inte.', code: 'request.not_found' });
  });

  test('an unknown procedure is 404 with the same code', async () => {
    const { status, body } = await app.trpc('query', 'public.nowhere');
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'request.not_found' });
  });

  test('a batch over the cap is refused', async () => {
    const { status } = await app.trpc('query', Array(11).fill('public.events.list').join(','));
    expect(status).toBe(413);
  });
});

describe('what every answer carries', () => {
  test('a strict content security policy, nosniff and a request id', async () => {
    for (const path of ['/', '/api/events', '/api/nowhere', '/trpc/public.events.list']) {
      const { headers } = await fetch(`${app.url}${path}`);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('a page that does not exist is answered 404', async () => {
    expect((await fetch(`${app.url}/finns-inte`)).status).toBe(404);
    expect((await fetch(`${app.url}/map`)).status).toBe(200);
  });
});

test('health lives without the database, readiness needs it', async () => {
  expect((await app.api('GET /health')).status).toBe(200);
  expect((await app.api('GET /ready')).status).toBe(200);
});

test('the API describes itself, every REST path in it', async () => {
  const { body } = await app.api<{ paths: Record<string, unknown> }>('GET /openapi.json');
  expect(Object.keys(body.paths)).toContain('/events/coordinates');
});
