import { Argon2id } from 'oslo/password';
import { limitConcurrency } from '#src/platform/limits/concurrency.ts';
import { newToken } from '#src/platform/tokens.ts';
import commonPasswords from './common.generated.txt' with { type: 'text' };

/**
 * The library hashes on its own threads, so the event loop is not blocked. It takes two thirds of the time of
 * `Bun.password`, and it normalizes passwords to NFKC.
 */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const argon2id = new Argon2id({ memorySize: MEMORY_KIB, iterations: PASSES, parallelism: 1 });

/** Passwords are compared with this hash when the account does not exist, so that the response takes the same time. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$sJwNAZTaa89YqWrB5UZEhw$aHyJ1cTMwpIQ3fobgtaz0IFxLYL93FMaHQbKGaoreqE';

/** So many hashes take about a second on a small machine. Further calls fail at once instead of waiting longer. */
const HASHES_MAX = 50;
const RETRY_AFTER_SECONDS = 1;
const withHashingSlot = limitConcurrency({ running: HASHES_MAX, retryAfter: RETRY_AFTER_SECONDS });

/** In PHC format. Throws `server.unavailable`. */
export const hashPassword = (password: string): Promise<string> =>
  withHashingSlot(() => argon2id.hash(password));

/** 16 bytes of salt and 32 bytes of hash, in base64. The last character of each has unused bits, which are 0. */
const OWN_HASH = new RegExp(
  `^\\$argon2id\\$v=19\\$m=${MEMORY_KIB},t=${PASSES},p=1\\$[A-Za-z0-9+/]{21}[AQgw]\\$[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]$`,
);

/** Whether {@link hashPassword} can have made the hash. */
export const isOwnHash = (hash: string): boolean => OWN_HASH.test(hash);

const PHC_HASH = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,3}),p=1\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{43}$/;

/** Whether the hash costs no more to verify than one made by {@link hashPassword}. */
function isAffordable(hash: string): boolean {
  const [, memory, passes] = PHC_HASH.exec(hash) ?? [];
  return Number(memory) <= MEMORY_KIB && Number(passes) <= PASSES;
}

/**
 * Whether the password matches the hash. Returns false after the same time if there is no hash, or if it is malformed
 * or too expensive. Throws `server.unavailable`.
 */
export async function isPassword(hash: string | undefined, password: string): Promise<boolean> {
  const isUsable = hash !== undefined && isAffordable(hash);
  const isRight = await withHashingSlot(() =>
    argon2id.verify(isUsable ? hash : DUMMY_HASH, password).catch(() => false),
  );
  return isRight && isUsable;
}

let commonSet: Set<string> | undefined;

/** Ignores case. */
export function isCommonPassword(password: string): boolean {
  commonSet ??= new Set(commonPasswords.trimEnd().split('\n'));
  return commonSet.has(password.normalize('NFKC').toLowerCase());
}

/** Has 120 random bits. */
export const generatePassword = (): string => newToken().slice(0, 20);
