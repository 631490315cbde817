import type { Db } from '../../../platform/database';
import * as store from './store';

/** All that a member's own data says of their conversations (D36), oldest first. */
export const conversationsOf = (db: Db, member: string) => store.findConversations(db, member);
