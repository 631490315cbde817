import { afterAll, expect, test } from 'bun:test';
import { memberOf } from '#src/features/accounts/sessions/service.ts';
import { adminOf } from '#src/features/admins/sessions/service.ts';
import { organiserOf } from '#src/features/organisers/service.ts';
import type { Identify } from '#src/platform/context.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { isFull, reportFigures } from '#tests/support/proof.ts';
import { sharedAttemptsOnce } from './who-may-do-what/attempts.ts';
import { callEveryOperation, countViolations, type Report } from './who-may-do-what/call-every-operation.ts';
import { TABLE, type Table } from './who-may-do-what/table.ts';
import { makeWorld, TODAY, type World } from './who-may-do-what/world.ts';

const SESSIONS: Identify = { member: memberOf, admin: adminOf, organiser: organiserOf };

/** `replaceLookup` replaces the session lookup. */
async function withWorld<Result>(
  work: (app: TestApp, world: World, replaceLookup: (identify: Identify) => void) => Promise<Result>,
): Promise<Result> {
  let now = TODAY;
  let identify = SESSIONS;
  const app = await testApp({
    now: () => now,
    identify: {
      member: (...call) => identify.member(...call),
      admin: (...call) => identify.admin(...call),
      organiser: (...call) => identify.organiser(...call),
    },
  });
  try {
    const world = await makeWorld(app, (newNow) => {
      now = newNow;
    });
    // Create the inputs before `replaceLookup` changes anything.
    for (const operation of Object.keys(TABLE)) await sharedAttemptsOnce(app, world, operation);
    return await work(app, world, (replacement) => {
      identify = replacement;
    });
  } finally {
    await app.stop();
  }
}

/** Session lookups without a safeguard, by that safeguard. */
const BROKEN_SESSION_LOOKUPS: Record<string, (world: World) => Identify> = {
  'distinguishing a third party from the owner': ({ owner, third }) => ({
    ...SESSIONS,
    member: async (...call) => {
      const member = await memberOf(...call);
      return member?.id === third.id ? owner : member;
    },
  }),
  'checking that a token belongs to a live session': ({ owner, admin, organiser }) => ({
    member: async () => owner,
    admin: async () => admin,
    organiser: async () => organiser,
  }),
};

let report: Report | undefined;
let principalCount = 0;
let controlViolations = 0;
const startedAt = performance.now();

test('every operation authorizes exactly the callers that the table allows, over both transports', async () => {
  await withWorld(async (app, world) => {
    const principals = [
      ...world.principals,
      ...(isFull ? world.invalidPrincipals : world.invalidPrincipals.slice(0, 4)),
    ];
    principalCount = principals.length;
    report = await callEveryOperation(app, world, TABLE, { principals });
    expect(report.violations).toEqual({
      unlisted: [],
      wronglyAllowed: [],
      changedData: [],
      leaks: [],
      wronglyRefused: [],
      cacheable: [],
    });
    expect(report.allowedCount).toBeGreaterThan(500);

    // Control: operations and routes missing in the table, and a line without an operation, are reported.
    const { 'admin.accounts.delete': _, 'GET /api/health': __, ...incompleteTable } = TABLE;
    const table: Table = { ...incompleteTable, 'admin.nothing.there': 'admins' };
    const { violations } = await callEveryOperation(app, world, table, { principals: [] });
    expect(violations.unlisted.sort()).toEqual([
      'GET /api/health',
      'admin.accounts.delete',
      'admin.nothing.there',
    ]);
  });
});

test('control: finds violations when the session lookup is broken', async () => {
  await withWorld(async (app, world, replaceLookup) => {
    for (const [name, breakLookup] of Object.entries(BROKEN_SESSION_LOOKUPS)) {
      replaceLookup(breakLookup(world));
      const principals = [
        ...world.invalidPrincipals.slice(0, 1),
        ...world.principals.filter((principal) => principal.name === 'third'),
      ];
      const { violations } = await callEveryOperation(app, world, TABLE, {
        principals,
        onlyRefusedCalls: true,
      });
      for (const list of [violations.wronglyAllowed, violations.changedData, violations.leaks])
        expect([name, list.length > 0]).toEqual([name, true]);
      controlViolations += violations.wronglyAllowed.length;
    }
  });
});

afterAll(() => {
  if (!report) return;
  const { calls, refusedCount, allowedCount } = report;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  reportFigures({
    order: 1,
    promise: 'Nobody can do or read what they are not authorized for',
    sample: `${Object.keys(TABLE).length} operations and routes, ${principalCount} principals, both transports, batches and wrong methods: ${calls} calls, ${refusedCount} that must be refused and ${allowedCount} that must succeed, in ${seconds} s`,
    violations: countViolations(report),
    control: { without: Object.keys(BROKEN_SESSION_LOOKUPS).join('; '), violations: controlViolations },
    found: [
      'A session of an unverified account would have been accepted, had one existed. The session lookup now also requires a verified account.',
    ],
  });
});
