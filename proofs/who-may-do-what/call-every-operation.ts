import { createApp } from '#src/app.ts';
import type { AdminRules } from '#src/platform/procedure/admin-access.ts';
import type { TestApp } from '#tests/support/app.ts';
import { tableChecksums } from '#tests/support/checksum.ts';
import { isFull } from '#tests/support/proof.ts';
import { type Attempt, attemptsOnOwnRecords, sharedAttemptsOnce } from './attempts.ts';
import type { Principal } from './principals.ts';
import { type Reply, type Send, sendsOf } from './send.ts';
import { type AllowedCallers, PROCEDURES, PUBLIC, type Table, tableMismatches } from './table.ts';
import type { World } from './world.ts';

export type Report = {
  calls: number;
  refusedCount: number;
  allowedCount: number;
  violations: {
    unlisted: string[];
    wronglyAllowed: string[];
    changedData: string[];
    leaks: string[];
    wronglyRefused: string[];
    /** Private responses that shared caches may store. */
    cacheable: string[];
  };
};
export const countViolations = ({ violations }: Report) =>
  Object.values(violations).reduce((sum, list) => sum + list.length, 0);

const ADMIN_RULES: Partial<Record<AllowedCallers, AdminRules>> = {
  admins: {},
  anyAdmins: { allowsGeneratedPassword: true, allowsMissingFactor: true },
  confirmedAdmins: { needsConfirmation: true },
};

export function expectedStatus(
  allowed: AllowedCallers,
  { member, admin, organiser, headers, isUnconfirmed, hasGeneratedPassword }: Principal,
  { relatedMemberIds = [], isAbsent = false }: Attempt,
): number {
  if (allowed === 'everybody') return 200;
  if (allowed === 'nobody') return 404;
  if (allowed === 'membersAndVisitors') {
    const hasToken = /^Bearer \S/.test(headers.authorization ?? '');
    return member || !hasToken ? 200 : 401;
  }
  if (allowed === 'organisers') return organiser ? (isAbsent ? 404 : 200) : 401;
  const rules = ADMIN_RULES[allowed];
  if (rules) {
    if (!admin) return 401;
    if (hasGeneratedPassword && !rules.allowsGeneratedPassword) return 403;
    return isUnconfirmed && rules.needsConfirmation ? 403 : 200;
  }
  if (!member) return 401;
  if (isAbsent) return 404;
  if (allowed === 'members') return 200;
  const isRelated = relatedMemberIds.includes(member.id);
  if (allowed === 'owner') return isRelated ? 200 : 403;
  if (allowed === 'parties') return isRelated ? 200 : 404;
  return isRelated ? 403 : 200;
}

/** A new /48 network for each call, because rate limits are not tested here. */
let callerCount = 0;
export const newCallerHeaders = () => {
  callerCount++;
  return {
    'x-forwarded-for': `3fff:${(callerCount >> 16).toString(16)}:${(callerCount & 0xffff).toString(16)}::1`,
  };
};

/** The headers are the first line. What has no `cache-control` may be stored. */
export const isStorable = ({ text }: Pick<Reply, 'text'>): boolean => {
  const headers = new Headers(JSON.parse(text.slice(0, text.indexOf('\n'))));
  return !/no-store|private/.test(headers.get('cache-control') ?? '');
};

const containsSecret = (text: string, secret: string) => secret !== '' && text.includes(secret);

/** Secrets of others in a reply to the principal. */
export function leaksIn(
  world: World,
  { name, admin }: Principal,
  operation: string,
  { transport, text }: Reply,
): string[] {
  return [
    ...world.secrets.filter(({ readers }) => !admin && !readers.includes(name)).map(({ text }) => text),
    ...(operation === 'admin.backup.export' ? [] : world.hashes),
  ]
    .filter((secret) => containsSecret(text, secret))
    .map((secret) => `${operation} showed ${secret} to ${name}, over ${transport}`);
}

/** Refused calls must not change anything; the others must succeed. */
export async function callEveryOperation(
  app: TestApp,
  world: World,
  table: Table,
  { principals, onlyRefusedCalls = false }: { principals: Principal[]; onlyRefusedCalls?: boolean },
): Promise<Report> {
  const report: Report = {
    calls: 0,
    refusedCount: 0,
    allowedCount: 0,
    violations: {
      unlisted: tableMismatches(table, routesOf(app)),
      wronglyAllowed: [],
      changedData: [],
      leaks: [],
      wronglyRefused: [],
      cacheable: [],
    },
  };
  // Reads first, because an action that should have been refused may remove what they read.
  const isRead = (name: string) => PROCEDURES.some((one) => one.name === name && one.type === 'query');
  const tableRows = Object.entries(table)
    .filter(([name]) => !report.violations.unlisted.includes(name))
    .sort(([one], [other]) => Number(isRead(other)) - Number(isRead(one)));

  const sendAndCheck = async (
    principal: Principal,
    operation: string,
    send: Send,
    attempt: Attempt,
    expected: number,
  ) => {
    let reply = await send(attempt, { ...newCallerHeaders(), ...principal.headers });
    report.calls++;
    // Clear the limit and retry: a 429 does not show who is authorized.
    for (let retry = 0; reply.status === 429 && retry < 5; retry++) {
      // Skip rows that are locked by a call in progress. Waiting for them could be a deadlock.
      await Bun.sleep(20 * retry);
      await app.sql`delete from rate_limits where key in (select key from rate_limits for update skip locked)`;
      reply = await send(attempt, { ...newCallerHeaders(), ...principal.headers });
      report.calls++;
    }
    report[expected === 200 ? 'allowedCount' : 'refusedCount']++;
    if (reply.status !== expected) {
      const violation = `${operation} returned ${reply.status} instead of ${expected} to ${principal.name}, over ${reply.transport}`;
      report.violations[expected === 200 ? 'wronglyRefused' : 'wronglyAllowed'].push(violation);
    }
    if (
      expected === 401 &&
      !reply.transport.startsWith('HEAD') &&
      !reply.text.includes('"request.unauthorized"')
    )
      report.violations.wronglyAllowed.push(
        `${operation} refused ${principal.name} with another code than request.unauthorized, over ${reply.transport}`,
      );
    report.violations.leaks.push(...leaksIn(world, principal, operation, reply));
    if (isStorable(reply) && !PUBLIC.has(operation))
      report.violations.cacheable.push(`${operation} to ${principal.name}, over ${reply.transport}`);
  };

  for (const principal of principals) {
    const refusedCalls: (() => Promise<void>)[] = [];
    for (const [operation, allowed] of tableRows) {
      const { valid, wrongMethod } = sendsOf(app.url, operation);
      const attempts = await sharedAttemptsOnce(app, world, operation);
      for (const attempt of isFull || principal.member ? attempts : attempts.slice(0, 1)) {
        const expected = expectedStatus(allowed, principal, attempt);
        if (expected !== 200)
          for (const send of valid)
            refusedCalls.push(() => sendAndCheck(principal, operation, send, attempt, expected));
      }
      const [attempt = {}] = attempts;
      for (const send of isFull || principal.member || principal.admin ? wrongMethod : [])
        refusedCalls.push(() => sendAndCheck(principal, operation, send, attempt, 404));
    }
    const before = await snapshotOf(app);
    await runConcurrently(refusedCalls, 8);
    const after = await snapshotOf(app);
    for (const name of Object.keys(before).filter((name) => before[name] !== after[name]))
      report.violations.changedData.push(`${principal.name} changed ${name}`);
  }
  if (onlyRefusedCalls) return report;

  let turnCount = 0;
  const allowedCalls: (() => Promise<void>)[] = [];
  const lastCalls: typeof allowedCalls = [];
  for (const principal of principals) {
    for (const [operation, allowed] of tableRows) {
      const canHaveConversation = allowed !== 'parties' || principal.name !== 'member';
      const mayCall =
        expectedStatus(allowed, principal, {
          relatedMemberIds: allowed === 'others' ? [] : [principal.member?.id ?? ''],
        }) === 200;
      if (!mayCall || !canHaveConversation) continue;
      const sends = sendsOf(app.url, operation).valid;
      const turn = turnCount++;
      // In the short form, each principal calls operations for everybody in one of the ways, in turn.
      const chosenSends =
        isFull || allowed !== 'everybody' ? sends : sends.slice(turn % sends.length).slice(0, 1);
      // A backup import replaces the test data, so it comes last.
      const queue = operation === 'admin.backup.import' ? lastCalls : allowedCalls;
      for (const send of chosenSends)
        queue.push(async () => {
          const caller = await world.callerFor(operation, principal);
          for (const attempt of await attemptsOnOwnRecords(app, world, operation, caller))
            await sendAndCheck(caller, operation, send, attempt, 200);
        });
    }
  }
  await runConcurrently(allowedCalls, 8);
  await runConcurrently(lastCalls, 1);
  return report;
}

async function snapshotOf(app: TestApp): Promise<Record<string, string>> {
  const uploads = (await app.context.uploads.list()).map(({ name }) => name).sort();
  return { ...(await tableChecksums(app)), uploads: uploads.join() };
}

async function runConcurrently(tasks: (() => Promise<void>)[], concurrency: number): Promise<void> {
  const queue = tasks.values();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const task of queue) await task();
    }),
  );
}

const routesOf = ({ context }: TestApp) =>
  createApp(context, { page: '', files: new Map() }).routes.map(({ method, path }) => ({ method, path }));
