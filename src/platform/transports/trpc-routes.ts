import type { AnyTRPCRouter } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { Elysia } from 'elysia';
import type { CallContext } from '#src/platform/context.ts';
import { retryAfterHeader, toAppError } from '#src/platform/failures.ts';
import { readJsonBody } from '#src/platform/http/body.ts';
import type { Deliver } from '#src/platform/http/deliver.ts';
import type { CachedReads } from '#src/platform/snapshot/cached-reads.ts';
import { AppError } from '#src/shared/errors.ts';
import { BATCH_MAX, type BatchDependencies, namesOfBatch, respondToBatch } from './batch.ts';

type Dependencies = BatchDependencies & {
  contextOf: (request: Request) => CallContext;
  /** For the request log. */
  recordError: (error: AppError, request: Request) => void;
  cached: CachedReads;
  deliver: Deliver;
};

const PREFIX = '/trpc/';
const METHODS = ['GET', 'HEAD', 'POST'];

/** Every procedure under `/trpc`, alone and in batches. */
export function trpcRoutes(router: AnyTRPCRouter, dependencies: Dependencies) {
  const { cached, deliver, contextOf } = dependencies;
  const callThroughTrpc = createCaller(router, dependencies);

  return new Elysia({ name: 'trpc' }).all('/trpc', notFound).all(
    '/trpc/*',
    async ({ request }) => {
      if (!METHODS.includes(request.method)) notFound();
      const { pathname, searchParams, search } = new URL(request.url);
      // Decode the path as tRPC does, so that no other spelling of it bypasses the cache.
      const procedurePath = decodeURIComponent(pathname.slice(PREFIX.length).replace(/^\/|\/$/g, ''));
      const isBatch = searchParams.get('batch') === '1';
      const names = isBatch ? namesOfBatch(procedurePath) : [procedurePath];

      if (request.method === 'POST') {
        const body = await readJsonBody(request, contextOf(request).ipAddress);
        return deliver(
          request,
          await callThroughTrpc(request, `${encodeURIComponent(procedurePath)}${search}`, body),
        );
      }
      if (isBatch && request.method === 'GET') {
        for (const name of names) expectNoStream(router, name);
        const callProcedure = (name: string, input: unknown) => {
          const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
          return callThroughTrpc(request, `${encodeURIComponent(name)}${query}`);
        };
        return respondToBatch(request, names, callProcedure, dependencies);
      }
      let cacheError: unknown;
      const cachedResponse = isBatch ? undefined : cached.respond(request, `${PREFIX}${procedurePath}`);
      const response = await cachedResponse?.catch((error) => {
        cacheError = error;
      });
      if (response) return response;
      return deliver(
        request,
        await callThroughTrpc(request, `${encodeURIComponent(procedurePath)}${search}`, null, cacheError),
      );
    },
    { parse: 'none' },
  );
}

/** With `cacheError`, the caller returns that error in tRPC's format. */
function createCaller(router: AnyTRPCRouter, { contextOf, recordError }: Dependencies) {
  return (
    request: Request,
    path: string,
    body: Uint8Array<ArrayBuffer> | null = null,
    cacheError?: unknown,
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
        if (cacheError) throw cacheError;
        return contextOf(request);
      },
      onError: ({ error }) => recordError(toAppError(error), request),
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
  const remainingHeaders = new Headers(headers);
  remainingHeaders.delete('trpc-accept');
  if (remainingHeaders.get('accept')?.includes('application/jsonl')) remainingHeaders.delete('accept');
  return remainingHeaders;
}

function expectNoStream(router: AnyTRPCRouter, name: string): void {
  const procedures: Record<string, { _def: { type: string } }> = router._def.procedures;
  if (Object.hasOwn(procedures, name) && procedures[name]?._def.type === 'subscription')
    throw new AppError('request.malformed');
}

const notFound = () => {
  throw new AppError('request.not_found');
};
