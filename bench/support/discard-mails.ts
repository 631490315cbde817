// An instance that queues news and composes its mails, which it renders and discards. The arguments are the database as
// JSON, a file for the addresses, and the time to begin at.
import { createWriteStream } from 'node:fs';
import { queueNews } from '#src/features/watches/news/service.ts';
import { composers } from '#src/mails.ts';
import { readConfig } from '#src/platform/config.ts';
import type { BackgroundContext } from '#src/platform/context.ts';
import { openDatabase } from '#src/platform/database.ts';
import { createLog } from '#src/platform/log.ts';
import { renderMail } from '#src/platform/mail/layout.ts';
import { startMailWorker } from '#src/platform/mail/worker.ts';

const [target = '', file = '', time = ''] = process.argv.slice(2);
const INTERVAL_MS = 1000;
const siteUrl = 'https://lopp.example';
const start = performance.now();
const context = {
  config: readConfig(process.env),
  database: openDatabase(JSON.parse(target)),
  log: createLog('error'),
  now: () => new Date(Date.parse(time) + performance.now() - start),
} as BackgroundContext;
const sent = createWriteStream(file);
const site = { siteName: context.config.siteName, siteUrl };

startMailWorker({ ...context, siteUrl }, composers, {
  transport: {
    send: async ({ id, mail }) => {
      const { text, html } = renderMail(mail, site);
      sent.write(`${mail.to} ${id} ${text.length + html.length}\n`);
    },
    close: () => {},
  },
});
for (;;) {
  await queueNews(context);
  await Bun.sleep(INTERVAL_MS);
}
