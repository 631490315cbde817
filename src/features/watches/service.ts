import { ANNOUNCEMENT_TYPES } from '#src/features/announcements/fields.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { DAY_MS, dayInStockholm } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import { omit } from '#src/shared/omit.ts';
import { hasAlerts, turnOffAlerts } from './alerts/store.ts';
import {
  type Cadence,
  PAUSE_DAYS,
  type Watch,
  type WatchesByLink,
  type WatchesOfMail,
  type WatchList,
  type WatchTarget,
} from './contract.ts';
import { endLink, manageLink } from './links/service.ts';
import { ALERTS, maskedEmail, titleOf } from './rules.ts';
import * as store from './store.ts';

const DONE = { message: 'Sparat.' };

const write = <Result>(
  { database }: Pick<Context, 'database'>,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> => database.db.transaction(work);

export function watchOf(stored: store.StoredWatch, today: string): Watch {
  const { renewed_at, asked_at, ...row } = omit(stored, 'watcher_id', 'number');
  const { event_name, event_url, series_name, series_url, ...watch } = omit(row, 'event_date');
  return {
    ...watch,
    title: titleOf(watch, event_name ?? series_name ?? '', today),
    url: urlOf(watch, event_name ?? series_name ?? '', event_url ?? series_url),
    is_expiring: asked_at !== null && asked_at > renewed_at,
  };
}

function urlOf(target: WatchTarget, name: string, racePath: string | null): string {
  if (target.kind === 'search') return target.query ? `/?${target.query}` : '/';
  const [type] = ANNOUNCEMENT_TYPES.filter((one) => target.kind === `market_${one}`);
  if (!type) return racePath ?? '/';
  const { event_id } = target;
  return `/marketplace?${new URLSearchParams({ type, ...(event_id ? { event: event_id } : { q: name }) })}`;
}

export async function listOf(db: Reader, watcherId: string, now: Date): Promise<Watch[]> {
  const today = dayInStockholm(now);
  return (await store.findWatches(db, watcherId)).map((watch) => watchOf(watch, today));
}

const EMPTY: WatchList = { watches: [], paused_until: null };

async function listWatches(ctx: Context, watcher: store.Watcher | undefined): Promise<WatchList> {
  if (!watcher) return EMPTY;
  const { paused_until } = watcher;
  const isPaused = paused_until !== null && paused_until > ctx.now().toISOString();
  return {
    watches: await listOf(ctx.database.db, watcher.id, ctx.now()),
    paused_until: isPaused ? paused_until : null,
  };
}

/** Finds whose watches a call is about. Undefined if there are none (any more). */
type Owner = (ctx: Context) => Promise<store.Watcher | undefined>;

export const ownerOf =
  (member: { id: string }): Owner =>
  (ctx) =>
    store.findWatcher(ctx.database.db, { user_id: member.id });

/** Throws `watch.link_invalid`. */
export const ownerByLink =
  (token: string): Owner =>
  async (ctx) =>
    store.findWatcher(ctx.database.db, { id: await manageLink.open(ctx.config, token) });

export const watchesOf = async (ctx: Context, owner: Owner): Promise<WatchList> =>
  listWatches(ctx, await owner(ctx));

export async function watchesByLink(ctx: Context, token: string): Promise<WatchesByLink> {
  const watcher = await ownerByLink(token)(ctx);
  return { ...(await listWatches(ctx, watcher)), email: watcher ? maskedEmail(watcher.email) : '' };
}

/** Also renews the watch. Throws `watch.not_found`. */
export async function changeWatch(
  ctx: Context,
  owner: Owner,
  { id, cadence }: { id: string; cadence: Cadence },
): Promise<Watch> {
  const watcher = await owner(ctx);
  const { db } = ctx.database;
  const renewed_at = ctx.now().toISOString();
  const change = { id, cadence, renewed_at };
  if (!watcher || !(await write(ctx, (tx) => store.updateCadence(tx, watcher.id, change))))
    throw new AppError('watch.not_found');
  const watch = (await listOf(db, watcher.id, ctx.now())).find((one) => one.id === id);
  if (!watch) throw new AppError('watch.not_found');
  return watch;
}

/** Does nothing if it has ended already. */
export async function endWatch(ctx: Context, owner: Owner, id: string): Promise<typeof DONE> {
  const watcher = await owner(ctx);
  if (watcher) await write(ctx, (tx) => store.deleteWatch(tx, watcher.id, id));
  return DONE;
}

export async function endAllWatches(ctx: Context, owner: Owner): Promise<typeof DONE> {
  const watcher = await owner(ctx);
  if (watcher) await write(ctx, (tx) => store.deleteWatches(tx, watcher.id));
  return DONE;
}

export async function renewAllWatches(ctx: Context, owner: Owner): Promise<typeof DONE> {
  const watcher = await owner(ctx);
  if (watcher) await write(ctx, (tx) => store.renewWatches(tx, watcher.id, ctx.now().toISOString()));
  return DONE;
}

/** What comes up during a pause is mailed after it. */
export async function pauseWatches(
  ctx: Context,
  owner: Owner,
  { paused }: { paused: boolean },
): Promise<WatchList> {
  const watcher = await owner(ctx);
  if (!watcher) return EMPTY;
  const now = ctx.now();
  const until = paused ? new Date(now.getTime() + PAUSE_DAYS * DAY_MS).toISOString() : null;
  await write(ctx, (tx) => store.storePause(tx, watcher.id, { until, now: now.toISOString() }));
  return listWatches(ctx, { ...watcher, paused_until: until });
}

/** One-click unsubscription (RFC 8058). Idempotent. Throws `watch.link_invalid`. */
export async function endWatchesByMail(ctx: Context, token: string): Promise<typeof DONE> {
  const link = await endLink.open(ctx.config, token);
  return write(ctx, async (tx) => {
    const { watcherId, numbers } = await store.currentWatches(tx, link);
    await store.deleteWatchesByNumber(tx, watcherId, numbers);
    const watcher = numbers.includes(ALERTS) ? await store.findWatcher(tx, { id: watcherId }) : undefined;
    if (watcher?.user_id) await turnOffAlerts(tx, watcher.user_id);
    return DONE;
  });
}

/** What a one-click unsubscription ends. Throws `watch.link_invalid`. */
export async function readWatchesOfMail(ctx: Context, token: string): Promise<WatchesOfMail> {
  const { db } = ctx.database;
  const { watcherId, numbers } = await store.currentWatches(db, await endLink.open(ctx.config, token));
  const today = dayInStockholm(ctx.now());
  const watcher = await store.findWatcher(db, { id: watcherId });
  return {
    watches: (await store.findWatchesByNumber(db, watcherId, numbers)).map((watch) => watchOf(watch, today)),
    match_alerts: numbers.includes(ALERTS) && !!watcher?.user_id && (await hasAlerts(db, watcher.user_id)),
    manage_token: await manageLink.sign(ctx.config, watcherId),
  };
}

export const countWatchersOf = (
  db: Reader,
  eventId: string,
  type: (typeof ANNOUNCEMENT_TYPES)[number],
): Promise<number> => store.countMarketWatchers(db, eventId, `market_${type}`);
