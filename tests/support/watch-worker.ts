// Matches, announces, queues and mails news like an instance of the product, until it is killed. The arguments are the
// database as JSON, the base URL of links, and a file with the time, which all instances read.
import { readFileSync } from 'node:fs';
import { announceOpenings, matchChanges } from '#src/features/watches/matching/service.ts';
import { queueNews } from '#src/features/watches/news/service.ts';
import { sweepWatches } from '#src/features/watches/upkeep/service.ts';
import { composers } from '#src/mails.ts';
import { readConfig } from '#src/platform/config.ts';
import type { BackgroundContext } from '#src/platform/context.ts';
import { openDatabase } from '#src/platform/database.ts';
import { createLog } from '#src/platform/log.ts';
import { startMailWorker } from '#src/platform/mail/worker.ts';

const [target = '', siteUrl = '', clock = ''] = process.argv.slice(2);
const PAUSE_MS = 20;

const context = {
  config: readConfig(process.env),
  database: openDatabase(JSON.parse(target)),
  log: createLog('error'),
  now: () => new Date(readFileSync(clock, 'utf8')),
} as BackgroundContext;

startMailWorker({ ...context, siteUrl }, composers, {
  pollMs: PAUSE_MS,
  leaseSeconds: 3,
  sendTimeoutMs: 500,
  firstPauseMs: PAUSE_MS,
});
const logError = (err: unknown) => context.log.error({ err }, 'A task of the watches failed; it is retried.');
for (let turn = 0; ; turn++) {
  // The clock of the test jumps over hours. An instance that began before must not mail in the new hour.
  const time = context.now();
  const started = { ...context, now: () => time };
  await Promise.all([
    matchChanges(context).catch(logError),
    announceOpenings(started)
      .then(() => queueNews(started))
      .catch(logError),
    turn % 20 === 0 && sweepWatches(context).catch(logError),
  ]);
  await Bun.sleep(PAUSE_MS);
}
