import type { Reader } from '../../../platform/database';
import type { MemberFacts } from '../contract';
import * as store from './store';

/** For queries of other features about many members at once. */
export const { memberFactsQuery } = store;

/** Undefined if the member is gone. */
export const factsOf = (db: Reader, id: string): Promise<MemberFacts | undefined> =>
  store.findMemberFacts(db, id);
