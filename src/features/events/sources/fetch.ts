import type { Context } from '../../../platform/context';
import type { CallDatabase } from '../../../platform/database';
import { setActor } from '../../../platform/database/actor';
import { OutboundError } from '../../../platform/outbound';
import { startWorker, type Worker } from '../../../platform/worker';
import { AppError, detailOf, type ErrorCode } from '../../../shared/errors';
import { lockImports } from '../import/store';
import { compareItems } from './compare';
import type { SourceFetchResult } from './contract';
import { readItems } from './items';
import * as store from './store';
import type { SourceItem } from './texts';

const BYTES_MAX = 10 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
/** Longer than a fetch can take. */
export const CLAIM_MS = 600_000;
const INTERVAL_MS = 24 * 3_600_000;
const RETRY_MS = 6 * 3_600_000;
const IDLE_MS = 10_000;
const ACCEPT = 'text/calendar, application/feed+json, text/csv, application/json;q=0.9, */*;q=0.5';

type FetchContext = Pick<Context, 'config' | 'now' | 'outbound'> & { database: CallDatabase };

type Fetched = { items: SourceItem[] | undefined; etag: string | null; last_modified: string | null };

const HEADER_MAX = 200;
const shortHeader = (value: string | undefined) => (value && value.length <= HEADER_MAX ? value : null);

/** Without items if the source has not changed. Throws `source.*` or `import.*`. */
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
    return { items: undefined, etag: source.etag, last_modified: source.last_modified };
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
  const items = await readItems(await response.read(BYTES_MAX), signal);
  if (items.length === 0) throw new AppError('source.empty');
  return { items, etag: shortHeader(headers.etag), last_modified: shortHeader(headers['last-modified']) };
}

function codeOf(error: unknown): ErrorCode | undefined {
  if (error instanceof OutboundError)
    return error.reason === 'robots' ? 'source.http' : `source.${error.reason}`;
  return error instanceof AppError && /^(source|import)\./.test(error.code) ? error.code : undefined;
}

const inMs = ({ now }: FetchContext, ms: number) => new Date(now().getTime() + ms).toISOString();

const NOTHING_NEW = { found: 0, added: 0, changed: 0, vanished: 0, accepted: 0, errors: [] };

const isUnusable = ({ found, errors }: SourceFetchResult): boolean => found === 0 && errors.length > 0;

/** Fetches a claimed source and stores the outcome. Throws `source.*` or `import.*`, which is stored too. */
export async function fetchSource(
  ctx: FetchContext,
  claimed: store.SourceRow,
  signal?: AbortSignal,
): Promise<SourceFetchResult> {
  const { db } = ctx.database;
  let fetched: Fetched;
  try {
    fetched = await request(ctx, claimed, signal);
  } catch (error) {
    const code = codeOf(error);
    if (!code) throw error;
    await db.transaction((tx) =>
      store.storeFetch(tx, claimed.id, {
        fetched_at: inMs(ctx, 0),
        error: code,
        due_at: inMs(ctx, RETRY_MS),
      }),
    );
    throw error instanceof AppError ? error : new AppError(code, { cause: error });
  }
  const result = await db.transaction(async (tx) => {
    await lockImports(tx);
    const source = await store.lockSource(tx, claimed.id);
    if (!source) throw new AppError('source.not_found');
    if (source.trusted) await setActor(tx, { kind: 'source', name: source.name });
    const { items, etag, last_modified } = fetched;
    const result = items
      ? await compareItems(tx, ctx, source, items)
      : { is_modified: false, ...NOTHING_NEW, waiting: await store.countWaiting(tx, source.id) };
    // The address or the defaults were changed during the fetch: the next one reads everything.
    const isSame = source.version === claimed.version;
    // Otherwise the next response without news would hide the error.
    const keepsState = isSame && !isUnusable(result);
    const now = inMs(ctx, 0);
    await store.storeFetch(tx, source.id, {
      fetched_at: now,
      succeeded_at: now,
      error: isUnusable(result) ? 'source.unusable' : null,
      etag: keepsState ? etag : null,
      last_modified: keepsState ? last_modified : null,
      due_at: isSame ? inMs(ctx, INTERVAL_MS) : now,
    });
    return result;
  });
  if (!isUnusable(result)) return result;
  const detail = `${detailOf('source.unusable')} ${result.errors[0]}`;
  throw new AppError('source.unusable', { detail });
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
    work: (signal) =>
      fetchNextSource({ ...ctx, database: { ...ctx.database, db: ctx.database.longRunning } }, signal),
  });
