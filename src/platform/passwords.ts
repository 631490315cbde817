import { Argon2id } from 'oslo/password';
import { atMost } from './at-most';
import commonPasswords from './passwords/common.generated.txt' with { type: 'text' };

/**
 * D9: argon2id, 19 MiB, 2 passes. Hashed on threads of the library's own, so that the loop goes on meanwhile; it takes
 * two thirds of what Bun.password takes for the same, and makes one form (NFKC) of letters that are written in two.
 */
const MEMORY = 19_456;
const PASSES = 2;
const argon2id = new Argon2id({ memorySize: MEMORY, iterations: PASSES, parallelism: 1 });

/** Nobody's hash, made as everybody's: what a password is held against where there is no account (D6). */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$sJwNAZTaa89YqWrB5UZEhw$aHyJ1cTMwpIQ3fobgtaz0IFxLYL93FMaHQbKGaoreqE';

/** About a second of work on a small machine. Further calls fail at once instead of waiting longer. */
const withinQueue = atMost(50, 1);

/** How a password is kept: argon2id in PHC format. Throws `server.unavailable`. */
export const hashPassword = (password: string): Promise<string> => withinQueue(() => argon2id.hash(password));

/** 16 bytes of salt and 32 of hash, in base64. The last character of each has unused bits, which are 0. */
const OURS = new RegExp(
  `^\\$argon2id\\$v=19\\$m=${MEMORY},t=${PASSES},p=1\\$[A-Za-z0-9+/]{21}[AQgw]\\$[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]$`,
);

/** Whether {@link hashPassword} can have made it. */
export const isHashOfOurs = (hash: string): boolean => OURS.test(hash);

const PHC = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,3}),p=1\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{43}$/;

/** Whether it costs no more to verify than our own. */
function isAffordable(hash: string): boolean {
  const [, memory, passes] = PHC.exec(hash) ?? [];
  return Number(memory) <= MEMORY && Number(passes) <= PASSES;
}

/**
 * Whether it is the password of that hash; without a hash false, after the same time. Also false for a hash that is
 * malformed or costs more than our own, which earlier releases could import. Throws `server.unavailable`.
 */
export async function isPassword(hash: string | undefined, password: string): Promise<boolean> {
  const usable = hash !== undefined && isAffordable(hash);
  const isRight = await withinQueue(() =>
    argon2id.verify(usable ? hash : NOBODYS_HASH, password).catch(() => false),
  );
  return isRight && usable;
}

let common: Set<string> | undefined;

/** Whether it is one of the commonest passwords, ignoring case (D9). */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(commonPasswords.trimEnd().split('\n'));
  return common.has(password.normalize('NFKC').toLowerCase());
}
