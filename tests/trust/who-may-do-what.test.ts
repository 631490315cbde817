// Step 4, 1: every operation by everybody who could call it, through both doors. See who-may-do-what/table.ts.
import { afterAll, expect, test } from 'bun:test';
import { memberOf } from '../../src/features/accounts/sessions/service';
import { adminOf } from '../../src/features/admins/sessions/service';
import type { Identify } from '../../src/platform/context';
import { type TestApp, testApp } from '../support/app';
import { isFull, tellFigures } from '../support/proof';
import { standingOnce } from './who-may-do-what/inputs';
import { TABLE, type Table } from './who-may-do-what/table';
import { broken, type Walk, walk } from './who-may-do-what/walk';
import { makeWorld, TODAY, type World } from './who-may-do-what/world';

const SESSIONS: Identify = { member: memberOf, admin: adminOf };

/** A product with its world; `pretend` gives it another part that tells whose a token is. */
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
    // What is tried is made while everything is as it should be.
    for (const operation of Object.keys(TABLE)) await standingOnce(app, world, operation);
    return await work(app, world, (other) => {
      identify = other;
    });
  } finally {
    await app.stop();
  }
}

/** Whose session it is, as it were if any token would do, or if two members were taken for one. */
const SHAMS: Record<string, (world: World) => Identify> = {
  'a third party taken for the owner': ({ owner, third }) => ({
    ...SESSIONS,
    member: async (...call) => {
      const member = await memberOf(...call);
      return member?.id === third.id ? owner : member;
    },
  }),
  'any token taken for a live session': ({ owner, admin }) => ({
    member: async () => owner,
    admin: async () => admin,
  }),
};

let seen: Walk | undefined;
let principals = 0;
let without = 0;
const begun = performance.now();

test('everybody at every operation, through both doors: let in is who may, and nobody else', async () => {
  await withWorld(async (app, world) => {
    const all = [...world.principals, ...(isFull ? world.garbage : world.garbage.slice(0, 4))];
    principals = all.length;
    seen = await walk(app, world, TABLE, { principals: all });
    expect(seen.faults).toEqual({ unlisted: [], letIn: [], changed: [], leaked: [], shutOut: [] });
    expect(seen.letIn).toBeGreaterThan(500);

    // Control: an operation and a route that the table does not name, and a line without an operation, fail the walk.
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

test('control, tokens taken for another’s: the same walk is red', async () => {
  await withWorld(async (app, world, pretend) => {
    for (const [name, sham] of Object.entries(SHAMS)) {
      pretend(sham(world));
      const tried = [
        ...world.garbage.slice(0, 1),
        ...world.principals.filter(({ name }) => name === 'third'),
      ];
      const { faults } = await walk(app, world, TABLE, { principals: tried, isOnlyRefused: true });
      for (const found of [faults.letIn, faults.changed, faults.leaked])
        expect([name, found.length > 0]).toEqual([name, true]);
      without += faults.letIn.length;
    }
  });
});

afterAll(() => {
  if (!seen) return;
  const { calls, refused, letIn } = seen;
  const seconds = Math.round((performance.now() - begun) / 1000);
  tellFigures({
    order: 1,
    promise: 'Nobody is let in who may not be, and nothing of anybody else is told',
    tried: `${Object.keys(TABLE).length} operations and routes, ${principals} principals, both doors, batches and wrong methods: ${calls} calls, ${refused} to be refused and ${letIn} to be let in, in ${seconds} s`,
    broken: broken(seen),
    control: { without: Object.keys(SHAMS).join('; '), broken: without },
    found: [
      'A session of an account that is not verified would have let it in, had there been one; now whose token it is asks for a verified account as well.',
    ],
  });
});
