import { expect, test } from 'bun:test';
import { withLivenessCheck } from '#src/platform/limits/call-deadline.ts';

test("a long call stops checking the database's health once it has ended", async () => {
  let checks = 0;
  const sql = async () => {
    checks++;
    await Bun.sleep(200);
  };
  const db = { select() {}, with() {}, execute() {}, transaction() {} };
  // The call ends during the first health check.
  await withLivenessCheck({ sql, db, longRunning: db } as never, () => Bun.sleep(1100));
  expect(checks).toBe(1);
  await Bun.sleep(1500);
  expect(checks).toBe(1);
});
