import { choiceKey, choiceKeysOf } from '#src/features/events/filter/distance.ts';
import { watchedFilterOf } from '#src/features/events/filter/feed.ts';
import { readServerFilter } from '#src/features/events/filter/select.ts';
import { writeFilter } from '#src/features/events/filter/url.ts';
import { isWatchable } from '#src/features/events/rules.ts';
import type { CallContext, Context } from '#src/platform/context.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { enqueueMail } from '#src/platform/mail.ts';
import { DAY_MS, dayInStockholm } from '#src/shared/dates.ts';
import { formatDistance, withUnit } from '#src/shared/distances.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  type Cadence,
  QUERY_MAX,
  WATCHES_MAX,
  type Watch,
  type WatchConfirmed,
  type WatchCreated,
  type WatchInput,
  type WatchTarget,
} from '../contract.ts';
import { confirmLink, manageLink } from '../links/service.ts';
import { isSearchOver, searchIndexOf } from '../matching/rules.ts';
import { insertSearch } from '../matching/store.ts';
import { daysAgo, isMarketKind, REQUEST_DAYS, titleForStranger, titleOf } from '../rules.ts';
import { listOf } from '../service.ts';
import { findWatcherByEmail, updateCadence } from '../store.ts';
import * as store from './store.ts';

const CONFIRMATION_MAILS_MAX = 3;

/** The selection of the calendar that a query means, whatever its order, encoding and empty parameters. */
export const canonicalQuery = (query: string): string =>
  writeFilter(watchedFilterOf(readServerFilter(new URLSearchParams(query))));

/** The series of an edition. Throws `event.not_found`, `series.not_found`. */
async function resolveSeries(db: Reader, target: WatchTarget): Promise<WatchTarget> {
  if (target.kind !== 'series' || target.event_id === null) return target;
  const event = await store.findEvent(db, target.event_id);
  if (!event) throw new AppError('event.not_found');
  if (event.series_id === null) throw new AppError('series.not_found');
  return { ...target, event_id: null, series_id: event.series_id };
}

/** Throws `watch.over`, `watch.query_too_long`, `watch.distance`, `event.not_found`, `series.not_found`. */
async function canonicalTarget(db: Reader, input: WatchTarget, today: string): Promise<WatchTarget> {
  const isMarket = isMarketKind(input.kind);
  const { kind, event_id, series_id } = await resolveSeries(db, input);
  const target: WatchTarget = {
    kind,
    query: input.query === null ? null : canonicalQuery(input.query),
    event_id,
    series_id,
    distance: isMarket && input.distance !== null ? formatDistance(input.distance) : null,
    min_price: isMarket ? input.min_price : null,
    max_price: isMarket ? input.max_price : null,
  };
  if (target.query !== null) {
    if (target.query.length > QUERY_MAX) throw new AppError('watch.query_too_long');
    if (isSearchOver(target.query, today)) throw new AppError('watch.over');
  }
  if (event_id !== null) {
    const event = await store.findEvent(db, event_id);
    if (!event) throw new AppError('event.not_found');
    if (!isWatchable(event, today)) throw new AppError('watch.over');
  }
  if (series_id !== null && (await store.findSeriesName(db, series_id)) === undefined)
    throw new AppError('series.not_found');
  const { distance } = target;
  // Mails repeat it, so it must be one that the calendar has.
  if (distance !== null) {
    const races = await store.findDistances(db, target);
    const hasDistance = (race: (typeof races)[number]) =>
      choiceKeysOf(race).has(choiceKey(withUnit(distance, race.sport_type)));
    if (!races.some(hasDistance)) throw new AppError('watch.distance');
  }
  return target;
}

type NewWatch = {
  target: WatchTarget;
  cadence: Cadence;
  now: Date;
  /** The request was confirmed before: a watch that it made stays as it is. */
  isRepeated?: boolean;
};

/** The same watch twice is one, with the newest cadence. Throws `watch.too_many`. */
async function storeWatch(
  tx: Db,
  owner: { email: string } | { user_id: string },
  { target, cadence, now, isRepeated = false }: NewWatch,
): Promise<{ watcherId: string; watch: Watch }> {
  const { id: watcherId, last_number } = await store.lockWatcher(tx, owner);
  const renewed_at = now.toISOString();
  const same = await store.findSame(tx, watcherId, target);
  const id = same ?? Bun.randomUUIDv7();
  if (same) {
    if (!isRepeated) await updateCadence(tx, watcherId, { id, cadence, renewed_at });
  } else {
    if ((await store.countWatches(tx, watcherId)) >= WATCHES_MAX) throw new AppError('watch.too_many');
    if (target.query !== null) await insertSearch(tx, searchIndexOf(target.query));
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
 * Visitors confirm it by mail, whether or not the address is known: what is known is looked up when the mail is
 * composed, so that the response and its time do not reveal it. `website` is a honeypot.
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
      return { message: `Du följer nu ${watch.title}.`, watch };
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

/**
 * Confirming again changes nothing, unless the watch has ended: then it starts again. Throws `watch.link_invalid`, and
 * what `canonicalTarget` and `storeWatch` throw.
 */
export async function confirmWatch(ctx: Context, token: string): Promise<WatchConfirmed> {
  const requestId = await confirmLink.open(ctx.config, token);
  const now = ctx.now();
  return ctx.database.db.transaction(async (tx) => {
    const request = await store.findRequest(tx, requestId);
    if (!request || request.created_at < daysAgo(now, REQUEST_DAYS)) throw new AppError('watch.link_invalid');
    const { cadence, email, confirmed_at } = request;
    const target = await canonicalTarget(tx, JSON.parse(request.target), dayInStockholm(now));
    const userId = await store.findVerifiedAccountId(tx, email);
    const owner = userId ? { user_id: userId } : { email };
    const { watch, watcherId } = await storeWatch(tx, owner, {
      ...{ target, cadence, now },
      isRepeated: confirmed_at !== null,
    });
    await store.markConfirmed(tx, requestId, now.toISOString());
    return { watch, manage_token: await manageLink.sign(ctx.config, watcherId) };
  });
}

export type RequestForMail = {
  title: string;
  cadence: Cadence;
  token: string;
  lastDay: string;
  manageToken: string | undefined;
  /** Whether somebody has confirmed the address before, for a watch or an account. */
  isAddressConfirmed: boolean;
};

/** What the mail about a request says. Undefined if it must not be sent. */
export async function findRequestForMail(
  ctx: Context,
  requestId: string,
  { isRetry }: { isRetry: boolean },
): Promise<RequestForMail | undefined> {
  const { db } = ctx.database;
  const today = dayInStockholm(ctx.now());
  const request = await store.findRequest(db, requestId);
  if (!request || (!isRetry && request.mail_count >= CONFIRMATION_MAILS_MAX)) return undefined;
  const target: WatchTarget = JSON.parse(request.target);
  const name = await nameOfTarget(db, target);
  if (name === undefined) return undefined;
  const watcher = await findWatcherByEmail(db, request.email);
  const isKnown = watcher && (await store.findSame(db, watcher.id, target)) !== undefined;
  if (watcher && !isKnown && (await store.countWatches(db, watcher.id)) >= WATCHES_MAX) return undefined;
  return {
    title: titleForStranger(target, name, today),
    cadence: request.cadence,
    token: await confirmLink.sign(ctx.config, requestId),
    // A repeated request does not extend it.
    lastDay: dayInStockholm(new Date(Date.parse(request.created_at) + REQUEST_DAYS * DAY_MS)),
    isAddressConfirmed: !!watcher || (await store.findVerifiedAccountId(db, request.email)) !== undefined,
    manageToken: isKnown ? await manageLink.sign(ctx.config, watcher.id) : undefined,
  };
}

/** Returns false if the request got as many confirmation mails as allowed. */
export const countRequestMail = ({ database }: Context, requestId: string): Promise<boolean> =>
  database.db.transaction((tx) => store.countRequestMail(tx, requestId, CONFIRMATION_MAILS_MAX));

async function nameOfTarget(db: Reader, { event_id, series_id }: WatchTarget): Promise<string | undefined> {
  if (event_id !== null) return (await store.findEvent(db, event_id))?.event_name;
  return series_id === null ? '' : store.findSeriesName(db, series_id);
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
