import fc from 'fast-check';
import { JSON_BYTES_MAX } from '../../../src/platform/body';
import { type Exchange, judge } from './oracle';
import { add, type Outcome } from './outcome';
import type { Request } from './request';
import { leastInput, ownerOf, requestsTo, restRequest, rightFile, trpcRequest } from './requests';
import { type Target, targetAt } from './targets';
import { type Received, type Site, send } from './wire';
import type { World } from './world';

export type Place = {
  url: string;
  makeWorld: () => Promise<World>;
  clearLimits: () => Promise<unknown>;
  targets: Target[];
};

const isImport = ({ names }: Request) => names[0] === 'admin.backup.import';

const AT_ONCE = 10;
const REQUESTS_PER_WORLD = 600;

export async function fuzz(
  place: Place,
  { seed, count, outcome }: { seed: number; count: number; outcome: Outcome },
): Promise<void> {
  const byName = new Map(place.targets.map((target) => [target.name, target]));
  const all = requestsTo(place.targets);
  let site: Site = { url: place.url, world: await place.makeWorld() };
  const firsts = firstOf(place.targets);
  const [imports, others] = partition(firsts, isImport);
  await each([...others], (request, index) => one(request, `first ${index}`));
  await each([...imports], (request, index) => one(request, `import ${index}`));
  for (let done = 0; done < count; done += REQUESTS_PER_WORLD) {
    await place.clearLimits();
    site = { url: place.url, world: await place.makeWorld() };
    const requests = fc.sample(all, {
      seed: seed + done,
      numRuns: Math.min(REQUESTS_PER_WORLD, count - done),
    });
    // Imports may remove all records, so they come last.
    const [last, first] = partition(requests, isImport);
    await each(
      first,
      (request, index) => one(request, `seed ${seed + done}, nth ${index}`),
      place.clearLimits,
    );
    for (const [index, request] of last.entries()) {
      await one(request, `seed ${seed + done}, import ${index}`);
      if (index < last.length - 1) site = { url: place.url, world: await place.makeWorld() };
    }
    const health = await fetch(`${place.url}/api/health`);
    if (done > 0 && done % (REQUESTS_PER_WORLD * 20) === 0)
      console.log(`${done} of ${count}, ${outcome.faults.length} faults so far`);
    if (health.status !== 200)
      throw new Error(`GET /api/health returned ${health.status} after seed ${seed + done}.`);
  }

  /** A request that always fails with 503 is a fault, a busy machine is not. */
  async function sendWithRetries(request: Request): Promise<Received> {
    let received = await send(site, request);
    for (const wait of [1000, 3000, 6000]) {
      if (received.status !== 503) break;
      outcome.retries++;
      await Bun.sleep(wait);
      received = await send(site, request);
    }
    return received;
  }

  async function one(request: Request, nth: string): Promise<void> {
    outcome.count++;
    const received = await sendWithRetries(request).catch((error: unknown) => {
      if ((request.body?.length ?? 0) > 1_000_000) outcome.dropped++;
      else outcome.faults.push({ fault: { kind: 'failed', why: `no response: ${error}` }, request, nth });
    });
    if (!received) return;
    add(outcome.statuses, received.status);
    const [name = ''] = request.names;
    if (request.names.length === 1 && byName.has(name)) {
      add(outcome.sent, name);
      if (received.status === 200) add(outcome.succeeded, name);
    }
    const faults = judge(exchangeOf(request, received, place.targets), byName, site.world.secrets);
    if (received.status === 503) faults.push({ kind: 'failed', why: 'status 503 after all retries' });
    for (const fault of faults)
      outcome.faults.push({
        fault,
        request,
        received: { status: received.status, text: received.text },
        nth,
      });
  }
}

function firstOf(targets: readonly Target[]): Request[] {
  return targets.flatMap((target, which) => {
    if (target.takesFile)
      return fc.sample(rightFile(target), { seed: 1, numRuns: 1 }).map((request) => ({ ...request, which }));
    const base = { as: ownerOf(target), which, level: 'right' as const };
    const input = leastInput(target);
    return [
      ...(target.rest ? [restRequest(target, input, base)] : []),
      ...(target.kind === 'file' || target.kind === 'probe'
        ? []
        : [trpcRequest(target, input, { ...base, which: which + 1 })]),
    ];
  });
}

/** Longer URLs and headers may be refused by any HTTP server. */
const LINE = 8000;

const exchangeOf = (request: Request, received: Received, targets: readonly Target[]): Exchange => {
  const size = Object.values(received.sent.headers).reduce(
    (sum, value) => sum + value.length,
    received.sent.path.length,
  );
  const isBeyondHttp =
    size > LINE || request.headers.host !== undefined || request.headers.expect !== undefined;
  const { pathname } = new URL(`http://localhost${received.sent.path}`);
  const transport = transportOf(pathname);
  // A changed path may belong to another operation.
  const found = transport === 'rest' ? targetAt(targets, request.method, pathname) : undefined;
  const names = transport === 'rest' ? [found?.name ?? ''] : request.names;
  const readsBody = transport === 'trpc' || (found && found.kind !== 'file' && found.fields.length > 0);
  const isTooLarge = readsBody && bytesOf(request.body) > JSON_BYTES_MAX;
  return { ...received, transport, names, as: request.as, isBeyondHttp, ...(isTooLarge && { isTooLarge }) };
};

const bytesOf = (body: Request['body']) =>
  typeof body === 'string' ? Buffer.byteLength(body) : (body?.length ?? 0);

function transportOf(pathname: string): Exchange['transport'] {
  if (/^\/api(\/|$)/.test(pathname)) return 'rest';
  return /^\/trpc(\/|$)/.test(pathname) ? 'trpc' : 'page';
}

async function each<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
  between?: () => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      if (index % 100 === 99) await between?.();
      await work(items[index] as Item, index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const partition = <Item>(items: readonly Item[], is: (item: Item) => boolean): [Item[], Item[]] => [
  items.filter(is),
  items.filter((item) => !is(item)),
];
