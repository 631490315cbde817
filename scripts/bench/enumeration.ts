// Whether the time of an answer tells that there is an account (D6): the product as it is started, mails and all.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from '../../src/main';
import { readConfig } from '../../src/platform/config';
import { createLog } from '../../src/platform/log';
import {
  auc,
  chance,
  median,
  randomLetters,
  type Timings,
  timeInTurns,
} from '../../tests/support/enumeration';
import { buildClientIfStale } from '../build';

const HELP = `bun run bench enumeration [CALLS]

Asks a product of its own CALLS times (500) for accounts that are there and as often for accounts that are not, in turns:
log-in with a wrong password, registration, forgotten password, link once more, link to the data. AUC is how well time alone tells the two apart:
0.5 nothing, 0 or 1 everything. Wants a machine that is quiet.

Exit code: 0 done, 1 failed or one AUC is further from 0.5 than chance has it, 2 misused.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h', default: false } },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const calls = Number(positionals[0] ?? 500);
if (!(calls >= 20 && calls <= 5000 && positionals.length <= 1)) {
  console.error(`CALLS is 20 to 5000.\n\n${HELP}`);
  process.exit(2);
}

const WARM_UP = 20;
const PASSWORD = 'Loppet2027';
let callers = 0;

await buildClientIfStale();
const dir = mkdtempSync(join(tmpdir(), 'bench-enumeration-'));
const config = readConfig({ PORT: '0', DATA_DIR: dir, DEMO: '0', LOG_LEVEL: 'error' });
const product = await startProduct(config, createLog('error'));
try {
  for (let turn = 0; turn < calls + WARM_UP; turn++) await register(emailOf('existing', turn));
  // Until the mails of those are written.
  await Bun.sleep(5000);
  const timings: Record<string, Timings> = {};
  timings['log-in'] = await time((email) => send('login', { email, password: 'Wrong2027' }));
  timings['forgotten password'] = await time((email) => send('forgot-password', { email }));
  timings['link once more'] = await time((email) => send('resend-verification', { email }));
  timings['link to the data'] = await time((email) => send('my-data-link', { email }));
  // Last: thereafter all of them are there.
  timings.registration = await time(register);
  print(timings);
  const telling = Object.entries(timings).filter(([, both]) => Math.abs(auc(both) - 0.5) > chance(calls));
  for (const [name] of telling) console.error(`The time of a ${name} tells whether there is an account.`);
  process.exitCode = telling.length > 0 ? 1 : 0;
} finally {
  await product.stop();
  rmSync(dir, { recursive: true, force: true });
}

function emailOf(kind: keyof Timings, turn: number): string {
  return `${kind.slice(0, 7)}${turn}@example.se`;
}

function register(email: string): Promise<void> {
  const full_name = `Anna ${randomLetters()}`;
  const form = { email, full_name, phone_number: '070-1', password: PASSWORD, confirm_password: PASSWORD };
  return send('register', form);
}

/** From a network of its own each time, so that no limit is met. */
async function send(path: string, body: object): Promise<void> {
  callers++;
  const address = `10.${callers >> 8}.${callers & 255}.1`;
  const response = await fetch(`${product.url}/api/marketplace/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
  await response.text();
  if (response.status !== 200 && response.status !== 401) throw new Error(`${path}: ${response.status}`);
}

function time(call: (email: string) => Promise<void>): Promise<Timings> {
  return timeInTurns(calls, (kind, turn) => call(emailOf(kind, turn)), WARM_UP);
}

function print(timings: Record<string, Timings>): void {
  console.log(`${calls} calls each, in turns; milliseconds`);
  const rows = Object.entries(timings).map(([name, both]) => [
    name,
    {
      'median, there': median(both.existing).toFixed(2),
      'median, not there': median(both.missing).toFixed(2),
      AUC: auc(both).toFixed(3),
    },
  ]);
  console.table(Object.fromEntries(rows));
}
