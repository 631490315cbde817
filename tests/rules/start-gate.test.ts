import { expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { toAppError } from '../../src/platform/failures';
import { refusal } from '../../src/platform/linger';
import { startGateOf } from '../../src/platform/start-gate';

test('until the gate opens the server is alive but not ready, and other requests wait', async () => {
  const app = new Elysia()
    .onError(({ error, request }) => refusal(request, toAppError(error)))
    .get('/api/health', () => 'ok')
    .get('/api/ready', () => 'ok')
    .get('/other', () => 'ok');
  const gate = startGateOf(app);
  const ask = (path: string) => app.handle(new Request(`http://localhost${path}`));
  expect((await ask('/other')).status).toBe(200);
  gate.close();
  let answered = 0;
  const waiting = [ask('/other'), ask('/other')].map((one) => one.finally(() => answered++));
  const ready = await ask('/api/ready');
  expect([ready.status, ready.headers.has('retry-after')]).toEqual([503, true]);
  expect((await ask('/api/health')).status).toBe(200);
  expect(answered).toBe(0);
  gate.open();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await ask('/api/ready')).status).toBe(200);
});
