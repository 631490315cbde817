import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { Elysia } from 'elysia';
import { memberOf } from './features/accounts/sessions/service';
import { adminOf } from './features/admins/sessions/service';
import { pages } from './pages';
import type { ClientBuild } from './pages/build';
import { clientAddress } from './platform/address';
import { apiDocsPage } from './platform/api-docs';
import apiDocsStyles from './platform/api-docs.css' with { type: 'text' };
import { readBody } from './platform/body';
import { compressed } from './platform/compress';
import type { CallContext, Context, Identify } from './platform/context';
import { headersOf, toAppError } from './platform/failures';
import { fileRoutes, IDLE_SECONDS } from './platform/files';
import { hasNeedlessBody, refusal } from './platform/linger';
import { describeApi } from './platform/openapi';
import { type Operation, operationsOf } from './platform/operations';
import { pathOf, plainPathOf } from './platform/path';
import { rest } from './platform/rest';
import { headersOfPath, securityHeaders } from './platform/security-headers';
import { hotReads } from './platform/snapshot/hot-reads';
import type { Freshness, SnapshotSource } from './platform/snapshot/snapshot';
import { createSnapshots, FRESHNESS } from './platform/snapshot/snapshots';
import { uploadRoutes } from './platform/uploads/serve';
import { appRouter, fileOperations } from './router';
import { AppError } from './shared/errors';

const BATCH_MAX = 10;

const SERVE = {
  // Each call has a limit of its own, told as D5 has it and held while the body comes; a backup has none (D33).
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  // Seconds: for headers, for a body that only trickles, for a reader who does not read, between two requests.
  idleTimeout: IDLE_SECONDS,
};

const SESSIONS: Identify = { member: memberOf, admin: adminOf };

/** The parts that tests hand in another of: how it is known whose a token is, and how old what everybody reads may be. */
export type Parts = { identify?: Identify; freshness?: Freshness };

/** The whole product over HTTP: `/api`, `/trpc` and the pages, around one context. */
export function createApp(
  context: Context,
  client: ClientBuild,
  { identify = SESSIONS, freshness = FRESHNESS }: Parts = {},
) {
  const { config, log } = context;
  const operations = operationsOf(appRouter);
  const snapshots = createSnapshots(context, sourcesOf(operations), freshness);
  const started = new WeakMap<Request, { id: string; at: number }>();
  const headers = securityHeaders({
    page: client.page,
    tileUrl: config.mapTileUrl,
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
  });

  const hot = hotReads(operations, snapshots, { ...headers, ...headersOfPath('/api') });

  const description = describeApi(appRouter, fileOperations, config.siteName);
  const apiDocs = apiDocsPage(description, config.publicUrl ?? `http://localhost:${config.port}`);

  const contextOf = (request: Request): CallContext => ({
    ...context,
    identify,
    snapshots,
    answerHeaders: {},
    requestId: started.get(request)?.id ?? '',
    address: clientAddress(
      app.server?.requestIP(request)?.address,
      request.headers.get('x-forwarded-for'),
      config.trustedProxies,
    ),
    bearer: /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1],
  });

  const tell = (error: AppError, request: Request) => {
    if (error.status < 500) return;
    log.error({ err: error.cause, code: error.code, request: started.get(request)?.id }, error.code);
  };

  const app = new Elysia({
    name: 'app',
    serve: SERVE,
    // Else the path behind a `Host` of fewer than four letters is read from its second slash on.
    handler: { standardHostname: false },
  })
    .wrap((handle) => (request: Request) => hot.atOnce(request, plainPathOf(request)) ?? handle(request))
    .onRequest(({ request, set }) => {
      const id = Bun.randomUUIDv7();
      started.set(request, { id, at: performance.now() });
      Object.assign(set.headers, headers, { 'x-request-id': id });
      Object.assign(set.headers, headersOfPath(pathOf(request)));
      if (hasNeedlessBody(request)) set.headers.connection = 'close';
    })
    .onAfterResponse(({ request, set, route, responseValue }) => {
      const start = started.get(request);
      const status = responseValue instanceof Response ? responseValue.status : set.status;
      const ms = start ? Math.round(performance.now() - start.at) : undefined;
      // The route, never the path or the query: tokens stand in both.
      log.info({ request: start?.id, method: request.method, route, status, ms }, 'request');
    })
    .onError(({ error, code, request }) => {
      const failure = code === 'NOT_FOUND' ? new AppError('request.not_found') : toAppError(error);
      tell(failure, request);
      return refusal(request, failure);
    })
    .get('/api/health', () => ({ status: 'ok' }))
    .get('/api/ready', async () => {
      await context.database.ready().catch((cause) => {
        throw new AppError('server.unavailable', { retryAfter: 2, cause });
      });
      return { status: 'ok' };
    })
    .get('/api/openapi.json', () => description)
    .get('/api/docs', () => text(apiDocs, 'text/html'))
    .get('/api/docs.css', () => text(apiDocsStyles, 'text/css'))
    .use(rest(appRouter, contextOf, hot))
    .use(fileRoutes(fileOperations, contextOf, snapshots.settle))
    .all('/api', notFound)
    .all('/api/*', notFound)
    .all('/trpc', notFound)
    .all(
      '/trpc/*',
      async ({ request, path }) => {
        const isBatch = new URL(request.url).searchParams.has('batch');
        const ready = !isBatch && hot.answer(request, path);
        let failed: unknown;
        if (ready) {
          const answer = await ready.catch((error) => {
            failed = error;
          });
          if (answer) return answer;
        }
        const body = request.method === 'POST' ? await readBody(request) : null;
        const answer = await fetchRequestHandler({
          endpoint: '/trpc',
          req: new Request(request.url, {
            method: request.method,
            headers: request.headers,
            body,
            // Who goes away ends a subscription.
            signal: request.signal,
          }),
          router: appRouter,
          maxBatchSize: BATCH_MAX,
          createContext: () => {
            // To be told as tRPC tells it.
            if (failed) throw failed;
            return contextOf(request);
          },
          onError: ({ error }) => tell(toAppError(error), request),
          responseMeta: ({ ctx, errors }) => ({
            headers: {
              'cache-control': 'no-store',
              ...ctx?.answerHeaders,
              ...(errors[0] && headersOf(toAppError(errors[0]))),
            },
          }),
        });
        return compressed(request, answer);
      },
      { parse: 'none' },
    )
    .use(uploadRoutes(context.uploads))
    .use(pages(client, context, snapshots));

  return app;
}

const sourcesOf = (operations: readonly Operation[]): Record<string, SnapshotSource> =>
  Object.fromEntries(operations.flatMap(({ name, snapshot }) => (snapshot ? [[name, snapshot]] : [])));

/** Reads once what is served from memory, so that it can be from the beginning. */
export async function warm(app: ReturnType<typeof createApp>): Promise<void> {
  const hot = operationsOf(appRouter).filter(({ snapshot }) => snapshot);
  await Promise.all(hot.map(({ path }) => app.handle(new Request(`http://localhost/api${path}`))));
}

const notFound = () => {
  throw new AppError('request.not_found');
};

const text = (body: string, type: string) =>
  new Response(body, { headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' } });
