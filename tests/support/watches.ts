import { eq } from 'drizzle-orm';
import * as schema from '#db/schema/index.ts';
import type { WatchConfirmed, WatchInput } from '#src/features/watches/contract.ts';
import { lockWatcher } from '#src/features/watches/creation/store.ts';
import { confirmLink, endLink, manageLink, matchLink } from '#src/features/watches/links/service.ts';
import { processWatches } from '#src/features/watches/processing/service.ts';
import { composers } from '#src/mails.ts';
import { type Mail, NotYet } from '#src/platform/mail.ts';
import type { TestApp } from './app.ts';
import { makeEvent } from './content.ts';
import { newCaller } from './transports.ts';

export const SITE = 'https://lopp.example';

export type NewWatch = Partial<WatchInput> & Pick<WatchInput, 'kind'>;

/** Drives what the server does in the background, and composes mails instead of sending them. */
export function watchDriver(app: TestApp) {
  const db = () => app.db;

  async function compose(kind: string): Promise<Mail[]> {
    const rows = await db()
      .select()
      .from(schema.outbox)
      .where(eq(schema.outbox.kind, kind))
      .orderBy(schema.outbox.id);
    const mails: Mail[] = [];
    for (const { id, about } of rows) {
      const composing = composers[kind]?.({ ...app.context, siteUrl: SITE }, about, { attempts: 1 });
      const mail = await composing?.catch((error: unknown) => {
        if (error instanceof NotYet) return error;
        throw error;
      });
      if (mail instanceof NotYet) continue;
      if (mail) mails.push(mail);
      await db().delete(schema.outbox).where(eq(schema.outbox.id, id));
    }
    return mails;
  }

  /** Queues the mails that are due now. */
  const queue = (): Promise<void> => processWatches(app.context);

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

type WatchOwner = { email: string } | { user_id: string };

/** A watch of a new event, by default of a new visitor, with the tokens of its links. */
export async function makeWatch(
  { context }: TestApp,
  { owner, ...row }: Partial<typeof schema.watches.$inferInsert> & { owner?: WatchOwner } = {},
) {
  const { database, config } = context;
  const target =
    row.query || row.event_id || row.series_id ? {} : { event_id: (await makeEvent(database.db)).id };
  const watch = await database.db.transaction(async (tx) => {
    const { id: watcher_id, last_number } = await lockWatcher(
      tx,
      owner ?? { email: `${Bun.randomUUIDv7()}@exempel.se` },
    );
    const [stored] = await tx
      .insert(schema.watches)
      .values({
        kind: row.query ? 'search' : row.series_id ? 'series' : 'event',
        cadence: 'daily',
        watcher_id,
        number: last_number + 1,
        ...target,
        ...row,
      })
      .returning();
    if (!stored) throw new Error('No watch was made.');
    await tx
      .update(schema.watchers)
      .set({ last_number: stored.number })
      .where(eq(schema.watchers.id, watcher_id));
    return stored;
  });
  return {
    ...watch,
    manageToken: await manageLink.sign(config, watch.watcher_id),
    endToken: await endLink.sign(config, watch.watcher_id, [watch.number]),
  };
}

/** The token of the mail about an unconfirmed watch of a new event, by default of a new visitor. */
export async function newConfirmToken({ context }: TestApp, email = `${Bun.randomUUIDv7()}@exempel.se`) {
  const { db } = context.database;
  const [request] = await db
    .insert(schema.watchRequests)
    .values({
      email,
      target: JSON.stringify({
        ...{ kind: 'event', query: null, event_id: (await makeEvent(db)).id, series_id: null },
        ...{ distance: null, min_price: null, max_price: null },
      }),
      cadence: 'daily',
      created_at: context.now().toISOString(),
    })
    .returning();
  if (!request) throw new Error('No request was made.');
  return confirmLink.sign(context.config, request.id);
}

/** The token of a mail about an ad that matches the one of a member. */
export const newMatchToken = ({ context }: TestApp, ad: { id: string; user_id: string }): Promise<string> =>
  matchLink.sign(context.config, ad.user_id, ad.id);
