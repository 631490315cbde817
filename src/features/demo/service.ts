import type { Context } from '../../platform/context';
import { addBannersWhereNone } from '../banners/service';
import { setContactInfoOnce } from '../contact/service';
import { addEvents, hasEvents, holdEvents } from '../events/service';
import { DEMO_BANNERS, DEMO_CONTACT } from './data/content';
import { demoEvents } from './data/events';

/**
 * Fills an empty calendar with the demonstration events and what stands around them, in one transaction (D2, D37).
 * Answers how many events it brought; 0 when the calendar already has events, and then nothing is touched.
 */
export async function loadDemo({
  database: { db },
  now,
}: Pick<Context, 'database' | 'now'>): Promise<number> {
  // Looked at before anything is held: a start waits for nobody on a calendar that is in use.
  if (await hasEvents(db)) return 0;
  return db.transaction(async (tx) => {
    // Instances that start together: one fills, the others find the calendar filled.
    await holdEvents(tx);
    if (await hasEvents(tx)) return 0;
    const events = demoEvents(now());
    await addEvents(tx, events);
    await addBannersWhereNone(tx, DEMO_BANNERS);
    await setContactInfoOnce(tx, DEMO_CONTACT);
    return events.length;
  });
}
