import { createApp } from '../../../src/app';
import type { AdminRules } from '../../../src/platform/trpc';
import type { TestApp } from '../../support/app';
import { checksum } from '../../support/checksum';
import { isFull } from '../../support/proof';
import { type Ask, type Reply, waysTo } from './ask';
import { type Attempt, own, standingOnce } from './inputs';
import type { Principal } from './principals';
import { misfits, PROCEDURES, type Table, type Who } from './table';
import type { World } from './world';

/** What a walk saw; of each kind of fault the first are told in words. */
export type Walk = {
  calls: number;
  refused: number;
  letIn: number;
  faults: { unlisted: string[]; letIn: string[]; changed: string[]; leaked: string[]; shutOut: string[] };
};
export const broken = ({ faults }: Walk) =>
  Object.values(faults).reduce((sum, found) => sum + found.length, 0);

/** What the table requires of an admin. */
const ADMIN_RULES: Partial<Record<Who, AdminRules>> = {
  admins: {},
  anyAdmins: { allowsGeneratedPassword: true },
  confirmedAdmins: { needsConfirmation: true },
};

/** What a call is to be answered: 200, or the status of its refusal (D5, D8, D11). */
function due(
  who: Who,
  { member, admin, isUnconfirmed, hasGeneratedPassword }: Principal,
  { of = [], isAbsent = false }: Attempt,
): number {
  if (who === 'everybody') return 200;
  if (who === 'nobody') return 404;
  const rules = ADMIN_RULES[who];
  if (rules) {
    if (!admin) return 401;
    if (hasGeneratedPassword && !rules.allowsGeneratedPassword) return 403;
    return isUnconfirmed && rules.needsConfirmation ? 403 : 200;
  }
  if (!member) return 401;
  if (isAbsent) return 404;
  if (who === 'members') return 200;
  const isOf = of.includes(member.id);
  if (who === 'owner') return isOf ? 200 : 403;
  if (who === 'parties') return isOf ? 200 : 404;
  return isOf ? 403 : 200;
}

/** From a network (/48) that nobody called from: limits are another program's. */
let callers = 0;
const caller = () => {
  callers++;
  return { 'x-forwarded-for': `3fff:${(callers >> 16).toString(16)}:${(callers & 0xffff).toString(16)}::1` };
};

const isShown = (bytes: string, text: string) => text !== '' && bytes.includes(text);

/** Walks the table against a product: who must be refused is, and leaves everything as it was; the others are let in. */
export async function walk(
  app: TestApp,
  world: World,
  table: Table,
  { principals, isOnlyRefused = false }: { principals: Principal[]; isOnlyRefused?: boolean },
): Promise<Walk> {
  const seen: Walk = {
    calls: 0,
    refused: 0,
    letIn: 0,
    faults: { unlisted: misfits(table, routesOf(app)), letIn: [], changed: [], leaked: [], shutOut: [] },
  };
  // What is read comes first: an act that should have been refused may take it away.
  const isRead = (name: string) => PROCEDURES.some((one) => one.name === name && one.type === 'query');
  const rows = Object.entries(table)
    .filter(([name]) => !seen.faults.unlisted.includes(name))
    .sort(([one], [other]) => Number(isRead(other)) - Number(isRead(one)));

  const look = ({ name, admin }: Principal, operation: string, { way, bytes }: Reply) => {
    const told = [
      ...world.secrets.filter(({ readers }) => !admin && !readers.includes(name)).map(({ text }) => text),
      ...(operation === 'admin.backup.export' ? [] : world.hashes),
    ].filter((text) => isShown(bytes, text));
    for (const text of told) seen.faults.leaked.push(`${operation} told ${name} of ${text}, by ${way}`);
  };
  const ask = async (
    principal: Principal,
    operation: string,
    ask: Ask,
    attempt: Attempt,
    expected: number,
  ) => {
    let reply = await ask(attempt, { ...caller(), ...principal.headers });
    seen.calls++;
    // A member's limit is reached: that says nothing of who may.
    for (let tries = 0; reply.status === 429 && tries < 5; tries++) {
      // Rows that a call under way holds are left for the next try: waiting for them here could be a deadlock.
      await Bun.sleep(20 * tries);
      await app.sql`delete from rate_limits where key in (select key from rate_limits for update skip locked)`;
      reply = await ask(attempt, { ...caller(), ...principal.headers });
      seen.calls++;
    }
    seen[expected === 200 ? 'letIn' : 'refused']++;
    if (reply.status !== expected) {
      const told = `${operation} answered ${principal.name} ${reply.status} for ${expected}, by ${reply.way}`;
      seen.faults[expected === 200 ? 'shutOut' : 'letIn'].push(told);
    }
    if (expected === 401 && !reply.way.startsWith('HEAD') && !reply.bytes.includes('"request.unauthorized"'))
      seen.faults.letIn.push(
        `${operation} refused ${principal.name} otherwise than it should, by ${reply.way}`,
      );
    look(principal, operation, reply);
  };

  for (const principal of principals) {
    const refused: (() => Promise<void>)[] = [];
    for (const [operation, who] of rows) {
      const { right, wrong } = waysTo(app.url, operation);
      const attempts = await standingOnce(app, world, operation);
      for (const attempt of isFull || principal.member ? attempts : attempts.slice(0, 1)) {
        const expected = due(who, principal, attempt);
        if (expected !== 200)
          for (const way of right) refused.push(() => ask(principal, operation, way, attempt, expected));
      }
      const [attempt = {}] = attempts;
      for (const way of isFull || principal.member || principal.admin ? wrong : [])
        refused.push(() => ask(principal, operation, way, attempt, 404));
    }
    const before = await everything(app);
    await atOnce(refused, 8);
    const after = await everything(app);
    for (const name of Object.keys(before).filter((name) => before[name] !== after[name]))
      seen.faults.changed.push(`${principal.name} changed ${name}`);
  }
  if (isOnlyRefused) return seen;

  let turns = 0;
  const letIn: (() => Promise<void>)[] = [];
  const last: typeof letIn = [];
  for (const principal of principals) {
    for (const [operation, who] of rows) {
      const isTheirs = who !== 'parties' || principal.name !== 'member';
      const mayCall =
        due(who, principal, { of: who === 'others' ? [] : [principal.member?.id ?? ''] }) === 200;
      if (!mayCall || !isTheirs) continue;
      const ways = waysTo(app.url, operation).right;
      const turn = turns++;
      // In short, what is everybody's is asked by each in one of the ways, in turns.
      const some = isFull || who !== 'everybody' ? ways : ways.slice(turn % ways.length).slice(0, 1);
      // What is replaced by a backup is the world itself.
      const list = operation === 'admin.backup.import' ? last : letIn;
      for (const way of some)
        list.push(async () => {
          const headers = await world.toEnd(operation, principal);
          for (const attempt of await own(app, world, operation, principal))
            await ask({ ...principal, headers }, operation, way, attempt, 200);
        });
    }
  }
  await atOnce(letIn, 8);
  await atOnce(last, 1);
  return seen;
}

/** What is in the tables and among the uploads. */
async function everything(app: TestApp): Promise<Record<string, string>> {
  const uploads = (await app.context.uploads.list()).map(({ name }) => name).sort();
  return { ...(await checksum(app)), uploads: uploads.join() };
}

async function atOnce(work: (() => Promise<void>)[], width: number): Promise<void> {
  const left = work.values();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const one of left) await one();
    }),
  );
}

/** The routes that the product itself has, whoever declared them. */
export const routesOf = ({ context }: TestApp) =>
  createApp(context, { page: '', files: new Map() }).routes.map(({ method, path }) => ({ method, path }));
