// Whether response times reveal if an account exists. Measures the product as it is started, with mails.
import { parseArgs } from 'node:util';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { hashToken } from '#src/platform/tokens.ts';
import {
  auc,
  maxChanceDeviation,
  median,
  randomLetters,
  type Timings,
  timeInTurns,
} from '#tests/support/enumeration.ts';
import { runBench } from './support/ending.ts';
import { type Postgres, startPostgres } from './support/postgres.ts';
import { startProduct } from './support/product.ts';

const HELP = `bun run bench enumeration [CALLS]

Calls a product CALLS times (500) for existing accounts and as often for missing ones, in turn: login of a member and of an
admin with a wrong password, login over the limits of an account, registration, forgotten password, resent verification,
data link, a watch (of addresses with 50 watches or none). AUC is how well the time alone distinguishes the two: 0.5 not at all, 0 or 1 completely. Needs a quiet machine.

Exit codes: 0 done, 1 failed or an AUC is further from 0.5 than chance explains, 2 misused.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h', default: false },
    // Passed by `bench all --write FILE`. These figures have no section.
    write: { type: 'string' },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const calls = Number(positionals[0] ?? 500);
if (!(calls >= 20 && calls <= 5000 && positionals.length <= 1)) {
  console.error(`CALLS must be from 20 to 5000.\n\n${HELP}`);
  process.exit(2);
}

const WARM_UP = 20;
const PASSWORD = 'Loppet2027';
const DATABASE = 'enumeration';
let callerCount = 0;

await runBench(async () => {
  const postgres = await startPostgres();
  const { url } = await startProduct(await postgres.create(DATABASE));
  const sql = postgres.open(DATABASE);
  await addAccounts(sql);

  const send = async (path: string, body: object, from: string, expected: number) => {
    const response = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify(body),
    });
    await response.text();
    if (response.status !== expected) throw new Error(`${path}: ${response.status}`);
  };
  const time = (path: string, bodyOf: (name: string) => object, expected = 200) =>
    timeInTurns(
      calls,
      (kind, turn) => send(path, bodyOf(nameOf(kind, turn)), newAddress(), expected),
      WARM_UP,
    );
  const login = (name: string) => ({ email: name, password: 'Wrong2027' });
  const address = (name: string) => ({ email: `${name}@example.se` });

  const timings: Record<string, Timings> = {};
  timings.login = await time('/marketplace/login', (name) => login(`${name}@example.se`), 401);
  timings['admin login'] = await time(
    '/admin/login',
    (username) => ({ username, password: 'Wrong2027' }),
    401,
  );
  timings['forgotten password'] = await time('/marketplace/forgot-password', address);
  timings['resent verification'] = await time('/marketplace/resend-verification', address);
  timings['data link'] = await time('/marketplace/my-data-link', address);
  timings.watch = await time('/watches', watchOf);
  await exhaustAccountLimits(sql);
  timings['login, the account over its limits'] = await time('/marketplace/login', login, 401);
  await exhaustNameLimits(sql);
  timings['login, the name over its limits, from a known address'] = await timeInTurns(
    calls,
    (kind, turn) => send('/marketplace/login', login(nameOf(kind, turn)), knownAddress(turn), 429),
    WARM_UP,
  );
  // Last, because afterwards all accounts exist.
  timings.registration = await time('/marketplace/register', registrationOf);

  print(timings);
  const revealing = Object.entries(timings).filter(
    ([, both]) => Math.abs(auc(both) - 0.5) > maxChanceDeviation(calls),
  );
  for (const [name] of revealing)
    console.error(`The response time of "${name}" reveals whether an account exists.`);
  process.exitCode = revealing.length > 0 ? 1 : 0;
});

type Sql = ReturnType<Postgres['open']>;

/** All names have the same length. */
function nameOf(kind: keyof Timings, turn: number): string {
  return `${kind.slice(0, 7)}${turn}`;
}

/** Its network is new for each call, so that no rate limit per network applies. */
function newAddress(): string {
  callerCount++;
  return `10.${callerCount >> 8}.${callerCount & 255}.1`;
}

function knownAddress(turn: number): string {
  return `198.18.${turn & 255}.${turn >> 8}`;
}

function watchOf(name: string): object {
  return { kind: 'search', query: 'landskap=Dalarna', cadence: 'daily', email: `${name}@example.se` };
}

function registrationOf(name: string): object {
  const full_name = `Anna ${randomLetters()}`;
  return {
    ...{ email: `${name}@example.se`, full_name, phone_number: '070-1' },
    ...{ password: PASSWORD, confirm_password: PASSWORD },
  };
}

async function addAccounts(sql: Sql): Promise<void> {
  const hash = await hashPassword(PASSWORD);
  const turns = sql`generate_series(0, ${calls + WARM_UP - 1}) n`;
  await sql`insert into marketplace_users (id, email, username, full_name, password_hash, is_verified, is_suspended)
    select uuidv7(), 'existin' || n || '@example.se', 'existin' || n, 'Anna', ${hash}, n % 2 = 0, n % 3 = 0 from ${turns}`;
  await sql`insert into admins (id, username, password_hash)
    select uuidv7(), 'existin' || n, ${hash} from ${turns}`;
  await sql`with watcher as (
      insert into watchers (id, user_id, last_number)
      select gen_random_uuid(), id, 50 from marketplace_users where is_verified returning id)
    insert into watches (id, watcher_id, number, kind, query, cadence)
    select gen_random_uuid(), watcher.id, n, 'search', 'q=' || n, 'daily' from watcher, generate_series(1, 50) n`;
  await sql`analyze`;
}

async function exhaustAccountLimits(sql: Sql): Promise<void> {
  await sql`insert into rate_limits (key, hits, expires_at)
    select 'sign-in-hour:member:' || id, array_fill(now(), array[100]), now() + interval '1 hour' from marketplace_users
    on conflict (key) do update set hits = excluded.hits, expires_at = excluded.expires_at`;
}

async function exhaustNameLimits(sql: Sql): Promise<void> {
  const turns = Array.from({ length: calls + WARM_UP }, (_, turn) => turn);
  const names = turns.flatMap((turn) => [nameOf('existing', turn), nameOf('missing', turn)]);
  const hashes = await Promise.all(names.map(hashToken));
  const keys = hashes.flatMap((hash) => [`member-name:${hash}`, `member:${hash}`]);
  await sql`insert into rate_limits (key, hits, expires_at)
    select 'sign-in-hour:' || key, array_fill(now(), array[100]), now() + interval '1 hour' from unnest(${keys}::text[]) key
    on conflict (key) do update set hits = excluded.hits`;
  await sql`insert into marketplace_login_addresses (user_id, address, last_login)
    select id, address, now() from marketplace_users
    join unnest(${turns.map((turn) => nameOf('existing', turn))}::text[], ${turns.map(knownAddress)}::text[])
      as known (name, address) on username = name`;
}

function print(timings: Record<string, Timings>): void {
  console.log(`${calls} calls each, alternating; milliseconds`);
  const rows = Object.entries(timings).map(([name, both]) => [
    name,
    {
      'median, existing': median(both.existing).toFixed(2),
      'median, missing': median(both.missing).toFixed(2),
      AUC: auc(both).toFixed(3),
    },
  ]);
  console.table(Object.fromEntries(rows));
}
