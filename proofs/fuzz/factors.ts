import * as table from '#db/schema/index.ts';
import { newRecoveryCodes } from '#src/features/admins/factors/recovery-codes/rules.ts';
import { codeAt, newSecret, stepAt } from '#src/features/admins/factors/totp/rules.ts';
import type { Database } from '#src/platform/database.ts';
import { hashToken, newToken } from '#src/platform/tokens.ts';
import { makeAuthenticator } from '#tests/support/authenticator.ts';
import { ALWAYS_CONFIRMED } from '#tests/support/content.ts';

const FAR_FUTURE = '2099-01-01T00:00:00.000Z';
const SPARE_COUNT = 40;

/** The columns of an app for codes. Every other admin has not confirmed theirs. */
export const totpOf = (number: number) => ({
  totp_secret: newSecret(),
  totp_confirmed_at: number % 2 === 0 ? '2026-01-01T00:00:00.000Z' : null,
});

type Admin = { id: string } & ReturnType<typeof totpOf>;

/**
 * Gives each admin a passkey, a recovery code and a registration that waits for its response, and adds admins to be
 * removed. The values of an admin have the index of that admin.
 */
export async function addFactors(
  { db }: Pick<Database, 'db'>,
  admins: readonly Admin[],
  password_hash: string,
): Promise<Record<string, string[]>> {
  const passkeyOf = (admin_id: string) => {
    const { id, publicKey: public_key } = makeAuthenticator();
    return { id, admin_id, public_key, counter: 0, name: 'Nyckeln' };
  };
  const passkeys = admins.map(({ id }) => passkeyOf(id));
  const keyHolder = { id: Bun.randomUUIDv7(), username: 'nyckelhavaren', password_hash };
  const spare = Array.from({ length: SPARE_COUNT }, (_, number) => ({
    id: Bun.randomUUIDv7(),
    username: `reserven${number}`,
    password_hash,
  }));
  await db.insert(table.admins).values([keyHolder, ...spare]);
  await db.insert(table.adminPasskeys).values([...passkeys, passkeyOf(keyHolder.id)]);
  const sessions = spare.map(() => ({
    ...{ id: Bun.randomUUIDv7(), token_hash: newToken() },
    ...{ admin_id: keyHolder.id, confirmed_at: ALWAYS_CONFIRMED, expires_at: FAR_FUTURE },
  }));
  await db.insert(table.adminSessions).values(sessions);
  const codes = admins.map(() => newRecoveryCodes()[0] ?? '');
  const hashes = codes.map((code) => hashToken(code.replaceAll('-', '')));
  await db
    .insert(table.adminRecoveryCodes)
    .values(admins.map(({ id }, index) => ({ admin_id: id, code_hash: hashes[index] ?? '' })));
  const challenges = admins.map(({ id }) => ({
    ...{ challenge: newToken(), admin_id: id },
    ...{ purpose: 'register' as const, expires_at: FAR_FUTURE },
  }));
  await db.insert(table.adminChallenges).values(challenges);
  const registrations = challenges.map(({ challenge }) => makeAuthenticator().register({ challenge }));
  // Of the next step, so that they are valid for a minute.
  const nextStep = stepAt(new Date()) + 1;
  return {
    spare_admin: spare.map(({ id }) => id),
    spare_session: sessions.map(({ id }) => id),
    own_passkey: passkeys.map(({ id }) => id),
    recovery_code: codes,
    totp_code: await Promise.all(admins.map(({ totp_secret }) => codeAt(totp_secret, nextStep))),
    new_passkey: registrations.map(({ id }) => id),
    new_client_data: registrations.map(({ response }) => response.clientDataJSON),
    new_attestation: registrations.map(({ response }) => response.attestationObject),
  };
}
