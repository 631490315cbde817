import { expect, test } from 'bun:test';
import { answeredWhileThere } from '../../src/platform/answered';

test("a long call stops checking the database's health once it has ended", async () => {
  let checks = 0;
  const sql = async () => {
    checks++;
    await Bun.sleep(200);
  };
  const db = { select() {}, with() {}, execute() {}, transaction() {} };
  // The call ends during the first health check.
  await answeredWhileThere({ sql, db, patient: db } as never, () => Bun.sleep(1100));
  expect(checks).toBe(1);
  await Bun.sleep(1500);
  expect(checks).toBe(1);
});
