import type { Db } from '#src/platform/database.ts';
import { hashToken } from '#src/platform/tokens.ts';
import { compactCode, newRecoveryCodes } from './rules.ts';
import * as store from './store.ts';

const hashCode = (code: string): string => hashToken(compactCode(code));

/** Earlier codes stop working. Only the hashes are stored, so these cannot be shown again. */
export async function replaceRecoveryCodes(tx: Db, adminId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await store.deleteCodes(tx, adminId);
  await store.insertCodes(tx, adminId, codes.map(hashCode));
  return codes;
}

/** Returns false for an unknown or used code. */
export const redeemRecoveryCode = (tx: Db, adminId: string, code: string, now: Date): Promise<boolean> =>
  store.useCode(tx, adminId, hashCode(code), now.toISOString());

export const deleteRecoveryCodes = (tx: Db, adminId: string): Promise<void> => store.deleteCodes(tx, adminId);
