// ADMIN_2FA=required: a session without a factor may only add one.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import type { TotpStart } from '#src/features/admins/factors/contract.ts';
import { fileOperations } from '#src/router.ts';
import { ADMIN_ACTION_CASES } from '#tests/support/admin-actions.ts';
import { codeNow } from '#tests/support/admin-factors.ts';
import { openAdminWorld } from '#tests/support/admin-world.ts';
import { call, error, OPERATIONS, outcomeOf } from '#tests/support/call.ts';

const transport = 'trpc';

const world = await openAdminWorld({ ADMIN_2FA: 'required' });
const { app, db, now, addAdmin, addLoggedInAdmin, fetchSession, logInWith } = world;
afterAll(() => app.stop());
beforeEach(world.reset);

const MAY_CALL =
  /^admin\.(admins\.(login|logout|verify|confirm|changePassword|passkeyLogin|passkeyConfirm)|factors\..*)$/;

describe('an admin without a factor', () => {
  test('may call nothing but what adds one', async () => {
    const vera = await addAdmin();
    const refused: string[] = [];
    for (const name of OPERATIONS.map(({ name }) => name).filter((name) => name.startsWith('admin.'))) {
      if (MAY_CALL.test(name)) continue;
      const [actionCase] = ADMIN_ACTION_CASES[name] ?? [];
      // Some inputs are made through the API, which refuses that too.
      const input = await Promise.resolve(actionCase?.input?.(db, vera, app)).catch(() => ({}));
      const response = await call(app, transport, name, vera, { id: vera.id, ...input });
      expect([name, ...outcomeOf(response)]).toEqual([name, ...error('admin.must_add_factor')]);
      refused.push(name);
    }
    expect(refused.length).toBeGreaterThan(30);
  });

  test('adds one, and may then call the rest', async () => {
    const vera = await addLoggedInAdmin();
    expect((await fetchSession(transport, vera)).body.must_add_factor).toBe(true);
    const { body } = await call<TotpStart>(app, transport, 'admin.factors.startTotp', vera);
    const code = await codeNow(body.secret, now());
    expect((await call(app, transport, 'admin.factors.confirmTotp', vera, { code })).status).toBe(200);
    expect((await fetchSession(transport, vera)).body.must_add_factor).toBe(false);
    expect((await call(app, transport, 'admin.admins.list', vera)).status).toBe(200);
    expect((await logInWith(transport, {})).status).toBe(401);
  });

  test('chooses a new password first', async () => {
    const vera = await addLoggedInAdmin('vera', { must_change_password: true });
    const start = await call(app, transport, 'admin.factors.startTotp', vera);
    expect(outcomeOf(start)).toEqual(error('admin.must_change_password'));
  });
});

test('the files of admins are refused too', async () => {
  const vera = await addAdmin();
  for (const { rest } of fileOperations) {
    const response = await app.api(rest, vera);
    expect([rest, ...outcomeOf(response)]).toEqual([rest, ...error('admin.must_add_factor')]);
  }
});
