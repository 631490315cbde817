import type { BackgroundContext } from '../../../platform/context';
import { enqueueMails } from '../../../platform/mail';
import { dayInStockholm, daysSinceMonday } from '../../../shared/dates';
import { isMailTime } from '../../watches/rules';
import { waitingKinds } from '../rules';
import { readWork } from '../service';
import * as store from './store';

export const DIGEST_MAIL = 'admin.digest';

/** On Mondays from 07:00, once for each admin who wants it. Queues nothing if nothing waits then. */
export async function queueDigests(ctx: BackgroundContext): Promise<void> {
  const now = ctx.now();
  const today = dayInStockholm(now);
  if (daysSinceMonday(today) > 0 || !isMailTime(now)) return;
  const { db } = ctx.database;
  if (!(await store.isAnyDue(db, today))) return;
  const work = await readWork(ctx);
  await db.transaction(async (tx) => {
    const claimed = await store.claimDigests(tx, today);
    if (waitingKinds(work).length === 0) return;
    await enqueueMails(
      tx,
      claimed.map(({ id, email }) => ({ kind: DIGEST_MAIL, about: { admin_id: id, email } })),
    );
  });
}
