import { afterAll, expect, test } from 'bun:test';
import { memberOf } from '../../src/features/accounts/sessions/service';
import { adminOf } from '../../src/features/admins/sessions/service';
import type { Identify } from '../../src/platform/context';
import { type TestApp, testApp } from '../support/app';
import { isFull, reportFigures } from '../support/proof';
import { sharedAttemptsOnce } from './who-may-do-what/inputs';
import { TABLE, type Table } from './who-may-do-what/table';
import { type Report, violationsOf, walk } from './who-may-do-what/walk';
import { makeWorld, TODAY, type World } from './who-may-do-what/world';

const SESSIONS: Identify = { member: memberOf, admin: adminOf };

/** `pretend` replaces the lookup of sessions. */
async function withWorld<Result>(
  work: (app: TestApp, world: World, pretend: (identify: Identify) => void) => Promise<Result>,
): Promise<Result> {
  let now = TODAY;
  let identify = SESSIONS;
  const app = await testApp({
    now: () => now,
    identify: { member: (...call) => identify.member(...call), admin: (...call) => identify.admin(...call) },
  });
  try {
    const world = await makeWorld(app, (to) => {
      now = to;
    });
    // Create the inputs before `pretend` changes anything.
    for (const operation of Object.keys(TABLE)) await sharedAttemptsOnce(app, world, operation);
    return await work(app, world, (other) => {
      identify = other;
    });
  } finally {
    await app.stop();
  }
}

/** One accepts any token, one confuses two members. */
const SHAMS: Record<string, (world: World) => Identify> = {
  'distinguishing a third party from the owner': ({ owner, third }) => ({
    ...SESSIONS,
    member: async (...call) => {
      const member = await memberOf(...call);
      return member?.id === third.id ? owner : member;
    },
  }),
  'checking that a token belongs to a live session': ({ owner, admin }) => ({
    member: async () => owner,
    admin: async () => admin,
  }),
};

let report: Report | undefined;
let principals = 0;
let without = 0;
const begun = performance.now();

test('every operation authorizes exactly the callers that the table allows, over both transports', async () => {
  await withWorld(async (app, world) => {
    const all = [...world.principals, ...(isFull ? world.garbage : world.garbage.slice(0, 4))];
    principals = all.length;
    report = await walk(app, world, TABLE, { principals: all });
    expect(report.faults).toEqual({ unlisted: [], letIn: [], changed: [], leaked: [], shutOut: [] });
    expect(report.letIn).toBeGreaterThan(500);

    // Control: operations and routes missing in the table, and a line without an operation, are reported.
    const { 'admin.accounts.delete': _, 'GET /api/health': __, ...less } = TABLE;
    const table: Table = { ...less, 'admin.nothing.there': 'admins' };
    const { faults } = await walk(app, world, table, { principals: [] });
    expect(faults.unlisted.sort()).toEqual([
      'GET /api/health',
      'admin.accounts.delete',
      'admin.nothing.there',
    ]);
  });
});

test('control: finds violations when the session lookup is broken', async () => {
  await withWorld(async (app, world, pretend) => {
    for (const [name, sham] of Object.entries(SHAMS)) {
      pretend(sham(world));
      const callers = [
        ...world.garbage.slice(0, 1),
        ...world.principals.filter(({ name }) => name === 'third'),
      ];
      const { faults } = await walk(app, world, TABLE, { principals: callers, isOnlyRefused: true });
      for (const found of [faults.letIn, faults.changed, faults.leaked])
        expect([name, found.length > 0]).toEqual([name, true]);
      without += faults.letIn.length;
    }
  });
});

afterAll(() => {
  if (!report) return;
  const { calls, refused, letIn } = report;
  const seconds = Math.round((performance.now() - begun) / 1000);
  reportFigures({
    order: 1,
    promise: 'Nobody can do or read what they are not authorized for',
    sample: `${Object.keys(TABLE).length} operations and routes, ${principals} principals, both transports, batches and wrong methods: ${calls} calls, ${refused} that must be refused and ${letIn} that must succeed, in ${seconds} s`,
    violations: violationsOf(report),
    control: { without: Object.keys(SHAMS).join('; '), violations: without },
    found: [
      'A session of an unverified account would have been accepted, had one existed. The session lookup now also requires a verified account.',
    ],
  });
});
