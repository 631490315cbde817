import { call } from '#tests/support/call.ts';
import { makeAccount, makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { newCaller, TRANSPORTS } from '#tests/support/transports.ts';
import type { Pair, Result } from './pair.ts';

type LimitedCall = {
  name: string;
  limit: number;
  caller: { headers: Record<string, string> };
  input: object;
};

async function limitedCalls({ db }: Pair): Promise<LimitedCall[]> {
  const [bo, reporter] = [await makeMember(db), await makeMember(db)];
  const ad = await makeAnnouncement(db);
  const visitor = () => ({ headers: newCaller() });
  const { id } = await makeAccount(db);
  return [
    {
      name: 'marketplace.conversations.send',
      limit: 30,
      caller: bo,
      input: { announcement_id: ad.id, message_text: 'Hej' },
    },
    {
      name: 'public.contact.sendMessage',
      limit: 10,
      caller: visitor(),
      input: { name: 'Bo', email: 'bo@example.se', subject: 'Fråga', message: 'Hej' },
    },
    {
      name: 'marketplace.accounts.forgotPassword',
      limit: 10,
      caller: visitor(),
      input: { email: 'nobody@example.se' },
    },
    {
      name: 'marketplace.reports.create',
      limit: 10,
      caller: { headers: { ...reporter.headers, ...newCaller() } },
      input: { reason: 'spam', description: 'x', reported_user_id: id },
    },
    {
      name: 'marketplace.accounts.login',
      limit: 10,
      caller: visitor(),
      input: { email: `${Bun.randomUUIDv7()}@example.se`, password: 'Fel1234567' },
    },
  ];
}

/** Shorter than the period of the shortest limit. */
const WINDOW_MS = 55_000;

/** Makes twice as many attempts as each limit allows, concurrently in every other round. */
export async function tryLimits(pair: Pair, rounds: number): Promise<Result & { overLimit: number }> {
  const result = { attempts: 0, overLimit: 0, faults: [] as string[] };
  for (let round = 0; round < rounds; round++) {
    for (const { name, limit, caller, input } of await limitedCalls(pair)) {
      const attempt = async (index: number) => {
        const at = pair.instances[index % 2] ?? pair.instances[0];
        return (await call(at, TRANSPORTS[(index >> 1) % 2] ?? 'rest', name, caller, { ...input })).status;
      };
      const indexes = Array.from({ length: 2 * limit }, (_, index) => index);
      const statuses: number[] = [];
      const startedAt = performance.now();
      if (round % 2 === 0) statuses.push(...(await Promise.all(indexes.map(attempt))));
      else for (const index of indexes) statuses.push(await attempt(index));
      // If the machine is too slow, the first attempts no longer count when the last are made.
      if (performance.now() - startedAt > WINDOW_MS) continue;
      const accepted = statuses.filter((status) => status !== 429 && status !== 503).length;
      result.attempts += indexes.length;
      result.overLimit += Math.max(0, accepted - limit);
      if (accepted !== limit) result.faults.push(`${name}: ${accepted} accepted instead of ${limit}`);
    }
  }
  return result;
}
