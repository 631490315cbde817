import { isMailTime } from '#src/features/watches/rules.ts';
import type { BackgroundContext } from '#src/platform/context.ts';
import { enqueueMails } from '#src/platform/mail.ts';
import { addDaysTo, dayInStockholm, daysSinceMonday } from '#src/shared/dates.ts';
import { waitingKinds } from '../rules.ts';
import { readWork } from '../service.ts';
import * as store from './store.ts';

export const DIGEST_MAIL = 'admin.digest';

/** If no server ran on Monday, the digest is still sent up to so many days later. */
const LATE_DAYS = 2;

/** From Monday 07:00, once a week for each admin who wants it. Queues nothing if nothing waits then. */
export async function queueDigests(ctx: BackgroundContext): Promise<void> {
  const now = ctx.now();
  const today = dayInStockholm(now);
  const lateDays = daysSinceMonday(today);
  if (lateDays > LATE_DAYS || !isMailTime(now)) return;
  const monday = addDaysTo(today, -lateDays);
  const { db } = ctx.database;
  if (!(await store.isAnyDue(db, monday))) return;
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
