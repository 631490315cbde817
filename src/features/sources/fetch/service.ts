import { lockImports } from '#src/features/imports/service.ts';
import { startWorker, type Worker } from '#src/platform/background/worker.ts';
import type { Context } from '#src/platform/context.ts';
import { setActor } from '#src/platform/database/actor.ts';
import { RestoreRunning } from '#src/platform/database/restore-lock.ts';
import type { CallDatabase } from '#src/platform/database.ts';
import { OutboundError } from '#src/platform/outbound/index.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { AppError, detailOf, type ErrorCode } from '#src/shared/errors.ts';
import { compareItems } from '../changes/compare.ts';
import { countWaiting } from '../changes/store.ts';
import type { SourceFetchResult, SourceReport } from '../contract.ts';
import type { CheckedItems } from '../items/items.ts';
import * as store from '../store.ts';
import { readSource } from './read-source.ts';

const BYTES_MAX = 10 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
/** Longer than a fetch can take. */
export const CLAIM_MS = 600_000;
const INTERVAL_MS = 24 * 3_600_000;
const RETRY_MS = 6 * 3_600_000;
const IDLE_MS = 10_000;
const ACCEPT = 'text/calendar, application/feed+json, text/csv, application/json;q=0.9, */*;q=0.5';

type FetchContext = Pick<Context, 'config' | 'now' | 'outbound'> & { database: CallDatabase };

type Fetched = { content: CheckedItems | undefined; etag: string | null; last_modified: string | null };

const HEADER_MAX = 200;
const shortHeader = (value: string | undefined) => (value && value.length <= HEADER_MAX ? value : null);

/** Without content if the source has not changed. Throws `source.*` or `import.*`. */
async function request(ctx: FetchContext, source: store.SourceRow, signal?: AbortSignal): Promise<Fetched> {
  const response = await ctx.outbound.get(source.url, {
    timeoutMs: TIMEOUT_MS,
    headers: {
      accept: ACCEPT,
      ...(source.etag && { 'if-none-match': source.etag }),
      ...(source.last_modified && { 'if-modified-since': source.last_modified }),
    },
    signal,
  });
  const { status, headers } = response;
  if (status === 304) {
    response.close();
    return { content: undefined, etag: source.etag, last_modified: source.last_modified };
  }
  if (status !== 200) {
    response.close();
    throw new AppError(
      status === 404 || status === 410
        ? 'source.gone'
        : status === 401 || status === 403
          ? 'source.forbidden'
          : 'source.http',
    );
  }
  const options = { defaults: source.defaults, today: dayInStockholm(ctx.now()) };
  const content = await readSource(await response.read(BYTES_MAX), options, signal);
  if (foundIn(content) === 0) throw new AppError('source.empty');
  return { content, etag: shortHeader(headers.etag), last_modified: shortHeader(headers['last-modified']) };
}

function codeOf(error: unknown): ErrorCode | undefined {
  if (error instanceof OutboundError)
    return error.reason === 'robots' ? 'source.http' : `source.${error.reason}`;
  return error instanceof AppError && /^(source|import)\./.test(error.code) ? error.code : undefined;
}

const inMs = ({ now }: FetchContext, ms: number) => new Date(now().getTime() + ms).toISOString();

const foundIn = ({ checked, ignored, errors }: CheckedItems) =>
  checked.length + ignored.length + errors.length;

const NOTHING_NEW = {
  ...{ found: 0, added: 0, changed: 0, unchanged: 0, vanished: 0, accepted: 0 },
  ...{ ignored: [], errors: [], warnings: [] },
};

/** So much of each list is stored. */
const REPORTED_MAX = 20;

const reportOf = (content: CheckedItems): SourceReport => ({
  found: foundIn(content),
  ignored_count: content.ignored.length,
  error_count: content.errors.length,
  ignored: content.ignored.slice(0, REPORTED_MAX),
  errors: content.errors.slice(0, REPORTED_MAX),
  warnings: content.warnings.slice(0, REPORTED_MAX),
});

/** Without an event that can be used, what the source had stays. */
function refuseUnusable({ checked, ignored, errors }: CheckedItems): void {
  if (checked.length > 0) return;
  const reason = errors[0] ?? ignored[0]?.reason ?? '';
  throw new AppError('source.unusable', { detail: `${detailOf('source.unusable')} ${reason}` });
}

/** Fetches a claimed source and stores the outcome, also a failure. Throws `source.*` or `import.*`. */
export async function fetchSource(
  ctx: FetchContext,
  claimed: store.SourceRow,
  signal?: AbortSignal,
): Promise<SourceFetchResult> {
  let report: SourceReport | undefined;
  try {
    const fetched = await request(ctx, claimed, signal);
    if (fetched.content) {
      report = reportOf(fetched.content);
      refuseUnusable(fetched.content);
    }
    return await storeContent(ctx, claimed, fetched, report);
  } catch (error) {
    // It is due again when its claim ends.
    if (signal?.aborted || error instanceof RestoreRunning) throw error;
    const code = codeOf(error);
    await storeFailure(ctx, claimed.id, { code: code ?? 'server.failed', error, report });
    throw error instanceof AppError || !code ? error : new AppError(code, { cause: error });
  }
}

/** Every failure is shown, with the time of the next attempt. */
function storeFailure(
  ctx: FetchContext,
  id: string,
  { code, error, report }: { code: ErrorCode; error: unknown; report: SourceReport | undefined },
): Promise<void> {
  const ownText = error instanceof AppError && error.code === code ? error.message : detailOf(code);
  const text = code === 'server.failed' ? OUR_FAULT : ownText;
  return ctx.database.db.transaction((tx) =>
    store.storeFetch(tx, id, {
      fetched_at: inMs(ctx, 0),
      error: code,
      error_text: text.slice(0, ERROR_TEXT_MAX).toWellFormed(),
      // Otherwise the next response without news would hide the error.
      ...(report && { report, etag: null, last_modified: null }),
      due_at: inMs(ctx, RETRY_MS),
    }),
  );
}

const ERROR_TEXT_MAX = 1000;
const OUR_FAULT = 'Källan kunde inte läsas in på grund av ett fel här. Felet finns i loggen.';

function storeContent(
  ctx: FetchContext,
  claimed: store.SourceRow,
  { content, etag, last_modified }: Fetched,
  report: SourceReport | undefined,
): Promise<SourceFetchResult> {
  return ctx.database.db.transaction(async (tx) => {
    await lockImports(tx);
    const source = await store.lockSource(tx, claimed.id);
    if (!source) throw new AppError('source.not_found');
    if (source.trusted) await setActor(tx, { kind: 'source', name: source.name });
    const result = content
      ? await compareItems(tx, ctx, source, content)
      : { is_modified: false, ...NOTHING_NEW, waiting: await countWaiting(tx, source.id) };
    // The address or the defaults were changed during the fetch: the next one reads everything.
    const isSame = source.version === claimed.version;
    const now = inMs(ctx, 0);
    await store.storeFetch(tx, source.id, {
      fetched_at: now,
      succeeded_at: now,
      error: null,
      error_text: null,
      ...(report && { report }),
      etag: isSame ? etag : null,
      last_modified: isSame ? last_modified : null,
      due_at: isSame ? inMs(ctx, INTERVAL_MS) : now,
    });
    return result;
  });
}

/** Fetches the source that is due the longest. Returns false if none is due. */
export async function fetchNextSource(ctx: FetchContext, signal?: AbortSignal): Promise<boolean> {
  const claimed = await ctx.database.db.transaction((tx) =>
    store.claimSource(tx, { now: inMs(ctx, 0), until: inMs(ctx, CLAIM_MS) }),
  );
  if (!claimed) return false;
  try {
    await fetchSource(ctx, claimed, signal);
  } catch (error) {
    // The portal shows it.
    if (!codeOf(error)) throw error;
  }
  return true;
}

export const startSources = (ctx: Context): Worker =>
  startWorker({
    name: 'The fetch of sources',
    log: ctx.log,
    idleMs: IDLE_MS,
    work: async (signal) =>
      ctx.clock.isTrusted() &&
      fetchNextSource({ ...ctx, database: { ...ctx.database, db: ctx.database.longRunning } }, signal),
  });
