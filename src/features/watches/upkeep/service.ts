import type { BackgroundContext } from '#src/platform/context.ts';
import { enqueueMails } from '#src/platform/mail.ts';
import { mapInTurns } from '#src/platform/turns.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { isSearchOver } from '../matching/rules.ts';
import {
  ANSWER_DAYS,
  daysAgo,
  IDLE_DAYS,
  NEWS_DAYS,
  REFUSAL_DAYS,
  RENEWAL_DAYS,
  REQUEST_DAYS,
} from '../rules.ts';
import * as store from './store.ts';

/** Ends watches of past races, asks yearly whether the others should go on, and deletes what is not needed. */
export async function sweepWatches({ database, now }: BackgroundContext): Promise<void> {
  const time = now();
  await database.longRunning.transaction(async (tx) => {
    await store.joinAccounts(tx);
    const today = dayInStockholm(time);
    await store.deleteFinishedWatches(tx, today);
    const queries = await store.findQueriesWithYears(tx);
    const areOver = await mapInTurns(queries, (query) => isSearchOver(query, today));
    await store.deleteSearches(
      tx,
      queries.filter((_, index) => areOver[index]),
    );
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
    await store.deleteUnusedSearches(tx);
    await store.forgetRefusals(tx, daysAgo(time, REFUSAL_DAYS));
    await store.markIdleWatchers(tx, time.toISOString());
    await store.deleteIdleWatchers(tx, daysAgo(time, IDLE_DAYS));
  });
}
