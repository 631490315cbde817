import type { Reader } from '#src/platform/database.ts';
import type { MemberFacts } from '../contract.ts';
import * as store from './store.ts';

/** Undefined if the member is gone. */
export const factsOf = (db: Reader, id: string): Promise<MemberFacts | undefined> =>
  store.findMemberFacts(db, id);

export type { AdOwners } from './store.ts';

/** By member id. As they were when it was called: new messages and deals do not change them. */
export const factsOfOwners = (db: Reader, owners: store.AdOwners): Promise<Map<string, MemberFacts>> =>
  store.findFactsOfOwners(db, owners);
