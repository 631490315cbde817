import { createApp, IDENTIFY_BY_SESSION } from '#src/app.ts';
import { type ClientBuild, readClientBuild } from '#src/pages/build.ts';
import type { PageDeadlines } from '#src/pages/rendered-pages.ts';
import type { ClockGuard } from '#src/platform/clock/guard.ts';
import { readConfig } from '#src/platform/config.ts';
import type { BackgroundContext, Identify } from '#src/platform/context.ts';
import { type Notifications, openNotifications } from '#src/platform/database/notify.ts';
import { type ConnectionTarget, connect, openDatabase } from '#src/platform/database.ts';
import type { Stopwatch } from '#src/platform/limits/work-budget.ts';
import { createLog } from '#src/platform/log.ts';
import { openOutbound } from '#src/platform/outbound/index.ts';
import type { Resolve } from '#src/platform/outbound/target.ts';
import { openUploads } from '#src/platform/uploads.ts';
import { TRUSTED_CLOCK } from './clock.ts';
import { ALWAYS_CONFIRMED } from './content.ts';
import { testDatabase } from './database.ts';
import { expectDescribedError } from './described-errors.ts';
import { startTestMail } from './mails.ts';
import { temporaryDir } from './process.ts';

export type ApiResponse<Body = unknown> = { status: number; headers: Headers; body: Body };
type CallOptions = { body?: unknown; headers?: Record<string, string> };

const EMPTY_CLIENT: ClientBuild = {
  page: '<!doctype html><title>Test</title><script type="application/json" id="client-config">%CLIENT_CONFIG%</script>',
  files: new Map(),
};

/** Sessions of tests that count as confirmed are confirmed now. */
const IDENTIFY: Identify = {
  ...IDENTIFY_BY_SESSION,
  admin: async (ctx, token) => {
    const admin = await IDENTIFY_BY_SESSION.admin(ctx, token);
    if (!admin || Date.parse(admin.confirmed_at) !== Date.parse(ALWAYS_CONFIRMED)) return admin;
    return { ...admin, confirmed_at: ctx.now().toISOString() };
  },
};

/** Machines of tests may be busy. A read of a locked table ends sooner. */
const LONG_DEADLINES = { page: 30_000, optional: 20_000 };

const throwWithoutMail = (): never => {
  throw new Error('This test app sends no mail. Use testApp({ mail: true }).');
};

export type TestApp = Awaited<ReturnType<typeof testApp>>;

/**
 * The whole product on a free port with a database of its own. Options:
 * - `client`: directory of a built client, instead of an empty page.
 * - `mail`: sends mails, which tests read with `nextMail(address)`.
 * - `on`: makes it a second instance on that database, with these session settings. Stop it before the first.
 * - `identify`: replaces the lookup of sessions.
 * - `resolve`: replaces the resolver of names in requests to other sites.
 * - `stopwatch`: measures the work for pages and feeds. By default it costs nothing.
 * - `deadlines`: of the content of pages. Long by default.
 * - `caches`: caches public reads. Off by default, because tests write to the tables directly.
 */
export async function testApp(
  options: {
    environment?: Record<string, string>;
    now?: () => Date;
    client?: string;
    mail?: boolean;
    on?: { target: ConnectionTarget; settings?: Record<string, string> };
    identify?: Identify;
    notifications?: Notifications;
    caches?: boolean;
    resolve?: Resolve;
    stopwatch?: Stopwatch;
    deadlines?: PageDeadlines;
    clock?: ClockGuard;
  } = {},
) {
  const { database, target, drop } = options.on ? openSharedDatabase(options.on) : await testDatabase();
  const sql = connect(target, { max: 4, idle_timeout: 30 });
  const dataDir = temporaryDir();
  const log = createLog('silent');
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir.path, ...options.environment });
  const notifications = options.notifications ?? openNotifications(database.sql, log);
  const context: BackgroundContext = {
    config,
    uploads: openUploads(config),
    outbound: openOutbound(config, options.resolve),
    database,
    log,
    notifications: { ...notifications, ...(!options.caches && { isListening: () => false }) },
    now: options.now ?? (() => new Date()),
    clock: options.clock ?? TRUSTED_CLOCK,
  };
  const client = options.client ? await readClientBuild(options.client) : EMPTY_CLIENT;
  const app = createApp(context, client, {
    identify: options.identify ?? IDENTIFY,
    deadlinesOf: () => options.deadlines ?? LONG_DEADLINES,
    stopwatch: options.stopwatch ?? { elapsed: () => context.now().getTime(), cpu: () => 0 },
  });
  app.listen({ hostname: '127.0.0.1', port: 0, reusePort: false });
  // As a server does at its start: loading the renderer takes longer than visitors wait for a page.
  await app.renderFirstPage();
  const url = `http://127.0.0.1:${app.server?.port}`;
  const mail = options.mail ? startTestMail(context, url) : undefined;
  const { mailsTo, nextMail } = mail ?? { mailsTo: throwWithoutMail, nextMail: throwWithoutMail };

  const { api, trpc } = transportsOf(url);

  return {
    url,
    context,
    db: database.db,
    target,
    /** A connection of its own, without the product's timeouts. */
    sql,
    api,
    trpc,
    /** These two need `mail`. `nextMail` returns the next unread one. */
    mailsTo,
    nextMail,
    stopMail: async () => mail?.stop(),
    stop: async () => {
      context.notifications.close();
      await mail?.stop();
      await app.server?.stop(true);
      await sql.end({ timeout: 5 });
      await drop();
      dataDir.remove();
    },
  };
}

export function transportsOf(url: string) {
  /** `api('POST /contact/message', { body })` */
  async function api<Body = unknown>(
    operation: string,
    { body, headers }: CallOptions = {},
  ): Promise<ApiResponse<Body>> {
    const [method = 'GET', path = '/'] = operation.split(' ');
    const response = await readResponse<Body>(
      await fetch(`${url}/api${path}`, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
    expectDescribedError(method, path, response.status, response.body);
    return response;
  }

  /** `trpc('query', 'public.events.list')`. The body is `result.data`, or `detail` and `code` of the error. */
  async function trpc<Body = unknown>(
    type: 'query' | 'mutation',
    procedure: string,
    { body, headers }: CallOptions = {},
  ): Promise<ApiResponse<Body>> {
    const input = body === undefined ? '' : JSON.stringify(body);
    const response = await readResponse<{
      result?: { data: Body };
      error?: { message: string; data: { code: string } };
    }>(
      type === 'query'
        ? await fetch(`${url}/trpc/${procedure}${input && `?input=${encodeURIComponent(input)}`}`, {
            headers,
          })
        : await fetch(`${url}/trpc/${procedure}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body: input,
          }),
    );
    const { result, error } = response.body;
    const failure = error && { detail: error.message, code: error.data.code };
    return { ...response, body: (result ? result.data : failure) as Body };
  }

  return { url, api, trpc };
}

function openSharedDatabase({
  target,
  settings,
}: {
  target: ConnectionTarget;
  settings?: Record<string, string>;
}) {
  const database = openDatabase(target, { settings });
  return { database, target, drop: database.close };
}

async function readResponse<Body>(response: Response): Promise<ApiResponse<Body>> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}
