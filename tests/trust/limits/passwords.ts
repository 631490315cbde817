import { spyOn } from 'bun:test';
import { Argon2id } from 'oslo/password';
import { hashPassword } from '../../../src/platform/passwords';
import type { TestApp } from '../../support/app';
import { call } from '../../support/call';
import { makeAdmin, makeMember } from '../../support/content';
import { type Disguise, oneAddress, oneNetwork, rotating } from './disguises';
import { guess, type Target } from './guess';
import { add, type Guesses, type Sum } from './program';
import { spelled } from './targets';

const RIGHT = 'Kvarnen2027';
const [MINUTE, HOUR] = [60, 3600];
/** The account has logged in from both. The attacker shares the first; only the owner uses the second. */
const SHARED = '203.0.113.77';
const OWN = '192.0.2.77';

type Victim = {
  what: string;
  login: string;
  names: string[];
  input: (name: string, password: string) => Record<string, unknown>;
  /** Asks for the password again in a session. */
  again?: (wrong: (turn: number) => string) => Target;
};

/** Returns the status of the owner's own logins after the guesses. */
export async function guessPasswords(apps: TestApp[], sum: Sum, count: number): Promise<number[]> {
  const { db } = (apps[0] as TestApp).context.database;
  const password_hash = await hashPassword(RIGHT);
  const compared = new Set<string>();
  // Argon2 is replaced to save time. The test only needs to know which guesses are compared.
  const verify = spyOn(Argon2id.prototype, 'verify').mockImplementation(async (hash, password) => {
    if (hash !== password_hash) return false;
    compared.add(password);
    return password === RIGHT;
  });
  const owners: number[] = [];
  try {
    for (const victim of [await memberOf(db, password_hash), await adminOf(db, password_hash)]) {
      for (const address of [SHARED, OWN]) await logIn(apps, victim, address);
      await guessPassword(apps, sum, victim, compared, count);
      owners.push(await logIn(apps, victim, OWN));
    }
  } finally {
    verify.mockRestore();
  }
  return owners;
}

type Db = TestApp['context']['database']['db'];

async function memberOf(db: Db, password_hash: string): Promise<Victim> {
  const id = Bun.randomUUIDv7();
  const names = { email: `karin${id}@example.se`, username: `karin.ek${id}` };
  const { headers } = await makeMember(db, { ...names, password_hash });
  return {
    what: 'an account',
    login: 'marketplace.accounts.login',
    names: Object.values(names),
    input: (email, password) => ({ email, password }),
    // As on an unlocked phone. The right password would delete the account, so it is never sent.
    again: (wrong) => ({
      name: 'marketplace.privacy.deleteAccount',
      headers,
      input: (turn) => ({ password: wrong(turn) }),
    }),
  };
}

async function adminOf(db: Db, password_hash: string): Promise<Victim> {
  const { username } = await makeAdmin(db, { username: `kajsa${Bun.randomUUIDv7()}`, password_hash });
  return {
    what: 'an admin',
    login: 'admin.admins.login',
    names: [username],
    input: (name, password) => ({ username: name, password }),
  };
}

async function logIn([app]: TestApp[], { login, names, input }: Victim, address: string): Promise<number> {
  const headers = { 'x-forwarded-for': address };
  const { status } = await call(app as TestApp, 'rest', login, { headers }, input(names[0] ?? '', RIGHT));
  return status;
}

async function guessPassword(
  apps: TestApp[],
  sum: Sum,
  { what, login, names, input, again }: Victim,
  compared: ReadonlySet<string>,
  count: number,
): Promise<void> {
  const wrongAt = (place: string) => (turn: number) => `Fel-${what}-${place}-${turn}`;
  const loginFrom = (place: string, canBeRight: boolean): Target => {
    const wrong = wrongAt(place);
    const password = (turn: number) => (canBeRight && turn % 7 === 0 ? RIGHT : wrong(turn));
    const name = (turn: number) => spelled(names[turn % names.length] ?? '', turn >> 1);
    return { name: login, input: (turn) => input(name(turn), password(turn)) };
  };
  const isCompared = ({ input: { password }, status }: Guesses[number]) =>
    password === RIGHT ? status === 200 : compared.has(String(password));
  const from = async (
    place: string,
    disguise: Disguise,
    limit: { limit: number; seconds: number },
    // A successful login would make an address of the network a known one, with an allowance of its own.
    target = loginFrom(place, place !== 'one network'),
  ) => {
    const guesses = await guess(apps, target, disguise, count);
    const counted = guesses.map((one) => ({ ...one, isEvaluated: isCompared(one) }));
    add(sum, `${what} from ${place}`, counted, limit);
  };

  // First, while the limit per hour is not used up, so that only the limit of the network applies.
  await from('one network', oneNetwork, { limit: 10, seconds: MINUTE });
  await Promise.all([
    from('changing addresses', rotating, { limit: 100, seconds: HOUR }),
    from('a known address', oneAddress(SHARED), { limit: 10, seconds: MINUTE }),
    again && from('a session', rotating, { limit: 10, seconds: MINUTE }, again(wrongAt('a session'))),
  ]);
}
