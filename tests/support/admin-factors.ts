import { eq } from 'drizzle-orm';
import { adminChallenges, adminPasskeys, admins } from '#db/schema/index.ts';
import { codeAt, newSecret, stepAt } from '#src/features/admins/factors/totp/rules.ts';
import type { Db } from '#src/platform/database.ts';
import { newToken } from '#src/platform/tokens.ts';
import { makeAuthenticator } from './authenticator.ts';

/** Returns the secret. It is not in use unless it is confirmed. */
export async function giveTotp(db: Db, adminId: string, { isConfirmed = true } = {}): Promise<string> {
  const totp_secret = newSecret();
  const totp_confirmed_at = isConfirmed ? '2027-01-01T00:00:00.000Z' : null;
  await db.update(admins).set({ totp_secret, totp_confirmed_at }).where(eq(admins.id, adminId));
  return totp_secret;
}

/** `offset` counts steps of 30 s. */
export const codeNow = (secret: string, now: Date, offset = 0): Promise<string> =>
  codeAt(secret, stepAt(now) + offset);

export async function givePasskey(db: Db, adminId: string) {
  const authenticator = makeAuthenticator();
  const { id, publicKey: public_key } = authenticator;
  await db.insert(adminPasskeys).values({ id, admin_id: adminId, public_key, counter: 0, name: 'Nyckeln' });
  return authenticator;
}

/** The input that adds a new passkey. */
export async function newPasskeyInput(db: Db, adminId: string) {
  const challenge = newToken();
  const expires_at = '2099-01-01T00:00:00.000Z';
  await db.insert(adminChallenges).values({ challenge, admin_id: adminId, purpose: 'register', expires_at });
  return { name: 'Telefonen', passkey: makeAuthenticator().register({ challenge }) };
}
