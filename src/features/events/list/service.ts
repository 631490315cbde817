import type { Context } from '#src/platform/context.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import type { EventPages } from './contract.ts';
import { listPast } from './store.ts';

export async function findPastEvents(
  { database: { db }, now }: Pick<Context, 'database' | 'now'>,
  year: string,
): Promise<EventPages> {
  const { head, pages, tail } = await listPast(db, dayInStockholm(now()), year);
  return JSON.parse(head + pages.join() + tail);
}
