import { Elysia } from 'elysia';
import { apiDescription } from './api-description.ts';
import { memberOf } from './features/accounts/sessions/service.ts';
import { adminOf } from './features/admins/sessions/service.ts';
import { findAdPath } from './features/announcements/service.ts';
import { findRaceAt } from './features/events/race/service.ts';
import { findRacePath } from './features/events/series/service.ts';
import { readChangeId } from './features/events/service.ts';
import { createMetricsReader } from './features/metrics/service.ts';
import { organiserOf } from './features/organisers/service.ts';
import type { ClientBuild } from './pages/build.ts';
import { fileOf, fileResponse } from './pages/file.ts';
import { pageDeadlinesOf } from './pages/rendered-pages.ts';
import { pages } from './pages.ts';
import { siteUrlOf } from './platform/config.ts';
import type { CallContext, Context, Identify } from './platform/context.ts';
import { toAppError } from './platform/failures.ts';
import { clientAddress } from './platform/http/address.ts';
import { NO_STORE, SHARED } from './platform/http/caching.ts';
import { refuseCrossSite } from './platform/http/cross-site.ts';
import { createDeliver } from './platform/http/deliver.ts';
import { pathOf, rawPathOf } from './platform/http/path.ts';
import { isReadWithBody, refusal } from './platform/http/refusal.ts';
import { requestLog } from './platform/http/request-log.ts';
import { embedHeaders, headersOfPath, securityHeaders } from './platform/http/security-headers.ts';
import { trackUnsentBytes } from './platform/http/unsent.ts';
import { coalesce } from './platform/limits/coalesce.ts';
import { createReadLimit } from './platform/limits/read-limit.ts';
import { STOPWATCH, type Stopwatch } from './platform/limits/work-budget.ts';
import { createMetrics } from './platform/metrics.ts';
import apiDocsStyles from './platform/openapi/api-docs.css' with { type: 'text' };
import { apiDocsPage } from './platform/openapi/api-docs.ts';
import { fileRoutes, IDLE_TIMEOUT_SECONDS } from './platform/procedure/files.ts';
import { type Operation, operationsOf } from './platform/procedure/operations.ts';
import { createSnapshots, type SnapshotSource } from './platform/snapshot/cache.ts';
import { cachedReads } from './platform/snapshot/cached-reads.ts';
import { rest } from './platform/transports/rest.ts';
import { createRouteNames, PAGE_CACHES } from './platform/transports/route-names.ts';
import { trpcRoutes } from './platform/transports/trpc-routes.ts';
import { uploadRoutes } from './platform/uploads/serve.ts';
import { appRouter, fileOperations } from './router.ts';
import { isEmbedPath } from './shared/embeds.ts';
import { AppError } from './shared/errors.ts';
import { omit } from './shared/omit.ts';
import { isAdPath } from './shared/pages.ts';
import { READS } from './shared/rendering.ts';

const SERVER_OPTIONS = {
  // No limit here: each operation limits its own body while reading it, and backup imports have no limit.
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  // Applies to request headers, slow request bodies, slow readers and idle connections.
  idleTimeout: IDLE_TIMEOUT_SECONDS,
};

export const IDENTIFY_BY_SESSION: Identify = { member: memberOf, admin: adminOf, organiser: organiserOf };

/** Tests replace them. `identify` maps tokens to members and admins. */
type AppOptions = {
  identify?: Identify | undefined;
  stopwatch?: Stopwatch | undefined;
  deadlinesOf?: typeof pageDeadlinesOf;
};

export function createApp(
  context: Context,
  client: ClientBuild,
  { identify = IDENTIFY_BY_SESSION, stopwatch = STOPWATCH, deadlinesOf = pageDeadlinesOf }: AppOptions = {},
) {
  const { config } = context;
  const operations = operationsOf(appRouter);
  const metrics = createMetrics(() => snapshots.stale());
  const readMetrics = createMetricsReader(context, metrics);
  const nameOf = createRouteNames(operations, fileOperations);
  const sources = { ...sourcesOf(operations), [READS.eventChanges]: EVENT_CHANGES };
  const caches = new Set([...Object.keys(sources), ...PAGE_CACHES]);
  const snapshots = createSnapshots(context, sources, metrics.countRefresh);
  const requests = requestLog(context.log, (request, route, status, startedAt) => {
    const name = nameOf(request.method, rawPathOf(request), route);
    metrics.countRequest(name, status, startedAt);
    if (caches.has(name) && status < 400) metrics.countMiss(name);
  });
  const readLimit = createReadLimit(stopwatch.elapsed);
  const unsentBytes = trackUnsentBytes();
  const headers = securityHeaders({
    page: client.page,
    tileUrl: config.mapTileUrl,
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
  });
  const framableHeaders = omit(headers, 'x-frame-options');
  const headersOfEmbeds = { ...framableHeaders, ...embedHeaders(client.embedPage ?? '') };
  const commonHeadersOf = (path: string): Record<string, string> =>
    isEmbedPath(path) ? headersOfEmbeds : { ...headers, ...headersOfPath(path) };
  const cached = cachedReads(operations, snapshots, commonHeadersOf('/api'));

  // Built by the first request, because most starts in tests and scripts never need them.
  const origin = siteUrlOf(config);
  const description = once(() => apiDescription({ siteName: config.siteName, origin }));
  const documents = {
    '/api/openapi.json': once(() => fileOf('application/json', JSON.stringify(description()))),
    '/api/docs': once(() => fileOf('text/html; charset=utf-8', apiDocsPage(description(), origin))),
    '/api/docs.css': once(() => fileOf('text/css; charset=utf-8', apiDocsStyles)),
  };
  const serveDocument =
    (path: keyof typeof documents) =>
    async ({ request }: { request: Request }) =>
      fileResponse(request, await documents[path](), SHARED);

  const addressOf = (request: Request) =>
    clientAddress(
      app.server?.requestIP(request)?.address,
      request.headers.get('x-forwarded-for'),
      config.trustedProxies,
    );
  const deliver = createDeliver(unsentBytes, addressOf);

  /** One request counts once, however many of its parts count. */
  const countReadOf = (address: string): (() => void) => {
    let isCounted = false;
    return () => {
      if (isCounted) return;
      isCounted = true;
      readLimit(address);
    };
  };

  /** An invalid token counts as an anonymous read, because checking it reads the database. */
  const countingIdentify = (countRead: () => void): Identify => {
    const countIfUnknown = <Found>(found: Found) => {
      if (found === undefined) countRead();
      return found;
    };
    return {
      member: async (...call) => countIfUnknown(await identify.member(...call)),
      admin: async (...call) => countIfUnknown(await identify.admin(...call)),
      organiser: async (...call) => countIfUnknown(await identify.organiser(...call)),
    };
  };

  const contextOf = (request: Request): CallContext => {
    const address = addressOf(request);
    const countRead = countReadOf(address);
    return {
      ...context,
      identify: countingIdentify(countRead),
      countRead,
      snapshots,
      responseHeaders: {},
      requestId: requests.idOf(request),
      ipAddress: address,
      userAgent: request.headers.get('user-agent') ?? '',
      bearer: bearerOf(request),
      disableIdleTimeout: () => app.server?.timeout(request, 0),
    };
  };

  // Concurrent calls share one query.
  const databaseReady = coalesce(() => context.database.ready());

  const sitePages = pages(
    client,
    context,
    snapshots,
    commonHeadersOf,
    (request) => {
      const address = addressOf(request);
      return { address, signal: request.signal, countRead: countReadOf(address) };
    },
    stopwatch,
    deadlinesOf,
    (path) => (isAdPath(path) ? findAdPath : findRacePath)(context, path),
    (path) => findRaceAt(context, path),
  );

  const app = new Elysia({
    name: 'app',
    serve: SERVER_OPTIONS,
    // Otherwise Elysia parses the path wrongly if the `Host` header has fewer than four characters.
    handler: { standardHostname: false },
  })
    .wrap((handle) => (request: Request) => {
      const path = rawPathOf(request);
      const api = cached.respondIfReady(request, path);
      const ready = api ?? sitePages.respondIfReady(request, path);
      if (!ready) return handle(request);
      metrics.countHit(nameOf('GET', path, api ? path : '/*'), ready.status);
      return ready;
    })
    .onRequest(({ request, set }) => {
      const id = requests.begin(request);
      // Applies to responses that say nothing else.
      Object.assign(set.headers, headers, { 'x-request-id': id, 'cache-control': NO_STORE });
      const path = pathOf(request);
      Object.assign(set.headers, commonHeadersOf(path));
      if (isEmbedPath(path)) delete set.headers['x-frame-options'];
      if (isReadWithBody(request)) set.headers.connection = 'close';
      refuseCrossSite(request, config.publicUrl);
    })
    .onAfterResponse(({ request, set, route, responseValue }) => {
      const status = responseValue instanceof Response ? responseValue.status : Number(set.status ?? 200);
      requests.end(request, route, status);
    })
    .onError(({ error, code, request }) => {
      const failure = code === 'NOT_FOUND' ? new AppError('request.not_found') : toAppError(error);
      requests.recordFailure(failure, request);
      return refusal(request, failure);
    })
    .get('/api/health', () => ({ status: 'ok' }))
    .get('/api/ready', async () => {
      await databaseReady().catch((cause) => {
        throw new AppError('server.unavailable', { retryAfter: 2, cause });
      });
      const staleSince = snapshots.staleSince();
      // Still 200: old content is better than none, and other instances read from the same database.
      return {
        status: 'ok',
        ...(staleSince && { stale_since: staleSince }),
        ...(!context.clock.isTrusted() && { clock: 'doubted' }),
      };
    })
    .get('/api/metrics', async ({ request }) => {
      if (config.metricsToken === undefined) throw new AppError('request.not_found');
      if (!hasToken(request, config.metricsToken)) throw new AppError('request.unauthorized');
      return new Response(await readMetrics(), {
        headers: { 'content-type': metrics.contentType, 'cache-control': NO_STORE },
      });
    })
    .get('/api/openapi.json', serveDocument('/api/openapi.json'))
    .get('/api/docs', serveDocument('/api/docs'))
    .get('/api/docs.css', serveDocument('/api/docs.css'))
    .use(rest(appRouter, { contextOf, cached, deliver }))
    .use(fileRoutes(fileOperations, contextOf, snapshots.waitForFresh))
    .all('/api', notFound)
    .all('/api/*', notFound)
    .use(
      trpcRoutes(appRouter, {
        contextOf,
        cached,
        snapshots,
        unsentBytes,
        deliver,
        recordError: requests.recordError,
      }),
    )
    .use(uploadRoutes(context.uploads))
    .use(sitePages.routes);

  return Object.assign(app, { renderFirstPage: sitePages.renderFirst });
}

/** Its content differs after each change. */
const EVENT_CHANGES: SnapshotSource = {
  tables: ['events', 'series'],
  read: async ({ database }) => JSON.stringify(await readChangeId(database.db)),
  isServedWhenUnavailable: true,
};

const sourcesOf = (operations: readonly Operation[]): Record<string, SnapshotSource> =>
  Object.fromEntries(operations.flatMap(({ name, snapshot }) => (snapshot ? [[name, snapshot]] : [])));

/** Loads the cached public reads, so that the first requests are served from memory. */
export async function warmCache(app: ReturnType<typeof createApp>): Promise<void> {
  const cached = operationsOf(appRouter).filter(({ snapshot }) => snapshot && !snapshot.input);
  await Promise.all(cached.map(({ path }) => app.handle(new Request(`http://localhost/api${path}`))));
}

const bearerOf = (request: Request): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];

/** Compares hashes, because the time that a comparison takes must not show where two texts differ. */
function hasToken(request: Request, token: string): boolean {
  const hashOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest();
  return crypto.timingSafeEqual(hashOf(bearerOf(request) ?? ''), hashOf(token));
}

function once<Value extends object>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}

const notFound = () => {
  throw new AppError('request.not_found');
};
