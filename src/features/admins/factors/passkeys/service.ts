import type { Admin, Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { newToken } from '#src/platform/tokens.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  type AddPasskeyInput,
  PASSKEYS_MAX,
  type PasskeyAssertion,
  type PasskeyOptions,
} from '../contract.ts';
import { type ClientData, readClientData, relyingPartyOf } from './relying-party.ts';
import * as store from './store.ts';

// The library is loaded by the first use of a passkey, because few processes ever need it.
const webauthn = () => import('@simplewebauthn/server');

const CHALLENGE_LIFETIME_MS = 5 * 60_000;

/** ES256, EdDSA and RS256. */
const ALGORITHMS = [-7, -8, -257];

/** The highest value of the column. Authenticators count to twice as much. */
const COUNTER_MAX = 2 ** 31 - 1;

function newChallenge(ctx: Context, adminId: string, purpose: store.ChallengePurpose): Promise<string> {
  const challenge = newToken();
  const now = ctx.now();
  const expires_at = new Date(now.getTime() + CHALLENGE_LIFETIME_MS).toISOString();
  return ctx.database.db.transaction(async (tx) => {
    await store.deleteExpiredChallenges(tx, now.toISOString());
    await store.insertChallenge(tx, { challenge, admin_id: adminId, purpose, expires_at });
    return challenge;
  });
}

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));

export async function registrationOptions(ctx: Context, { id, username }: Admin): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await webauthn();
  const party = relyingPartyOf(ctx.config);
  const options = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: username,
    userDisplayName: username,
    userID: new TextEncoder().encode(id),
    challenge: bytesOf(await newChallenge(ctx, id, 'register')),
    excludeCredentials: await store.findPasskeys(ctx.database.db, id),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
}

/** Throws `admin.passkey_not_found` if the admin has no passkey. */
export async function assertionOptions(
  ctx: Context,
  adminId: string,
  purpose: 'login' | 'confirm',
): Promise<PasskeyOptions> {
  const passkeys = await store.findPasskeys(ctx.database.db, adminId);
  if (passkeys.length === 0) throw new AppError('admin.passkey_not_found');
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(ctx.config).id,
    challenge: bytesOf(await newChallenge(ctx, adminId, purpose)),
    allowCredentials: passkeys,
    userVerification: 'preferred',
  });
  return { ...options };
}

/** Uses up the challenge. Undefined if the response is not to a challenge of this admin, or from another site. */
async function takeClientData(
  ctx: Context,
  tx: Db,
  adminId: string,
  purpose: store.ChallengePurpose,
  clientDataJSON: string,
): Promise<ClientData | undefined> {
  const data = readClientData(clientDataJSON);
  if (!data || !relyingPartyOf(ctx.config).accepts(data.origin)) return undefined;
  const isTaken = await store.takeChallenge(tx, data.challenge, adminId, purpose, ctx.now().toISOString());
  return isTaken ? data : undefined;
}

/** Requires the admin's lock. Throws `admin.passkey_invalid`, `admin.passkey_exists`, `admin.too_many_passkeys`. */
export async function storePasskey(
  ctx: Context,
  tx: Db,
  adminId: string,
  { name, passkey: { id, response } }: AddPasskeyInput,
): Promise<void> {
  if ((await store.findPasskeys(tx, adminId)).length >= PASSKEYS_MAX)
    throw new AppError('admin.too_many_passkeys');
  const data = await takeClientData(ctx, tx, adminId, 'register', response.clientDataJSON);
  if (!data) throw new AppError('admin.passkey_invalid');
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: response as never,
      clientExtensionResults: {},
    },
    expectedChallenge: data.challenge,
    expectedOrigin: data.origin,
    expectedRPID: relyingPartyOf(ctx.config).id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((cause) => {
    throw new AppError('admin.passkey_invalid', { cause });
  });
  if (!registrationInfo) throw new AppError('admin.passkey_invalid');
  const { credential } = registrationInfo;
  const isNew = await store.insertPasskey(tx, {
    id: credential.id,
    admin_id: adminId,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: Math.min(credential.counter, COUNTER_MAX),
    transports: response.transports,
    name,
    created_at: ctx.now().toISOString(),
  });
  if (!isNew) throw new AppError('admin.passkey_exists');
}

/** Requires the lock of the admin. The challenge is used up even if the passkey is wrong, so commit. */
export async function checkPasskey(
  ctx: Context,
  tx: Db,
  adminId: string,
  purpose: 'login' | 'confirm',
  { id, response }: PasskeyAssertion,
): Promise<boolean> {
  const data = await takeClientData(ctx, tx, adminId, purpose, response.clientDataJSON);
  const passkey = data && (await store.findPasskey(tx, adminId, id));
  if (!passkey) return false;
  const { verifyAuthenticationResponse } = await webauthn();
  const result = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge: data.challenge,
    expectedOrigin: data.origin,
    expectedRPID: relyingPartyOf(ctx.config).id,
    requireUserVerification: false,
    credential: { id, publicKey: bytesOf(passkey.public_key), counter: passkey.counter },
  }).catch(() => undefined);
  if (!result?.verified) return false;
  const counter = Math.min(result.authenticationInfo.newCounter, COUNTER_MAX);
  await store.recordUse(tx, id, counter, ctx.now().toISOString());
  return true;
}
