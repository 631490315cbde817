import type { AnyTRPCRouter } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { Elysia } from 'elysia';
import { AppError } from '../shared/errors';
import { BATCH_MAX, type BatchNeeds, namesOfBatch, respondToBatch } from './batch';
import { readJsonBody } from './body';
import type { CallContext } from './context';
import type { Deliver } from './deliver';
import { retryAfterHeader, toAppError } from './failures';
import type { CachedReads } from './snapshot/cached-reads';

type Needs = BatchNeeds & {
  contextOf: (request: Request) => CallContext;
  /** Records an error for the request log. */
  note: (error: AppError, request: Request) => void;
  cached: CachedReads;
  deliver: Deliver;
};

const PREFIX = '/trpc/';
const METHODS = ['GET', 'HEAD', 'POST'];

/** Every procedure under `/trpc`, alone and in batches. */
export function trpcRoutes(router: AnyTRPCRouter, needs: Needs) {
  const { cached, deliver, contextOf } = needs;
  const resolve = resolverOf(router, needs);

  return new Elysia({ name: 'trpc' }).all('/trpc', notFound).all(
    '/trpc/*',
    async ({ request }) => {
      if (!METHODS.includes(request.method)) notFound();
      const { pathname, searchParams, search } = new URL(request.url);
      // Decode the path as tRPC does, so that no other spelling of it bypasses the cache.
      const called = decodeURIComponent(pathname.slice(PREFIX.length).replace(/^\/|\/$/g, ''));
      const isBatch = searchParams.get('batch') === '1';
      const names = isBatch ? namesOfBatch(called) : [called];

      if (request.method === 'POST') {
        const body = await readJsonBody(request, contextOf(request).address);
        return deliver(request, await resolve(request, `${encodeURIComponent(called)}${search}`, body));
      }
      if (isBatch && request.method === 'GET') {
        for (const name of names) expectNoStream(router, name);
        const ask = (name: string, input: unknown) => {
          const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
          return resolve(request, `${encodeURIComponent(name)}${query}`);
        };
        return respondToBatch(request, names, ask, needs);
      }
      let failed: unknown;
      const ready = isBatch ? undefined : cached.respond(request, `${PREFIX}${called}`);
      const response = await ready?.catch((error) => {
        failed = error;
      });
      if (response) return response;
      return deliver(request, await resolve(request, `${encodeURIComponent(called)}${search}`, null, failed));
    },
    { parse: 'none' },
  );
}

/** Returns a function that runs a call through tRPC. With `failed`, it returns that error in tRPC's format instead. */
function resolverOf(router: AnyTRPCRouter, { contextOf, note }: Needs) {
  return (
    request: Request,
    path: string,
    body: Uint8Array<ArrayBuffer> | null = null,
    failed?: unknown,
  ): Promise<Response> =>
    fetchRequestHandler({
      endpoint: '/trpc',
      req: new Request(new URL(`${PREFIX}${path}`, request.url), {
        method: request.method,
        headers: withoutStreaming(request.headers),
        body,
        // A client that disconnects ends its subscription.
        signal: request.signal,
      }),
      router,
      maxBatchSize: BATCH_MAX,
      createContext: () => {
        if (failed) throw failed;
        return contextOf(request);
      },
      onError: ({ error }) => note(toAppError(error), request),
      responseMeta: ({ ctx, errors }) => ({
        headers: {
          'cache-control': 'no-store',
          ...ctx?.responseHeaders,
          ...(errors[0] && retryAfterHeader(toAppError(errors[0]))),
        },
      }),
    });
}

/** Disables streamed responses (`application/jsonl`), whose size is unknown until they have been sent. */
function withoutStreaming(headers: Headers): Headers {
  const kept = new Headers(headers);
  kept.delete('trpc-accept');
  if (kept.get('accept')?.includes('application/jsonl')) kept.delete('accept');
  return kept;
}

function expectNoStream(router: AnyTRPCRouter, name: string): void {
  const procedures: Record<string, { _def: { type: string } }> = router._def.procedures;
  if (Object.hasOwn(procedures, name) && procedures[name]?._def.type === 'subscription')
    throw new AppError('request.malformed');
}

const notFound = () => {
  throw new AppError('request.not_found');
};
