import type { BackgroundContext } from '#src/platform/context.ts';
import { enqueueMail } from '#src/platform/mail.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { takeDueReminders } from './store.ts';

/** Asks the owners of ads that expire in a week whether they are still valid, once. */
export async function remindOwners({ database, now }: BackgroundContext): Promise<void> {
  await database.db.transaction(async (tx) => {
    const due = await takeDueReminders(tx, now().toISOString(), dayInStockholm(now()));
    for (const { id, user_id } of due)
      await enqueueMail(tx, { kind: 'announcement.reminder', about: { announcement_id: id, user_id } });
  });
}
