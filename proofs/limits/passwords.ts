import { spyOn } from 'bun:test';
import { Argon2id } from 'oslo/password';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import type { TestApp } from '#tests/support/app.ts';
import { call } from '#tests/support/call.ts';
import { makeAdmin, makeMember } from '#tests/support/content.ts';
import { changingAddress, type Disguise, oneAddress, oneNetwork } from './disguises.ts';
import { guess, type Target } from './guess.ts';
import { addGuesses, type Guesses, type Totals } from './program.ts';
import { spellingOf } from './targets.ts';

const CORRECT_PASSWORD = 'Kvarnen2027';
const [MINUTE_SECONDS, HOUR_SECONDS] = [60, 3600];
/** The account has logged in from both. The attacker shares the first; only the owner uses the second. */
const SHARED_ADDRESS = '203.0.113.77';
const OWNER_ADDRESS = '192.0.2.77';

type Victim = {
  label: string;
  login: string;
  names: string[];
  input: (name: string, password: string) => Record<string, unknown>;
  /** An operation that asks for the password again in a session. */
  reauthentication?: (wrong: (turn: number) => string) => Target;
};

/** Returns the status of the owner's own logins after the guesses. */
export async function guessPasswords(apps: TestApp[], totals: Totals, count: number): Promise<number[]> {
  const { db } = (apps[0] as TestApp).context.database;
  const password_hash = await hashPassword(CORRECT_PASSWORD);
  const comparedPasswords = new Set<string>();
  // Argon2 is replaced to save time. The test only needs to know which guesses are compared.
  const verify = spyOn(Argon2id.prototype, 'verify').mockImplementation(async (hash, password) => {
    if (hash !== password_hash) return false;
    comparedPasswords.add(password);
    return password === CORRECT_PASSWORD;
  });
  const ownerStatuses: number[] = [];
  try {
    for (const victim of [await memberOf(db, password_hash), await adminOf(db, password_hash)]) {
      for (const address of [SHARED_ADDRESS, OWNER_ADDRESS]) await logIn(apps, victim, address);
      await guessPasswordOf(apps, totals, victim, comparedPasswords, count);
      ownerStatuses.push(await logIn(apps, victim, OWNER_ADDRESS));
    }
  } finally {
    verify.mockRestore();
  }
  return ownerStatuses;
}

type Db = TestApp['context']['database']['db'];

async function memberOf(db: Db, password_hash: string): Promise<Victim> {
  const id = Bun.randomUUIDv7();
  const names = { email: `karin${id}@example.se`, username: `karin.ek${id}` };
  const { headers } = await makeMember(db, { ...names, password_hash });
  return {
    label: 'an account',
    login: 'marketplace.accounts.login',
    names: Object.values(names),
    input: (email, password) => ({ email, password }),
    // An attacker with the session, as on an unlocked phone, must guess the password to delete the account. Only wrong
    // passwords are sent, because the right one would delete it.
    reauthentication: (wrong) => ({
      name: 'marketplace.privacy.deleteAccount',
      headers,
      input: (turn) => ({ password: wrong(turn) }),
    }),
  };
}

async function adminOf(db: Db, password_hash: string): Promise<Victim> {
  const { username } = await makeAdmin(db, { username: `kajsa${Bun.randomUUIDv7()}`, password_hash });
  return {
    label: 'an admin',
    login: 'admin.admins.login',
    names: [username],
    input: (name, password) => ({ username: name, password }),
  };
}

async function logIn([app]: TestApp[], { login, names, input }: Victim, address: string): Promise<number> {
  const headers = { 'x-forwarded-for': address };
  const { status } = await call(
    app as TestApp,
    'rest',
    login,
    { headers },
    input(names[0] ?? '', CORRECT_PASSWORD),
  );
  return status;
}

async function guessPasswordOf(
  apps: TestApp[],
  totals: Totals,
  { label, login, names, input, reauthentication }: Victim,
  comparedPasswords: ReadonlySet<string>,
  count: number,
): Promise<void> {
  const wrongPasswordFrom = (place: string) => (turn: number) => `Fel-${label}-${place}-${turn}`;
  const loginFrom = (place: string, includesCorrect: boolean): Target => {
    const wrong = wrongPasswordFrom(place);
    const password = (turn: number) => (includesCorrect && turn % 7 === 0 ? CORRECT_PASSWORD : wrong(turn));
    const name = (turn: number) => spellingOf(names[turn % names.length] ?? '', turn >> 1);
    return { name: login, input: (turn) => input(name(turn), password(turn)) };
  };
  const wasCompared = ({ input: { password }, status }: Guesses[number]) =>
    password === CORRECT_PASSWORD ? status === 200 : comparedPasswords.has(String(password));
  const guessFrom = async (
    place: string,
    disguise: Disguise,
    rateLimit: { limit: number; seconds: number },
    // From the network only wrong passwords are sent. After a login, its address would be known to the account and have
    // a limit of its own.
    target = loginFrom(place, place !== 'one network'),
  ) => {
    const guesses = await guess(apps, target, disguise, count);
    const counted = guesses.map((one) => ({ ...one, isEvaluated: wasCompared(one) }));
    addGuesses(totals, `${label} from ${place}`, counted, rateLimit);
  };

  // The network is first. The other guesses use up the limit of the account per hour, which would then refuse guesses
  // before the limit of the network does.
  await guessFrom('one network', oneNetwork, { limit: 10, seconds: MINUTE_SECONDS });
  await Promise.all([
    guessFrom('changing addresses', changingAddress, { limit: 100, seconds: HOUR_SECONDS }),
    guessFrom('a known address', oneAddress(SHARED_ADDRESS), { limit: 10, seconds: MINUTE_SECONDS }),
    reauthentication &&
      guessFrom(
        'a session',
        changingAddress,
        { limit: 10, seconds: MINUTE_SECONDS },
        reauthentication(wrongPasswordFrom('a session')),
      ),
  ]);
}
