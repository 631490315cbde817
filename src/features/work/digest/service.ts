import type { BackgroundContext } from '../../../platform/context';
import { enqueueMails } from '../../../platform/mail';
import { addDaysTo, dayInStockholm, daysSinceMonday } from '../../../shared/dates';
import { isMailTime } from '../../watches/rules';
import { waitingKinds } from '../rules';
import { readWork } from '../service';
import * as store from './store';

export const DIGEST_MAIL = 'admin.digest';

/**
 * On Mondays from 07:00, once for each admin who wants it. Queues nothing if nothing waits then. Where no server ran on
 * Monday, on the next day.
 */
export async function queueDigests(ctx: BackgroundContext): Promise<void> {
  const now = ctx.now();
  const today = dayInStockholm(now);
  if (!isMailTime(now)) return;
  const monday = addDaysTo(today, -daysSinceMonday(today));
  const { db } = ctx.database;
  if (!(await store.isAnyDue(db, { today, monday }))) return;
  const work = await readWork(ctx);
  await db.transaction(async (tx) => {
    const claimed = await store.claimDigests(tx, { today, monday });
    if (waitingKinds(work).length === 0) return;
    await enqueueMails(
      tx,
      claimed.map(({ id, email }) => ({ kind: DIGEST_MAIL, about: { admin_id: id, email } })),
    );
  });
}
