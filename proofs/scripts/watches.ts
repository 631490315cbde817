import { announcements, watchers, type watches, watchNews, watchRequests } from '#db/schema/index.ts';
import type { MailJob } from '#src/platform/mail.ts';
import type { TestApp } from '#tests/support/app.ts';
import { makeEvent, makeMember } from '#tests/support/content.ts';
import { makeWatch } from '#tests/support/watches.ts';
import type { PayloadPlanter } from './payloads.ts';

type NewWatch = Partial<typeof watches.$inferInsert>;

const searchFor = (q: string, distance: string) =>
  new URLSearchParams([
    ['q', q],
    ['distance', distance],
  ]).toString();

/** The visitor of `plantWatches`. */
export const WATCHER = 'vakt@example.se';

/** The member and a visitor watch the same. Returns the token of the visitor's page. */
export async function plantWatches(
  app: TestApp,
  planter: PayloadPlanter,
  { user_id, eventIds }: { user_id: string; eventIds: readonly string[] },
): Promise<string> {
  const planted = eventIds.flatMap((event_id, at): NewWatch[] => [
    { event_id },
    { query: searchFor(planter.payloadFor('watches.q', at), planter.payloadFor('watches.distance', at)) },
    { event_id, kind: 'market_sale', distance: planter.payloadFor('watches.ad_distance', at) },
  ]);
  let token = '';
  for (const watch of planted) {
    await makeWatch(app, { ...watch, owner: { user_id } });
    const { manageToken } = await makeWatch(app, { ...watch, owner: { email: WATCHER } });
    token = manageToken;
  }
  const refused_at = new Date().toISOString();
  await app.context.database.db
    .insert(watchers)
    .values(eventIds.map((_, at) => ({ email: planter.payloadFor('watchers.email', at), refused_at })));
  return token;
}

/** One of each kind for each record: news of an event and of an ad, the yearly question, and what strangers ask for. */
export async function plantWatchMails(
  app: TestApp,
  planter: PayloadPlanter,
  recordNumbers: readonly number[],
): Promise<MailJob[]> {
  const { db } = app.context.database;
  const seller = await makeMember(db);
  const now = new Date().toISOString();
  const jobs: MailJob[] = [];
  for (const one of recordNumbers) {
    const event = await makeEvent(db, {
      event_name: planter.payloadFor('mail.watch.event_name', one),
      event_date: '2099-05-01',
      sport_type: planter.payloadFor('mail.watch.sport_type', one),
      distances: [planter.payloadFor('mail.watch.event_distance', one)],
      ort: planter.payloadFor('mail.watch.ort', one),
    });
    const [ad] = await db
      .insert(announcements)
      .values({
        announcement_type: 'sale',
        event_id: event.id,
        event_name: 'Loppet',
        event_date: '2099-05-01',
        distance: planter.payloadFor('mail.watch.ad_distance', one),
        order_number: planter.payloadFor('mail.watch.order_number', one),
        price: 5,
        user_id: seller.id,
      })
      .returning();
    const target = {
      kind: 'market_sale' as const,
      event_id: event.id,
      distance: planter.payloadFor('mail.watch.distance', one),
    };
    const query = searchFor(planter.payloadFor('mail.watch.q', one), '10 km');
    for (const { subject, subject_id, ...watch } of [
      { subject: 'ad' as const, subject_id: ad?.id ?? '', ...target },
      { subject: 'event' as const, subject_id: event.id, query },
    ]) {
      const email = `vakt${one}-${subject}@example.se`;
      const mail_id = Bun.randomUUIDv7();
      // Far ahead, because it must be later than the watch.
      const asked_at = '2099-01-01T00:00:00.000Z';
      const { watcher_id, number } = await makeWatch(app, { ...watch, asked_at, owner: { email } });
      await db
        .insert(watchNews)
        .values({ watcher_id, subject, subject_id, change: 'new', numbers: [number], due_at: now, mail_id });
      jobs.push(
        { kind: 'watch.news', about: { watcher_id, mail_id, email } },
        { kind: 'watch.renewal', about: { watcher_id, email } },
      );
    }
    const requests = await db
      .insert(watchRequests)
      .values(
        [
          { ...target, query: null },
          { kind: 'search', event_id: null, distance: null, query },
        ].map((wanted) => ({
          email: `okand${one}@example.se`,
          target: JSON.stringify({ ...wanted, series_id: null, min_price: null, max_price: null }),
          cadence: 'direct' as const,
        })),
      )
      .returning();
    jobs.push(
      ...requests.map(({ id, email }) => ({ kind: 'watch.confirm', about: { request_id: id, email } })),
    );
  }
  return jobs;
}
