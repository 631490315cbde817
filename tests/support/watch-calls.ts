import * as schema from '#db/schema/index.ts';
import type { WatchCreated } from '#src/features/watches/contract.ts';
import { call } from './call.ts';
import { newCaller, type TRANSPORTS } from './transports.ts';
import { NOON, openWatchWorld } from './watch-world.ts';

export const transport = 'rest';

export const laterBy = (days: number) => new Date(NOON.getTime() + days * 86_400_000);
export const SEARCH = { kind: 'search', query: 'landskap=Dalarna', cadence: 'daily' } as const;

type Transport = (typeof TRANSPORTS)[number];

export const tokenIn = (url = '') => url.split('/').at(-1) ?? '';

/** {@link openWatchWorld}, with the calls of watches over both transports. */
export async function openWatchCalls() {
  const { app, at, driver } = await openWatchWorld();

  const callAs = <Body = unknown>(
    transport: Transport,
    name: string,
    input?: Record<string, unknown>,
    headers: Record<string, string> = newCaller(),
  ) => call<Body>(app, transport, name, { headers }, input);

  const create = (transport: Transport, input: Record<string, unknown>, headers = newCaller()) =>
    callAs<WatchCreated>(transport, 'public.watches.create', input, headers);

  const requestMails = () => driver.compose('watch.confirm');
  const watchCount = async () => (await app.db.select().from(schema.watches)).length;

  return {
    app,
    at,
    callAs,
    create,
    driver,
    requestMails,
    watchCount,
  };
}
