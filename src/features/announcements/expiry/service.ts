import type { BackgroundContext } from '../../../platform/context';
import { enqueueMail } from '../../../platform/mail';
import { dayInStockholm } from '../../../shared/dates';
import { takeDueReminders } from './store';

/** Asks the owners of ads that expire in a week whether they are still valid, once. */
export async function remindOwners({ database, now }: BackgroundContext): Promise<void> {
  await database.db.transaction(async (tx) => {
    const due = await takeDueReminders(tx, now().toISOString(), dayInStockholm(now()));
    for (const { id, user_id } of due)
      await enqueueMail(tx, { kind: 'announcement.reminder', about: { announcement_id: id, user_id } });
  });
}
