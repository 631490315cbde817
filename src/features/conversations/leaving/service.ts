import type { Db } from '../../../platform/database';
import * as store from './store';

/**
 * Takes people out of their conversations, within the transaction in which they delete their accounts (D36): the others
 * keep what they wrote themselves, with the facts of the ad as they stand. Where they wrote nothing it goes wholly. What
 * the people wrote goes with their accounts.
 */
export const leaveConversations = (db: Db, people: readonly string[]): Promise<void> =>
  store.leaveConversations(db, people);
