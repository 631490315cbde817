import type { BackgroundContext } from '#src/platform/context.ts';
import { enqueueMails } from '#src/platform/mail.ts';
import { isMailTime, MAIL_PAUSE_MS, MATCH_PAUSE_MS } from '../rules.ts';
import * as store from './store.ts';

export const NEWS_MAIL = 'watch.news';

const BATCH_SIZE = 100;
/** So many wait in the outbox at most, so that mails of other kinds are soon sent. */
const QUEUED_MAX = 400;

/** Queues the mails with news that is due. Several instances may do it at the same time. */
export async function queueNews({ database, now }: BackgroundContext): Promise<void> {
  while (isMailTime(now())) {
    if ((await store.countQueuedMails(database.db, NEWS_MAIL)) > QUEUED_MAX - BATCH_SIZE) return;
    const isDone = await database.db.transaction(async (tx) => {
      const time = now().toISOString();
      const { due, isDone } = await store.takeDueWatchers(
        tx,
        { now: time, pause: MAIL_PAUSE_MS / 1000, matchPause: MATCH_PAUSE_MS / 1000 },
        BATCH_SIZE,
      );
      const mails = due.map(({ id, email, user_id }) => ({
        watcher_id: id,
        mail_id: Bun.randomUUIDv7(),
        email,
        user_id,
      }));
      const assigned = await store.assignMails(tx, mails, time);
      await enqueueMails(
        tx,
        mails
          .filter(({ mail_id }) => assigned.has(mail_id))
          .map(({ user_id, ...about }) => ({
            kind: NEWS_MAIL,
            about: { ...about, ...(user_id && { user_id }) },
          })),
      );
      return isDone;
    });
    if (isDone) return;
  }
}
