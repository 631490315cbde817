import { beforeEach } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as schema from '#db/schema/index.ts';
import { makeEvent, makeMember } from './content.ts';
import { appOfFile } from './of-file.ts';
import { type NewWatch, watchDriver } from './watches.ts';

/** A Friday, 12:00 in Stockholm. */
export const NOON = new Date('2027-01-15T11:00:00Z');
export const EMAIL = 'vera@exempel.se';

export type EventRow = Parameters<typeof makeEvent>[1];
export type Change = Partial<typeof schema.events.$inferInsert>;

/** An app at noon of a Friday, with what races and watches of it need. */
export async function openWatchWorld() {
  let now = NOON;
  const app = await appOfFile({ now: () => now });
  const driver = watchDriver(app);
  beforeEach(async () => {
    now = NOON;
    const { watchers, watchRequests, watchDays, outbox, rateLimits, accounts, events } = schema;
    for (const table of [watchers, watchRequests, watchDays, outbox, rateLimits, accounts, events])
      await app.db.delete(table);
    await driver.forgetChanges();
  });

  const at = (instant: string | Date) => {
    now = new Date(instant);
  };
  const inMinutes = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };

  /** An event that nobody has heard of. */
  async function oldEvent(row: EventRow = {}) {
    const event = await makeEvent(app.db, { event_name: 'Vasaloppet', event_date: '2027-03-07', ...row });
    await driver.forgetChanges();
    return event;
  }

  const change = (id: string, values: Change) =>
    app.db.update(schema.events).set(values).where(eq(schema.events.id, id));

  const watch = async (target: NewWatch, email = EMAIL) => {
    await driver.watchAs(email, target);
  };

  const subjects = async () => (await driver.news()).map(({ subject }) => subject);

  /**
   * An unverified account with a watch of each event, numbered from 1. Verifying it joins the watches of its address.
   */
  async function unverifiedWatcher(...eventIds: string[]) {
    const member = await makeMember(app.db, { email: EMAIL, is_verified: false });
    const [own] = await app.db
      .insert(schema.watchers)
      .values({ user_id: member.id, last_number: eventIds.length })
      .returning();
    const watcher_id = own?.id ?? '';
    await app.db.insert(schema.watches).values(
      eventIds.map((event_id, at) => ({
        ...{ watcher_id, number: at + 1, kind: 'event' as const, event_id, cadence: 'weekly' as const },
      })),
    );
    const verify = () =>
      app.db.update(schema.accounts).set({ is_verified: true }).where(eq(schema.accounts.id, member.id));
    return { member, watcher_id, verify };
  }

  return {
    app,
    at,
    change,
    driver,
    inMinutes,
    now: () => now,
    oldEvent,
    subjects,
    unverifiedWatcher,
    watch,
  };
}
