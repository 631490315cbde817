import type { startOnFaultyDatabase } from '../../support/faulty-database';
import { keepAliveClient, type Outcome } from '../../support/keep-alive';

type House = Awaited<ReturnType<typeof startOnFaultyDatabase>>;

/** What a visitor's calendar reads, through both doors. */
const KEPT = ['events', 'events/coordinates', 'banners', 'contact/info', 'marketplace/settings'].map(
  (path) => `/api/${path}`,
);
const BATCH =
  '/trpc/public.events.list,public.banners.list,public.contact.info,public.marketplaceSettings.get?batch=1&input=%7B%7D';
const PAGES = ['/', '/marketplace', '/api/health'];

/** More than the pool has connections. */
export const WRITERS = 12;
/** Nobody writes twice from one address: there is a limit. */
let callers = 0;

/** The issue's own: milliseconds that an answer may take. */
const ANSWER_LIMIT = 5000;

export type Seen = {
  answers: number;
  slowest: number;
  fromMemory: number;
  /** What was not as promised. */
  broken: string[];
  /** Subjects of messages by what their sender was told. */
  told: Map<string, number | 'uncertain'>;
};

/** Everybody at once, again and again until `isOver`: the calendar, pages, a member, an admin, and who writes. */
export async function visit({ server, member, admin }: House, isOver: () => boolean): Promise<Seen> {
  const { url } = server();
  const seen: Seen = { answers: 0, slowest: 0, fromMemory: 0, broken: [], told: new Map() };

  async function look(path: string, init: RequestInit, mayBe: number[]): Promise<number | 'uncertain'> {
    const begun = performance.now();
    const answer = await fetch(url + path, { ...init, signal: AbortSignal.timeout(20_000) }).catch(String);
    const status = typeof answer === 'string' ? 0 : answer.status;
    const text = typeof answer === 'string' ? answer : await answer.text();
    const ms = performance.now() - begun;
    seen.answers++;
    seen.slowest = Math.max(seen.slowest, ms);
    if (ms > ANSWER_LIMIT) seen.broken.push(`${path} took ${Math.round(ms)} ms`);
    if (!mayBe.includes(status)) seen.broken.push(`${path}: ${status} ${text.slice(0, 100)}`);
    if (typeof answer !== 'string') {
      if (status === 503 && !(Number(answer.headers.get('retry-after')) > 0))
        seen.broken.push(`${path}: without Retry-After`);
      if (answer.headers.get('x-served-from') === 'snapshot') seen.fromMemory++;
    }
    return text.includes('server.uncertain') ? 'uncertain' : status;
  }

  async function write() {
    const subject = Bun.randomUUIDv7();
    const status = await look(
      '/api/contact/message',
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `198.${callers & 255}.51.${callers++ >> 8}`,
        },
        body: JSON.stringify({ name: 'Anna', email: 'anna@example.se', subject, message: 'Hej' }),
      },
      [200, 503],
    );
    seen.told.set(subject, status);
  }

  const steps: (() => Promise<unknown>)[] = [
    ...[...KEPT, BATCH, ...PAGES].map((path) => () => look(path, {}, [200])),
    () => look('/api/ready', {}, [200, 503]),
    // Ads are people's, who may have gone meanwhile: never from memory.
    () => look('/api/marketplace/announcements', {}, [200, 503]),
    () => look('/api/marketplace/my-announcements', { headers: member.headers }, [200, 503]),
    () => look('/api/admin/events', { headers: admin.headers }, [200, 503]),
    () =>
      look('/api/admin/banners/upload', { method: 'POST', headers: admin.headers, body: form() }, [200, 503]),
    ...Array.from({ length: WRITERS }, () => write),
  ];
  await Promise.all(
    steps.map(async (step) => {
      while (!isOver()) {
        await step();
        await Bun.sleep(200);
      }
    }),
  );
  return seen;
}

function form(): FormData {
  const body = new FormData();
  body.append('file', new File([PNG], 'bild.png', { type: 'image/png' }));
  return body;
}
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Whether everything is answered as if nothing had been: read anew, written, and by who is logged in. */
export async function isWell({ server, member }: House): Promise<boolean> {
  const { url } = server();
  const limit = () => ({ signal: AbortSignal.timeout(3000) });
  const answers = await Promise.all([
    ...KEPT.map((path) => fetch(url + path, limit())),
    fetch(`${url}/api/ready`, limit()),
    fetch(`${url}/api/marketplace/my-announcements`, { headers: member.headers, ...limit() }),
  ]);
  for (const answer of answers) await answer.body?.cancel();
  return answers.every(({ ok, headers }) => ok && !headers.has('x-served-from'));
}

/** Clients that ask without a pause until nobody listens any more; what became of each request. */
export async function hammer(url: string, clients: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const paths = ['/api/events', '/', BATCH, '/api/health', '/api/marketplace/announcements'];
  await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const client = keepAliveClient(url);
      for (let round = index; ; round++) {
        const outcome = await client.ask(paths[round % paths.length] ?? '/');
        outcomes.push(outcome);
        if (typeof outcome === 'string') return;
      }
    }),
  );
  return outcomes;
}
