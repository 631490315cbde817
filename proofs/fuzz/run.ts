import fc from 'fast-check';
import { JSON_BYTES_MAX } from '#src/platform/http/body.ts';
import { minimalInput } from './input.ts';
import { type Exchange, findViolations } from './oracle.ts';
import { increment, type Outcome } from './outcome.ts';
import type { Request } from './request.ts';
import { defaultCaller, requestsTo, restRequest, trpcRequest, validFileRequest } from './requests.ts';
import { type Target, targetAt } from './targets.ts';
import { type Received, type Site, send } from './wire.ts';
import type { World } from './world.ts';

export type SystemUnderTest = {
  url: string;
  makeWorld: () => Promise<World>;
  clearLimits: () => Promise<unknown>;
  targets: Target[];
};

const isImport = ({ procedures }: Request) => procedures[0] === 'admin.backup.import';

const CONCURRENCY = 10;
const REQUESTS_PER_WORLD = 600;

export async function fuzz(
  system: SystemUnderTest,
  { seed, count, outcome }: { seed: number; count: number; outcome: Outcome },
): Promise<void> {
  const targetsByName = new Map(system.targets.map((target) => [target.name, target]));
  const anyRequest = requestsTo(system.targets);
  let site: Site = { url: system.url, world: await system.makeWorld() };
  const [firstImports, firstOthers] = partition(validRequestsTo(system.targets), isImport);
  await forEachConcurrently(firstOthers, (request, index) => sendAndCheck(request, `first ${index}`));
  await forEachConcurrently(firstImports, (request, index) => sendAndCheck(request, `import ${index}`));
  for (let done = 0; done < count; done += REQUESTS_PER_WORLD) {
    await system.clearLimits();
    site = { url: system.url, world: await system.makeWorld() };
    const requests = fc.sample(anyRequest, {
      seed: seed + done,
      numRuns: Math.min(REQUESTS_PER_WORLD, count - done),
    });
    // Imports may remove all records, so they come last.
    const [importRequests, otherRequests] = partition(requests, isImport);
    await forEachConcurrently(
      otherRequests,
      (request, index) => sendAndCheck(request, `seed ${seed + done}, request ${index}`),
      system.clearLimits,
    );
    for (const [index, request] of importRequests.entries()) {
      await sendAndCheck(request, `seed ${seed + done}, import ${index}`);
      if (index < importRequests.length - 1) site = { url: system.url, world: await system.makeWorld() };
    }
    const health = await fetch(`${system.url}/api/health`);
    if (done > 0 && done % (REQUESTS_PER_WORLD * 20) === 0)
      console.log(`${done} of ${count}, ${outcome.violations.length} violations so far`);
    if (health.status !== 200)
      throw new Error(`GET /api/health returned ${health.status} after seed ${seed + done}.`);
  }

  /** A request that always fails with 503 is a violation, a busy machine is not. */
  async function sendWithRetries(request: Request): Promise<Received> {
    let received = await send(site, request);
    for (const delayMs of [1000, 3000, 6000]) {
      if (received.status !== 503) break;
      outcome.retries++;
      await Bun.sleep(delayMs);
      received = await send(site, request);
    }
    return received;
  }

  async function sendAndCheck(request: Request, label: string): Promise<void> {
    outcome.count++;
    const received = await sendWithRetries(request).catch((error: unknown) => {
      if ((request.body?.length ?? 0) > 1_000_000) outcome.dropped++;
      else
        outcome.violations.push({
          violation: { kind: 'failed', reason: `no response: ${error}` },
          request,
          label,
        });
    });
    if (!received) return;
    increment(outcome.statuses, received.status);
    const [name = ''] = request.procedures;
    if (request.procedures.length === 1 && targetsByName.has(name)) {
      increment(outcome.sent, name);
      if (received.status === 200) increment(outcome.succeeded, name);
    }
    const violations = findViolations(
      exchangeOf(request, received, system.targets),
      targetsByName,
      site.world.secrets,
    );
    if (received.status === 503) violations.push({ kind: 'failed', reason: 'status 503 after all retries' });
    for (const violation of violations)
      outcome.violations.push({
        violation,
        request,
        received: { status: received.status, text: received.text },
        label,
      });
  }
}

function validRequestsTo(targets: readonly Target[]): Request[] {
  return targets.flatMap((target, pickIndex) => {
    if (target.takesFile)
      return fc
        .sample(validFileRequest(target), { seed: 1, numRuns: 1 })
        .map((request) => ({ ...request, pickIndex }));
    const base = { caller: defaultCaller(target), pickIndex, level: 'valid' as const };
    const input = minimalInput(target);
    return [
      ...(target.rest ? [restRequest(target, input, base)] : []),
      ...(target.kind === 'file' || target.kind === 'probe'
        ? []
        : [trpcRequest(target, input, { ...base, pickIndex: pickIndex + 1 })]),
    ];
  });
}

/** Of the path and all headers together. Any HTTP server may refuse longer ones. */
const MAX_HEAD_LENGTH = 8000;

const exchangeOf = (request: Request, received: Received, targets: readonly Target[]): Exchange => {
  const size = Object.values(received.sent.headers).reduce(
    (sum, value) => sum + value.length,
    received.sent.path.length,
  );
  const mayBeRejectedByHttpParser =
    size > MAX_HEAD_LENGTH || request.headers.host !== undefined || request.headers.expect !== undefined;
  const { pathname } = new URL(`http://localhost${received.sent.path}`);
  const transport = transportOf(pathname);
  // A changed path may belong to another operation.
  const target = transport === 'rest' ? targetAt(targets, request.method, pathname) : undefined;
  const procedures = transport === 'rest' ? [target?.name ?? ''] : request.procedures;
  const hasLimitedBody =
    transport === 'trpc' || (target && target.kind !== 'file' && target.fields.length > 0);
  const isBodyTooLarge = hasLimitedBody && bytesOf(request.body) > JSON_BYTES_MAX;
  return {
    ...received,
    transport,
    procedures,
    caller: request.caller,
    mayBeRejectedByHttpParser,
    ...(isBodyTooLarge && { isBodyTooLarge }),
  };
};

const bytesOf = (body: Request['body']) =>
  typeof body === 'string' ? Buffer.byteLength(body) : (body?.length ?? 0);

function transportOf(pathname: string): Exchange['transport'] {
  if (/^\/api(\/|$)/.test(pathname)) return 'rest';
  return /^\/trpc(\/|$)/.test(pathname) ? 'trpc' : 'page';
}

async function forEachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
  everyHundredItems?: () => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      if (index % 100 === 99) await everyHundredItems?.();
      await work(items[index] as Item, index);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

const partition = <Item>(items: readonly Item[], matches: (item: Item) => boolean): [Item[], Item[]] => [
  items.filter(matches),
  items.filter((item) => !matches(item)),
];
