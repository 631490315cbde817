import { expect, test } from 'bun:test';
import { answeredWhileThere } from '../../src/platform/answered';

test('a long call does not go on asking whether the database is there when it has ended', async () => {
  let asked = 0;
  const sql = async () => {
    asked++;
    await Bun.sleep(200);
  };
  const db = { select() {}, with() {}, execute() {}, transaction() {} };
  // It ends while the first question is under way.
  await answeredWhileThere({ sql, db, patient: db } as never, () => Bun.sleep(1100));
  expect(asked).toBe(1);
  await Bun.sleep(1500);
  expect(asked).toBe(1);
});
