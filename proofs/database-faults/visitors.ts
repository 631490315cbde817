import type { startOnFaultyDatabase } from '#proofs/support/faulty-database.ts';
import { keepAliveClient, type Outcome } from '#proofs/support/keep-alive.ts';

type Site = Awaited<ReturnType<typeof startOnFaultyDatabase>>;

/** These must succeed without the database. */
const CACHED = [
  'events',
  'events/coordinates',
  'events/upcoming',
  'banners',
  'contact/info',
  'marketplace/settings',
].map((path) => `/api/${path}`);
const BATCH =
  '/trpc/public.events.list,public.banners.list,public.contact.info,public.marketplaceSettings.get?batch=1&input=%7B%7D';
const PAGES = ['/', '/marketplace', '/api/health'];

/** More parallel writers than the pool has connections. */
export const WRITERS = 12;
/** Each write has an address of its own, because of the rate limit. */
let callerCount = 0;

const RESPONSE_LIMIT_MS = 5000;

export type VisitReport = {
  responses: number;
  slowestMs: number;
  servedFromMemory: number;
  violations: string[];
  /** The status of each contact message, by subject. */
  outcomes: Map<string, number | 'uncertain'>;
};

export async function visit({ server, member, admin }: Site, isOver: () => boolean): Promise<VisitReport> {
  const { url } = server();
  const report: VisitReport = {
    responses: 0,
    slowestMs: 0,
    servedFromMemory: 0,
    violations: [],
    outcomes: new Map(),
  };

  async function request(path: string, init: RequestInit, allowed: number[]): Promise<number | 'uncertain'> {
    const startedAt = performance.now();
    const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(20_000) }).catch(String);
    const status = typeof response === 'string' ? 0 : response.status;
    const text = typeof response === 'string' ? response : await response.text();
    const ms = performance.now() - startedAt;
    report.responses++;
    report.slowestMs = Math.max(report.slowestMs, ms);
    if (ms > RESPONSE_LIMIT_MS) report.violations.push(`${path} took ${Math.round(ms)} ms`);
    if (!allowed.includes(status)) report.violations.push(`${path}: ${status} ${text.slice(0, 100)}`);
    if (typeof response !== 'string') {
      if (status === 503 && !(Number(response.headers.get('retry-after')) > 0))
        report.violations.push(`${path}: without Retry-After`);
      if (response.headers.get('x-served-from') === 'snapshot') report.servedFromMemory++;
    }
    return text.includes('server.uncertain') ? 'uncertain' : status;
  }

  async function write() {
    const subject = Bun.randomUUIDv7();
    const status = await request(
      '/api/contact/message',
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `198.${callerCount & 255}.51.${callerCount++ >> 8}`,
        },
        body: JSON.stringify({ name: 'Anna', email: 'anna@example.se', subject, message: 'Hej' }),
      },
      [200, 503],
    );
    report.outcomes.set(subject, status);
  }

  const steps: (() => Promise<unknown>)[] = [
    ...[...CACHED, BATCH, ...PAGES].map((path) => () => request(path, {}, [200])),
    () => request('/api/ready', {}, [200, 503]),
    // Ads are never served from memory without the database, because a member may have been deleted meanwhile.
    () => request('/api/marketplace/announcements', {}, [200, 503]),
    () => request('/api/marketplace/my-announcements', { headers: member.headers }, [200, 503]),
    () => request('/api/admin/events', { headers: admin.headers }, [200, 503]),
    () =>
      request(
        '/api/admin/banners/upload',
        { method: 'POST', headers: admin.headers, body: uploadForm() },
        [200, 503],
      ),
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
  return report;
}

function uploadForm(): FormData {
  const body = new FormData();
  body.append('file', new File([PNG], 'bild.png', { type: 'image/png' }));
  return body;
}
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Public reads must come from the database again. */
export async function isRecovered({ server, member }: Site): Promise<boolean> {
  const { url } = server();
  const withTimeout = () => ({ signal: AbortSignal.timeout(3000) });
  const responses = await Promise.all([
    ...CACHED.map((path) => fetch(url + path, withTimeout())),
    fetch(`${url}/api/ready`, withTimeout()),
    fetch(`${url}/api/marketplace/my-announcements`, { headers: member.headers, ...withTimeout() }),
  ]);
  for (const response of responses) await response.body?.cancel();
  return responses.every(({ ok, headers }) => ok && !headers.has('x-served-from'));
}

/** Sends requests without a pause until the server refuses connections. */
export async function sendWithoutPause(url: string, clients: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const paths = ['/api/events', '/', BATCH, '/api/health', '/api/marketplace/announcements'];
  await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const client = keepAliveClient(url);
      for (let round = index; ; round++) {
        const outcome = await client.request(paths[round % paths.length] ?? '/');
        outcomes.push(outcome);
        if (typeof outcome === 'string') return;
      }
    }),
  );
  return outcomes;
}

/** Takes 2 s. */
export async function uploadSlowly(url: string, headers: Record<string, string>): Promise<Outcome> {
  const startedAt = performance.now();
  const [head = '', tail = ''] = MULTIPART.split('FILE');
  const parts = [head, ...Array.from(PNG, (byte) => new Uint8Array([byte])), tail];
  const body = new ReadableStream({
    async pull(controller) {
      const part = parts.shift();
      if (part === undefined) return controller.close();
      controller.enqueue(typeof part === 'string' ? new TextEncoder().encode(part) : part);
      await Bun.sleep(2000 / PNG.length);
    },
  });
  const response = await fetch(`${url}/api/admin/banners/upload`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    body,
  }).catch(() => undefined);
  return response ? { status: response.status, ms: performance.now() - startedAt } : 'cut';
}
const MULTIPART =
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\nFILE\r\n--x--\r\n';
