import { sql } from 'drizzle-orm';
import { findPlace } from '../../src/features/events/places';
import type { Context } from '../../src/platform/context';
import { banners, contactInfo, events, marketplaceSettings } from '../schema';
import { DEMO_CONTENT } from './content';
import { demoEvents } from './events';

/**
 * Fills an empty calendar with the demonstration events and what stands around them, in one transaction (D2, D37).
 * Answers how many events it brought; 0 when the calendar already has events, and then nothing is touched.
 */
export async function loadDemo(ctx: Pick<Context, 'database' | 'now'>): Promise<number> {
  return ctx.database.db.transaction(async (tx) => {
    // Instances that start together: one fills, the others find the calendar filled.
    await tx.execute(sql`lock table ${events} in share row exclusive mode`);
    if ((await tx.select({ id: events.id }).from(events).limit(1)).length > 0) return 0;

    const rows = demoEvents(ctx.now());
    await tx.insert(events).values(rows.map((event) => ({ ...event, ...findPlace(event) })));
    if ((await tx.select({ id: banners.id }).from(banners).limit(1)).length === 0) {
      await tx.insert(banners).values(DEMO_CONTENT.banners);
    }
    await tx.insert(contactInfo).values(DEMO_CONTENT.contactInfo).onConflictDoNothing();
    await tx.insert(marketplaceSettings).values(DEMO_CONTENT.marketplaceSettings).onConflictDoNothing();
    return rows.length;
  });
}
