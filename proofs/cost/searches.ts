import { csvOfEvents } from '#bench/support/events.ts';
import { startProcess } from '#proofs/fuzz/process.ts';
import { importEvents } from '#src/features/imports/service.ts';
import { sized } from '#tests/support/proof.ts';
import { startWatcher } from './watch.ts';

export const MAX_READ_P99_MS = 250;

const EVENT_COUNT = 20_000;
const PHASE_MS = sized(4000, 20_000);
const WAVE_PAUSE_MS = 100;
const WAVE_SIZE = 40;
/** Half of the clients leave before they have a response. */
const LEAVE_AFTER_MS = 30;

type Phase = { name: string; longest: number; p99: number; statuses: Map<number, number> };
export type AttackReport = { phases: Phase[] };

/** Addresses of the clients, by the number of the request. */
const CLIENTS: Record<string, (number: number) => string> = {
  'one client': () => '203.0.113.1',
  'clients of one network': (number) => `203.0.113.${number % 200}`,
  'clients everywhere': (number) => `2001:db8:${(number % 5000).toString(16)}::1`,
};

/** Each makes the search look at as much as it can. Every query is new. */
const QUERIES: ((number: number) => string)[] = [
  (number) => `q=${encodeURIComponent(`marathn lopet stokholm${number}`)}`,
  (number) => `q=${encodeURIComponent(`a e i o u ${number}`)}`,
  (number) => `q=${'loppetrundanmarathon'.repeat(9)}${number}`,
  (number) =>
    `date=all&q=l${number % 10}&${Array.from({ length: 30 }, (_, at) => `distance=${at}+km`).join('&')}`,
  (number) => `date=all&distance_min=${number % 50}&distance_max=400`,
];
const PATHS = ['/', '/map', '/embed/lopp', '/lopp.ics', '/lopp.json', '/lopp.atom'];

/** Reads cached content while clients ask for searches and feeds that are in no cache. */
export async function attackWithSearches(environment: Record<string, string>): Promise<AttackReport> {
  const product = await startProcess({ TRUSTED_PROXIES: '127.0.0.1', ...environment });
  const watcher = startWatcher(product.url, product.pid, '/api/banners');
  const phases: Phase[] = [];
  let number = 0;
  try {
    const [csv = ''] = csvOfEvents(EVENT_COUNT);
    const { longRunning: db } = product.database;
    await importEvents(
      { database: { ...product.database, db }, now: () => new Date() },
      { bytes: new TextEncoder().encode(csv), filename: 'lopp.csv' },
    );
    await untilListed(product.url);
    for (const [name, addressOf] of Object.entries(CLIENTS)) {
      const statuses = new Map<number, number>();
      await watcher.readDelays();
      const end = performance.now() + PHASE_MS;
      const requests: Promise<void>[] = [];
      while (performance.now() < end) {
        for (let index = 0; index < WAVE_SIZE; index++, number++)
          requests.push(request(product.url, number, addressOf(number), statuses));
        await Bun.sleep(WAVE_PAUSE_MS);
      }
      const delays = await watcher.readDelays();
      await Promise.all(requests);
      phases.push({ name, ...delays, statuses });
    }
    return { phases };
  } finally {
    await watcher.stop();
    await product.stop();
  }
}

async function untilListed(url: string): Promise<void> {
  for (;;) {
    const events = (await (await fetch(`${url}/api/events`)).json()) as unknown[];
    if (events.length >= EVENT_COUNT) return;
    await Bun.sleep(200);
  }
}

async function request(
  url: string,
  number: number,
  address: string,
  statuses: Map<number, number>,
): Promise<void> {
  const path = PATHS[number % PATHS.length] ?? '/';
  const query = QUERIES[number % QUERIES.length]?.(number) ?? '';
  const leaves = number % 2 === 0;
  const status = await fetch(`${url}${path}?${query}`, {
    headers: { 'x-forwarded-for': address },
    keepalive: false,
    ...(leaves && { signal: AbortSignal.timeout(LEAVE_AFTER_MS) }),
  })
    .then(async (response) => {
      await response.arrayBuffer();
      return response.status;
    })
    .catch(() => 0);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

export const excessivePhases = ({ phases }: AttackReport): number =>
  phases.filter(({ p99 }) => p99 > MAX_READ_P99_MS).length;

export const describeAttack = ({ phases }: AttackReport): string =>
  `${EVENT_COUNT} races, ${PHASE_MS / 1000} s each: ${phases
    .map(
      ({ name, p99, longest, statuses }) =>
        `${name}: ${Math.round(p99)} ms, at most ${Math.round(longest)} ms (${[...statuses]
          .sort(([a], [b]) => a - b)
          .map(([status, count]) => `${count} x ${status || 'left'}`)
          .join(', ')})`,
    )
    .join('; ')}`;
