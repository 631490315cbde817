import { expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { drainOf } from '../../src/platform/drain';
import { errorResponse, toAppError } from '../../src/platform/failures';

test('who asks whether it is ready hears at once that it ends, all others are kept waiting', async () => {
  const app = new Elysia()
    .onError(({ error }) => errorResponse(toAppError(error)))
    .get('/api/ready', () => 'ready')
    .get('/', () => 'page');
  const drain = drainOf(app);
  const ask = (path: string) => app.handle(new Request(`http://localhost${path}`));
  expect((await ask('/api/ready')).status).toBe(200);
  const begun = drain.begin();
  const page = ask('/');
  const { status, headers } = await Promise.race([ask('/api/ready'), begun.then(() => Response.error())]);
  expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  await begun;
  drain.closed();
  expect(await (await page).text()).toBe('page');
});
