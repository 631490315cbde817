import { eq } from 'drizzle-orm';
import * as schema from '../../db/schema';
import type { WatchConfirmed, WatchInput } from '../../src/features/watches/contract';
import { announceOpenings, matchChanges } from '../../src/features/watches/matching/service';
import { queueNews } from '../../src/features/watches/news/service';
import { composers } from '../../src/mails';
import type { Mail } from '../../src/platform/mail';
import type { TestApp } from './app';
import { newCaller } from './transports';

export const SITE = 'https://lopp.example';

export type NewWatch = Partial<WatchInput> & Pick<WatchInput, 'kind'>;

/** Drives what the server does in the background, and composes mails instead of sending them. */
export function watchDriver(app: TestApp) {
  const db = () => app.context.database.db;

  async function compose(kind: string): Promise<Mail[]> {
    const rows = await db()
      .select()
      .from(schema.outbox)
      .where(eq(schema.outbox.kind, kind))
      .orderBy(schema.outbox.id);
    const mails: Mail[] = [];
    for (const { id, about } of rows) {
      const mail = await composers[kind]?.({ ...app.context, siteUrl: SITE }, about, { attempts: 1 });
      if (mail) mails.push(mail);
      await db().delete(schema.outbox).where(eq(schema.outbox.id, id));
    }
    return mails;
  }

  /** Queues the mails that are due now. */
  async function queue(): Promise<void> {
    await matchChanges(app.context);
    await announceOpenings(app.context);
    await queueNews(app.context);
  }

  return {
    compose,
    queue,
    /** What is mailed now. */
    news: async (): Promise<Mail[]> => {
      await queue();
      return compose('watch.news');
    },
    /** Forgets the changes so far. */
    forgetChanges: async () => void (await db().delete(schema.watchChanges)),
    /** Watches as a visitor, and confirms it. */
    watchAs: async (email: string, watch: NewWatch): Promise<WatchConfirmed> => {
      const body = { cadence: 'direct', ...watch, email };
      await app.api('POST /watches', { headers: newCaller(), body });
      const [mail] = await compose('watch.confirm');
      const token = mail?.button.url.split('/').at(-1);
      const path = `POST /watches/confirm/${token}`;
      return (await app.api<WatchConfirmed>(path, { headers: newCaller() })).body;
    },
  };
}

export const linkOf = (mail: Mail | undefined, part: string): string =>
  [mail?.button, mail?.secondaryLink, ...(mail?.footerLinks ?? [])]
    .find((link) => link?.url.includes(part))
    ?.url.split('/')
    .at(-1) ?? '';
