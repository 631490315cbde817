import type { BackgroundContext, CallContext, Context } from '../../platform/context';
import type { Db, Reader } from '../../platform/database';
import { deleteQueuedMails, enqueueMail, enqueueMails } from '../../platform/mail';
import { hashToken } from '../../platform/tokens';
import { DAY_MS, dayInStockholm } from '../../shared/dates';
import { AppError } from '../../shared/errors';
import { ANNOUNCEMENT_TYPES } from '../announcements/contract';
import { watchedFilterOf } from '../events/filter/feed';
import { readServerFilter } from '../events/filter/select';
import { writeFilter } from '../events/filter/url';
import {
  type Cadence,
  type MatchAlerts,
  PAUSE_DAYS,
  QUERY_MAX,
  WATCHES_MAX,
  type Watch,
  type WatchConfirmed,
  type WatchCreated,
  type WatchData,
  type WatchesByLink,
  type WatchesOfMail,
  type WatchInput,
  type WatchList,
  type WatchTarget,
} from './contract';
import { confirmLink, endLink, manageLink, matchLink } from './links/service';
import { searchIndexOf } from './matching/rules';
import {
  ALERTS,
  ANSWER_DAYS,
  daysAgo,
  isMarketKind,
  maskedEmail,
  NEWS_DAYS,
  REFUSAL_DAYS,
  RENEWAL_DAYS,
  REQUEST_DAYS,
  titleForStranger,
  titleOf,
} from './rules';
import * as store from './store';

const CONFIRMATION_MAILS_MAX = 3;

const DONE = { message: 'Sparat.' };

const write = <Result>(
  { database }: Pick<Context, 'database'>,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> => database.db.transaction(work);

/** The selection of the calendar that a query means, whatever its order, encoding and empty parameters. */
export const canonicalQuery = (query: string): string =>
  writeFilter(watchedFilterOf(readServerFilter(new URLSearchParams(query))));

/** Throws `watch.over`, `watch.query_too_long`, `event.not_found`, `series.not_found`. */
async function canonicalTarget(db: Reader, input: WatchTarget, today: string): Promise<WatchTarget> {
  const isMarket = isMarketKind(input.kind);
  const { kind, event_id, series_id } = input;
  const target: WatchTarget = {
    kind,
    query: input.query === null ? null : canonicalQuery(input.query),
    event_id,
    series_id,
    distance: isMarket ? input.distance : null,
    min_price: isMarket ? input.min_price : null,
    max_price: isMarket ? input.max_price : null,
  };
  if (target.query !== null) {
    if (target.query.length > QUERY_MAX) throw new AppError('watch.query_too_long');
    const { to } = readServerFilter(new URLSearchParams(target.query)).period;
    if (to && to < today) throw new AppError('watch.over');
  }
  if (event_id !== null) {
    const event = await store.findEventName(db, event_id);
    if (!event) throw new AppError('event.not_found');
    if (event.last_day < today) throw new AppError('watch.over');
  }
  if (series_id !== null && (await store.findSeriesName(db, series_id)) === undefined)
    throw new AppError('series.not_found');
  return target;
}

/**
 * The same watch twice is one, with the newest cadence. Throws `watch.too_many`, and what the check of the target throws.
 */
async function storeWatch(
  tx: Db,
  owner: { email: string } | { user_id: string },
  { target, cadence, now }: { target: WatchTarget; cadence: Cadence; now: Date },
): Promise<{ watcherId: string; watch: Watch }> {
  const { id: watcherId, last_number } = await store.lockWatcher(tx, owner);
  const renewed_at = now.toISOString();
  const same = await store.findSame(tx, watcherId, target);
  const id = same ?? Bun.randomUUIDv7();
  if (same) await store.updateCadence(tx, watcherId, { id, cadence, renewed_at });
  else {
    if ((await store.countWatches(tx, watcherId)) >= WATCHES_MAX) throw new AppError('watch.too_many');
    if (target.query !== null) await store.insertSearch(tx, searchIndexOf(target.query));
    const number = last_number + 1;
    const created_at = renewed_at;
    await store.insertWatch(tx, {
      ...target,
      id,
      watcher_id: watcherId,
      number,
      cadence,
      created_at,
      renewed_at,
    });
  }
  const watch = (await listOf(tx, watcherId, now)).find((one) => one.id === id);
  if (!watch) throw new AppError('watch.not_found');
  return { watcherId, watch };
}

const VISITOR_MESSAGE = 'Nästan klart! Bekräfta bevakningen i mejlet som vi har skickat till dig.';

/**
 * Visitors confirm it by mail, whether or not the address is known: what is known is looked up when the mail is composed, so
 * that the response and its time do not reveal it. `website` is a honeypot.
 */
export async function createWatch(ctx: CallContext, input: WatchInput): Promise<WatchCreated> {
  const { cadence, email, website } = input;
  if (website) return { message: VISITOR_MESSAGE, watch: null };
  const member = ctx.bearer ? await ctx.identify.member(ctx, ctx.bearer) : undefined;
  if (ctx.bearer && !member) throw new AppError('request.unauthorized');
  if (!member && !email) throw new AppError('watch.email');
  const now = ctx.now();
  return ctx.database.db.transaction(async (tx) => {
    const target = await canonicalTarget(tx, input, dayInStockholm(now));
    if (member) {
      const { watch } = await storeWatch(tx, { user_id: member.id }, { target, cadence, now });
      return { message: `Du bevakar nu ${watch.title}.`, watch };
    }
    const request_id = await store.storeRequest(tx, {
      email: email ?? '',
      target: JSON.stringify(target),
      cadence,
      created_at: now.toISOString(),
    });
    await enqueueMail(tx, { kind: 'watch.confirm', about: { request_id, email: email ?? '' } });
    return { message: VISITOR_MESSAGE, watch: null };
  });
}

/** Confirming again changes nothing. Throws `watch.link_invalid`, and what `storeWatch` throws. */
export async function confirmWatch(ctx: Context, token: string): Promise<WatchConfirmed> {
  const requestId = await confirmLink.open(ctx.config, token);
  const now = ctx.now();
  return ctx.database.db.transaction(async (tx) => {
    const request = await store.findRequest(tx, requestId);
    if (!request || request.created_at < daysAgo(now, REQUEST_DAYS)) throw new AppError('watch.link_invalid');
    const { cadence, email } = request;
    const target = await canonicalTarget(tx, JSON.parse(request.target), dayInStockholm(now));
    const userId = await store.findVerifiedAccountId(tx, email);
    const owner = userId ? { user_id: userId } : { email };
    const { watch, watcherId } = await storeWatch(tx, owner, { target, cadence, now });
    await store.markConfirmed(tx, requestId, now.toISOString());
    return { watch, manage_token: await manageLink.sign(ctx.config, watcherId) };
  });
}

/** What the mail about a request says. Undefined if it must not be sent. */
export async function findRequestForMail(
  ctx: Context,
  requestId: string,
  { isRetry }: { isRetry: boolean },
): Promise<{ title: string; cadence: Cadence; token: string; manageToken: string | undefined } | undefined> {
  const { db } = ctx.database;
  const today = dayInStockholm(ctx.now());
  const request = await store.findRequest(db, requestId);
  if (!request) return undefined;
  const target: WatchTarget = JSON.parse(request.target);
  const name = await nameOfTarget(db, target);
  if (name === undefined) return undefined;
  const watcher = await store.findWatcherByEmail(db, request.email);
  const isKnown = watcher && (await store.findSame(db, watcher.id, target)) !== undefined;
  if (watcher && !isKnown && (await store.countWatches(db, watcher.id)) >= WATCHES_MAX) return undefined;
  const isCounted =
    isRetry || (await write(ctx, (tx) => store.countRequestMail(tx, requestId, CONFIRMATION_MAILS_MAX)));
  if (!isCounted) return undefined;
  return {
    title: titleForStranger(target, name, today),
    cadence: request.cadence,
    token: await confirmLink.sign(ctx.config, requestId),
    manageToken: isKnown ? await manageLink.sign(ctx.config, watcher.id) : undefined,
  };
}

async function nameOfTarget(db: Reader, { event_id, series_id }: WatchTarget): Promise<string | undefined> {
  if (event_id !== null) return (await store.findEventName(db, event_id))?.name;
  return series_id === null ? '' : store.findSeriesName(db, series_id);
}

export function watchOf(stored: store.StoredWatch, today: string): Watch {
  const { watcher_id: _, number: __, renewed_at, asked_at, ...row } = stored;
  const { event_name, event_date: ___, event_url, series_name, series_url, ...watch } = row;
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
  return `/marketplace?${new URLSearchParams({ type, q: name })}`;
}

async function listOf(db: Reader, watcherId: string, now: Date): Promise<Watch[]> {
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

/** Also tells that the watch should go on. Throws `watch.not_found`. */
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

/** Tells that all watches should go on. */
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
  const { watcherId, numbers } = await endLink.open(ctx.config, token);
  return write(ctx, async (tx) => {
    await store.deleteWatchesByNumber(tx, watcherId, numbers);
    const watcher = numbers.includes(ALERTS) ? await store.findWatcher(tx, { id: watcherId }) : undefined;
    if (watcher?.user_id) await store.turnOffAlerts(tx, watcher.user_id);
    return DONE;
  });
}

/** What a one-click unsubscription ends. Throws `watch.link_invalid`. */
export async function readWatchesOfMail(ctx: Context, token: string): Promise<WatchesOfMail> {
  const { watcherId, numbers } = await endLink.open(ctx.config, token);
  const { db } = ctx.database;
  const today = dayInStockholm(ctx.now());
  const watcher = await store.findWatcher(db, { id: watcherId });
  return {
    watches: (await store.findWatchesByNumber(db, watcherId, numbers)).map((watch) => watchOf(watch, today)),
    match_alerts:
      numbers.includes(ALERTS) && !!watcher?.user_id && (await store.hasAlerts(db, watcher.user_id)),
    manage_token: await manageLink.sign(ctx.config, watcherId),
  };
}

/** What visitors asked for at an address, the oldest first. */
export async function requestsOf(ctx: Context, db: Reader, email: string) {
  const today = dayInStockholm(ctx.now());
  const stored = await store.findRequestsOf(db, email);
  const requests = [];
  for (const { target, cadence, created_at, confirmed_at, mail_count } of stored) {
    const wanted: WatchTarget = JSON.parse(target);
    const title = titleOf(wanted, (await nameOfTarget(db, wanted)) ?? '', today);
    requests.push({ title, cadence, created_at, confirmed_at, mail_count });
  }
  return requests;
}

async function dataOf(
  ctx: Context,
  db: Reader,
  email: string,
  watcher: store.Watcher | undefined,
): Promise<WatchData> {
  const today = dayInStockholm(ctx.now());
  const stored = watcher ? await store.findWatches(db, watcher.id) : [];
  return {
    email,
    paused_until: watcher?.paused_until ?? null,
    watches: stored.map((one) => {
      const { id: _, is_expiring: __, ...watch } = watchOf(one, today);
      return { ...watch, renewed_at: one.renewed_at };
    }),
    requests: (await requestsOf(ctx, db, email)).map(({ mail_count: _, ...request }) => request),
    news: watcher ? await store.findNews(db, watcher.id) : [],
  };
}

/** For the member's data download. The address must be verified. */
export const watchDataOf = async (
  ctx: Context,
  db: Reader,
  { id, email }: { id: string; email: string },
): Promise<WatchData> => dataOf(ctx, db, email, await store.findWatcher(db, { user_id: id }));

/** Throws `watch.link_invalid`. */
export async function readDataByLink(ctx: Context, token: string): Promise<WatchData> {
  const watcher = await ownerByLink(token)(ctx);
  return dataOf(ctx, ctx.database.db, watcher?.email ?? '', watcher);
}

/** Removes the addresses that were erased since the backup that was imported. */
export const removeErasedAddresses = (tx: Db): Promise<void> => store.deleteErasedWatchers(tx);

/**
 * Erases everything about the address that belongs to watches, also from later imports of older backups. An account stays.
 * Throws `watch.link_invalid`.
 */
export async function eraseByLink(ctx: Context, token: string): Promise<typeof DONE> {
  const watcher = await ownerByLink(token)(ctx);
  if (!watcher) return DONE;
  await write(ctx, async (tx) => {
    await store.deleteWatcher(tx, watcher);
    await store.recordErasure(tx, await hashToken(watcher.id), ctx.now().toISOString());
    await deleteQueuedMails(tx, 'watch', { watcher_id: watcher.id });
    await deleteQueuedMails(tx, 'watch', { email: watcher.email });
  });
  return DONE;
}

export const countWatchersOf = (
  db: Reader,
  eventId: string,
  type: (typeof ANNOUNCEMENT_TYPES)[number],
): Promise<number> => store.countMarketWatchers(db, eventId, `market_${type}`);

/** Throws `watch.link_invalid`. */
export async function readMatchAlerts(ctx: Context, token: string): Promise<MatchAlerts> {
  const { userId, adId } = await matchLink.open(ctx.config, token);
  const found = await store.findMatchAlerts(ctx.database.db, userId, adId);
  return found ?? { order_number: null, event_name: null, ad: false, all: false };
}

/** Throws `watch.link_invalid`. */
export async function turnOffMatchAlerts(
  ctx: Context,
  { token, scope }: { token: string; scope: 'ad' | 'all' },
): Promise<MatchAlerts> {
  const { userId, adId } = await matchLink.open(ctx.config, token);
  await write(ctx, (tx) =>
    scope === 'ad' ? store.turnOffAdAlerts(tx, userId, adId) : store.turnOffAlerts(tx, userId),
  );
  return readMatchAlerts(ctx, token);
}

/** Adds what finds the searches that have none, such as after a backup was imported. */
export async function indexSearches({ database: { db } }: Pick<Context, 'database'>): Promise<void> {
  for (;;) {
    const queries = await store.findUnindexedQueries(db, 1000);
    if (queries.length === 0) return;
    await db.transaction(async (tx) => {
      for (const query of queries) await store.insertSearch(tx, searchIndexOf(query));
    });
  }
}

/** Ends watches of races that were run, asks yearly whether the others should go on, and deletes what is no longer needed. */
export async function sweepWatches({ database, now }: BackgroundContext): Promise<void> {
  const time = now();
  await database.db.transaction(async (tx) => {
    await store.deleteFinishedWatches(tx, dayInStockholm(time));
    await store.deleteUnansweredWatches(tx, daysAgo(time, ANSWER_DAYS));
    const asked = await store.takeWatchersToAsk(tx, {
      renewedBefore: daysAgo(time, RENEWAL_DAYS),
      now: time.toISOString(),
    });
    await enqueueMails(
      tx,
      asked.map(({ id, email }) => ({ kind: 'watch.renewal', about: { watcher_id: id, email } })),
    );
    await store.sweep(tx, { request: daysAgo(time, REQUEST_DAYS), news: daysAgo(time, NEWS_DAYS) });
    await store.deleteIdleWatchers(tx, daysAgo(time, REFUSAL_DAYS));
  });
}
