import { expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { errorResponse, toAppError } from '#src/platform/failures.ts';
import { createDrain } from '#src/platform/http/drain.ts';

test('a drain makes readiness return 503 at once, while other requests wait', async () => {
  const app = new Elysia()
    .onError(({ error }) => errorResponse(toAppError(error)))
    .get('/api/ready', () => 'ready')
    .get('/', () => 'page');
  const drain = createDrain(app);
  const send = (path: string) => app.handle(new Request(`http://localhost${path}`));
  expect((await send('/api/ready')).status).toBe(200);
  const draining = drain.begin();
  const page = send('/');
  const { status, headers } = await Promise.race([send('/api/ready'), draining.then(() => Response.error())]);
  expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  await draining;
  drain.stoppedListening();
  expect(await (await page).text()).toBe('page');
});
