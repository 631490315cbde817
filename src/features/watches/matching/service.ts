import { isUpcoming } from '#src/features/events/rules.ts';
import { isWithinLifetime } from '#src/features/events/service.ts';
import type { BackgroundContext } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { addDaysTo, dayInStockholm } from '#src/shared/dates.ts';
import { dueAt, isMailTime, MATCH_PAUSE_MS } from '../rules.ts';
import {
  changesOf,
  keysOf,
  matchesQuery,
  openingChange,
  searchIndexOf,
  type WatchedAd,
  type WatchedEvent,
} from './rules.ts';
import * as store from './store.ts';

/**
 * Finds out whom the queued changes are news for. Several instances may share the queue. A change may be news for so
 * many that it exceeds the limits of calls.
 */
export async function matchChanges(ctx: BackgroundContext): Promise<void> {
  while (await matchNextChange(ctx));
}

/** Returns false if nothing is queued. The news is stored in the transaction that takes the change off the queue. */
async function matchNextChange({ database, log, now }: BackgroundContext): Promise<boolean> {
  let taken: store.Change | undefined;
  try {
    await database.longRunning.transaction(async (tx) => {
      taken = await store.takeChange(tx);
      if (!taken) return;
      await (taken.subject === 'event' ? matchEvent(tx, taken, now()) : matchAd(tx, taken, now()));
      await store.deleteChange(tx, taken);
    });
  } catch (err) {
    if (!taken) throw err;
    log.error(
      { err, subject: taken.subject },
      'A change could not be matched with the watches; it is retried in a minute.',
    );
    await store.postponeChange(database.db, taken);
  }
  return taken !== undefined;
}

const dueNow = (now: Date): store.Due => ({
  direct: dueAt('direct', now).toISOString(),
  daily: dueAt('daily', now).toISOString(),
  weekly: dueAt('weekly', now).toISOString(),
});

async function matchEvent(
  tx: Db,
  { subject_id: id, before: stored }: store.Change,
  now: Date,
): Promise<void> {
  const after = await store.findWatchedEvent(tx, id);
  const before = stored ? { ...(stored as WatchedEvent), id } : undefined;
  const today = dayInStockholm(now);
  if (!after || !isUpcoming(after, today)) return;
  const addNews = (news: { change: string; was: string | null }, audience: store.EventAudience) =>
    store.insertEventNews(tx, { eventId: id, ...news }, audience, dueNow(now), now.toISOString());

  const { entered, either } = await matchQueries(tx, { before, after }, { was: today, is: today });
  const isNewInSeries = after.series_id !== before?.series_id && after.status !== 'cancelled';
  await addNews(
    { change: 'new', was: null },
    {
      isForEvent: false,
      seriesId: isNewInSeries ? after.series_id : null,
      queries: after.status === 'cancelled' ? [] : entered,
    },
  );
  if (!before) return;
  for (const { change, topic, was } of changesOf(before, after, { today, changeId: Bun.randomUUIDv7() }))
    await addNews(
      { change, was },
      topic === 'registration'
        ? { isForEvent: true, seriesId: null, queries: [] }
        : // Also those that it is new for: it may have been news for them before it left them.
          { isForEvent: true, seriesId: after.series_id, queries: either },
    );
}

type Versions = { before: WatchedEvent | undefined; after: WatchedEvent };

/** `entered` are the queries that match only now, `either` those that match now or did before. */
async function matchQueries(
  tx: Db,
  { before, after }: Versions,
  days: { was: string; is: string },
): Promise<{ entered: string[]; either: string[] }> {
  const versions = before ? [before, after] : [after];
  const keys = [...new Set(versions.flatMap(keysOf))];
  const positions = versions.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  );
  const entered: string[] = [];
  const either: string[] = [];
  for (const query of await store.findCandidates(tx, keys, positions)) {
    const matches = matchesQuery(after, query, days.is);
    const matched = before !== undefined && matchesQuery(before, query, days.was);
    if (matches && !matched) entered.push(query);
    if (matches || matched) either.push(query);
  }
  return { entered, either };
}

/** An ad is news when it is shown, and for a watch that it did not match before. */
async function matchAd(tx: Db, { subject_id, before: stored }: store.Change, now: Date): Promise<void> {
  const today = dayInStockholm(now);
  const ad = await store.findListedAd(tx, subject_id, today);
  if (!ad) return;
  const before = stored as WatchedAd | null;
  const wasShown = before?.is_open && isWithinLifetime(before.renewed_at, today);
  const former = wasShown ? before : undefined;
  const due = dueNow(now);
  await store.insertAdNews(tx, ad, former, due, now.toISOString());
  // A new price is no news for the owner of a matching ad.
  if (!former)
    await store.insertMatchAlerts(tx, ad, {
      today,
      due: due.direct,
      now: now.toISOString(),
      pauseSeconds: MATCH_PAUSE_MS / 1000,
    });
}

/** After a longer outage, older openings are no news. */
const MISSED_DAYS_MAX = 7;

/**
 * At 07:00 announces the registrations that open today or tomorrow, once, and those that opened while the product was
 * down. They do not wait for a digest.
 */
export async function announceOpenings({ database, now }: BackgroundContext): Promise<void> {
  const time = now();
  if (!isMailTime(time)) return;
  const today = dayInStockholm(time);
  const last = await store.findLastDay(database.db);
  if (last !== null && last >= today) return;
  await database.longRunning.transaction(async (tx) => {
    if (!(await store.markDay(tx, today))) return;
    const first = addDaysTo(today, -MISSED_DAYS_MAX);
    const days: string[] = [];
    let day = last === null ? today : addDaysTo(last, 1);
    if (day < first) day = first;
    for (; day <= addDaysTo(today, 1); day = addDaysTo(day, 1)) days.push(day);
    for (const id of await store.findOpeningEvents(tx, days)) await announceOpening(tx, id, time);
  });
}

async function announceOpening(tx: Db, id: string, now: Date): Promise<void> {
  const today = dayInStockholm(now);
  const event = await store.findWatchedEvent(tx, id);
  const change = event && openingChange(event, today);
  if (!event || !change) return;
  const at = now.toISOString();
  const due = { direct: at, daily: at, weekly: at };
  await store.insertEventNews(
    tx,
    { eventId: id, change, was: null },
    { isForEvent: true, seriesId: null, queries: [] },
    due,
    at,
  );
  // Searches for races with an open registration.
  const yesterday = addDaysTo(event.registration_opens_on ?? today, -1);
  const { entered } = await matchQueries(tx, { before: event, after: event }, { was: yesterday, is: today });
  await store.insertEventNews(
    tx,
    { eventId: id, change: 'new', was: null },
    { isForEvent: false, seriesId: null, queries: entered },
    dueNow(now),
    at,
  );
}

/** Adds what finds the searches that have none, such as after a backup was imported. */
export async function indexSearches(db: Db): Promise<void> {
  for (;;) {
    const queries = await store.findUnindexedQueries(db, 1000);
    if (queries.length === 0) return;
    await db.transaction(async (tx) => {
      for (const query of queries) await store.insertSearch(tx, searchIndexOf(query));
    });
  }
}
