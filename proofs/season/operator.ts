import type { Sql } from '#src/platform/database.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { call } from '#tests/support/call.ts';
import { makeAdmin } from '#tests/support/content.ts';
import { resolveSeasonHost } from './hosts.ts';

const DAY_MS = 86_400_000;

export type Operator = Awaited<ReturnType<typeof openOperator>>;

/** An admin, with a clock that the season moves. */
export async function openOperator(port: number, prepare?: (sql: Sql) => Promise<unknown>) {
  let now = Date.parse('2027-01-11T09:00:00Z');
  const app: TestApp = await testApp({
    now: () => new Date(now),
    environment: { SOURCE_ALLOW_HOSTS: `127.0.0.1:${port}` },
    resolve: resolveSeasonHost,
  });
  await prepare?.(app.sql);
  const admin = await makeAdmin(app.context.database.db, { username: 'vera' });
  return {
    app,
    admin,
    passDays: (days: number) => {
      now += days * DAY_MS;
    },
    /** Throws unless the call succeeds. */
    async as<Body>(
      name: string,
      input: Record<string, unknown> = {},
      caller: { headers?: Record<string, string> } = admin,
    ): Promise<Body> {
      const { status, body } = await call<Body>(app, 'rest', name, caller, input);
      if (status !== 200) throw new Error(`${name} returned ${status}: ${JSON.stringify(body)}`);
      return body;
    },
  };
}
