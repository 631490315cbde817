import { createApp } from '../../../src/app';
import type { AdminRules } from '../../../src/platform/trpc';
import type { TestApp } from '../../support/app';
import { checksum } from '../../support/checksum';
import { isFull } from '../../support/proof';
import { type Reply, type Send, waysTo } from './ask';
import { type Attempt, attemptsOnOwnRecords, sharedAttemptsOnce } from './inputs';
import type { Principal } from './principals';
import { misfits, PROCEDURES, type Table, type Who } from './table';
import type { World } from './world';

export type Report = {
  calls: number;
  refused: number;
  letIn: number;
  faults: { unlisted: string[]; letIn: string[]; changed: string[]; leaked: string[]; shutOut: string[] };
};
export const violationsOf = ({ faults }: Report) =>
  Object.values(faults).reduce((sum, found) => sum + found.length, 0);

const ADMIN_RULES: Partial<Record<Who, AdminRules>> = {
  admins: {},
  anyAdmins: { allowsGeneratedPassword: true },
  confirmedAdmins: { needsConfirmation: true },
};

function expectedStatus(
  who: Who,
  { member, admin, isUnconfirmed, hasGeneratedPassword }: Principal,
  { relatedMemberIds = [], isAbsent = false }: Attempt,
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
  const isRelated = relatedMemberIds.includes(member.id);
  if (who === 'owner') return isRelated ? 200 : 403;
  if (who === 'parties') return isRelated ? 200 : 404;
  return isRelated ? 403 : 200;
}

/** A new /48 network for each call, because rate limits are not tested here. */
let callers = 0;
const caller = () => {
  callers++;
  return { 'x-forwarded-for': `3fff:${(callers >> 16).toString(16)}:${(callers & 0xffff).toString(16)}::1` };
};

const isShown = (bytes: string, text: string) => text !== '' && bytes.includes(text);

/** Refused calls must not change anything; the others must succeed. */
export async function walk(
  app: TestApp,
  world: World,
  table: Table,
  { principals, isOnlyRefused = false }: { principals: Principal[]; isOnlyRefused?: boolean },
): Promise<Report> {
  const report: Report = {
    calls: 0,
    refused: 0,
    letIn: 0,
    faults: { unlisted: misfits(table, routesOf(app)), letIn: [], changed: [], leaked: [], shutOut: [] },
  };
  // Reads first, because an act that should have been refused may remove what they read.
  const isRead = (name: string) => PROCEDURES.some((one) => one.name === name && one.type === 'query');
  const rows = Object.entries(table)
    .filter(([name]) => !report.faults.unlisted.includes(name))
    .sort(([one], [other]) => Number(isRead(other)) - Number(isRead(one)));

  const checkLeaks = ({ name, admin }: Principal, operation: string, { way, bytes }: Reply) => {
    const leaked = [
      ...world.secrets.filter(({ readers }) => !admin && !readers.includes(name)).map(({ text }) => text),
      ...(operation === 'admin.backup.export' ? [] : world.hashes),
    ].filter((text) => isShown(bytes, text));
    for (const text of leaked)
      report.faults.leaked.push(`${operation} showed ${text} to ${name}, over ${way}`);
  };
  const ask = async (
    principal: Principal,
    operation: string,
    send: Send,
    attempt: Attempt,
    expected: number,
  ) => {
    let reply = await send(attempt, { ...caller(), ...principal.headers });
    report.calls++;
    // Clear the limit and retry: a 429 does not show who is authorized.
    for (let tries = 0; reply.status === 429 && tries < 5; tries++) {
      // Skip rows that are locked by a call in progress. Waiting for them could be a deadlock.
      await Bun.sleep(20 * tries);
      await app.sql`delete from rate_limits where key in (select key from rate_limits for update skip locked)`;
      reply = await send(attempt, { ...caller(), ...principal.headers });
      report.calls++;
    }
    report[expected === 200 ? 'letIn' : 'refused']++;
    if (reply.status !== expected) {
      const fault = `${operation} returned ${reply.status} instead of ${expected} to ${principal.name}, over ${reply.way}`;
      report.faults[expected === 200 ? 'shutOut' : 'letIn'].push(fault);
    }
    if (expected === 401 && !reply.way.startsWith('HEAD') && !reply.bytes.includes('"request.unauthorized"'))
      report.faults.letIn.push(
        `${operation} refused ${principal.name} with another code than request.unauthorized, over ${reply.way}`,
      );
    checkLeaks(principal, operation, reply);
  };

  for (const principal of principals) {
    const refused: (() => Promise<void>)[] = [];
    for (const [operation, who] of rows) {
      const { right, wrong } = waysTo(app.url, operation);
      const attempts = await sharedAttemptsOnce(app, world, operation);
      for (const attempt of isFull || principal.member ? attempts : attempts.slice(0, 1)) {
        const expected = expectedStatus(who, principal, attempt);
        if (expected !== 200)
          for (const way of right) refused.push(() => ask(principal, operation, way, attempt, expected));
      }
      const [attempt = {}] = attempts;
      for (const way of isFull || principal.member || principal.admin ? wrong : [])
        refused.push(() => ask(principal, operation, way, attempt, 404));
    }
    const before = await snapshotOf(app);
    await atOnce(refused, 8);
    const after = await snapshotOf(app);
    for (const name of Object.keys(before).filter((name) => before[name] !== after[name]))
      report.faults.changed.push(`${principal.name} changed ${name}`);
  }
  if (isOnlyRefused) return report;

  let turns = 0;
  const letIn: (() => Promise<void>)[] = [];
  const last: typeof letIn = [];
  for (const principal of principals) {
    for (const [operation, who] of rows) {
      const isTheirs = who !== 'parties' || principal.name !== 'member';
      const mayCall =
        expectedStatus(who, principal, {
          relatedMemberIds: who === 'others' ? [] : [principal.member?.id ?? ''],
        }) === 200;
      if (!mayCall || !isTheirs) continue;
      const ways = waysTo(app.url, operation).right;
      const turn = turns++;
      // In the short form, each principal calls operations for everybody in one of the ways, in turn.
      const some = isFull || who !== 'everybody' ? ways : ways.slice(turn % ways.length).slice(0, 1);
      // A backup import replaces the test data, so it comes last.
      const list = operation === 'admin.backup.import' ? last : letIn;
      for (const way of some)
        list.push(async () => {
          const headers = await world.toEnd(operation, principal);
          for (const attempt of await attemptsOnOwnRecords(app, world, operation, principal))
            await ask({ ...principal, headers }, operation, way, attempt, 200);
        });
    }
  }
  await atOnce(letIn, 8);
  await atOnce(last, 1);
  return report;
}

async function snapshotOf(app: TestApp): Promise<Record<string, string>> {
  const uploads = (await app.context.uploads.list()).map(({ name }) => name).sort();
  return { ...(await checksum(app)), uploads: uploads.join() };
}

async function atOnce(work: (() => Promise<void>)[], width: number): Promise<void> {
  const queue = work.values();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const one of queue) await one();
    }),
  );
}

export const routesOf = ({ context }: TestApp) =>
  createApp(context, { page: '', files: new Map() }).routes.map(({ method, path }) => ({ method, path }));
