import type { Context } from '../../platform/context';
import { addBannersIfNone } from '../banners/service';
import { setContactInfoIfNone } from '../contact/service';
import { addEvents, hasEvents, lockEventsTable } from '../events/service';
import { DEMO_BANNERS, DEMO_CONTACT } from './data/content';
import { demoEvents } from './data/events';

/** Returns the number of events added: 0 if the calendar already had events, and then nothing changes. */
export async function loadDemo({
  database: { db },
  now,
}: Pick<Context, 'database' | 'now'>): Promise<number> {
  // Checked before locking, so that a start with a filled calendar never waits.
  if (await hasEvents(db)) return 0;
  return db.transaction(async (tx) => {
    // If instances start concurrently, one fills the calendar and the others find it filled.
    await lockEventsTable(tx);
    if (await hasEvents(tx)) return 0;
    const events = demoEvents(now());
    await addEvents(tx, events);
    await addBannersIfNone(tx, DEMO_BANNERS);
    await setContactInfoIfNone(tx, DEMO_CONTACT);
    return events.length;
  });
}
