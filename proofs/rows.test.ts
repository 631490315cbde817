/**
 * Statements fail after rows, in each way that a statement can be sent, on a pool of one connection. Each result after
 * them must have exactly its rows: holes would be an empty calendar, or a session that is refused.
 */
import { expect, test } from 'bun:test';
import postgres from 'postgres';
import { testDatabase } from '#tests/support/database.ts';
import { reportFigures, sized } from '#tests/support/proof.ts';
import { unpatchedDriver } from './rows/driver.ts';
import { failAndAsk } from './rows/fail-and-ask.ts';

const ROUNDS = sized(90, 1800);
const CONTROL_ROUNDS = 90;

test('a statement that fails after rows does not change the next result on its connection', async () => {
  const { target, drop } = await testDatabase();
  const wrong = await failAndAsk(postgres, target, ROUNDS);
  const { driver, remove } = await unpatchedDriver();
  const control = await failAndAsk(driver, target, CONTROL_ROUNDS);
  await remove();
  await drop();
  reportFigures({
    order: 3,
    promise: 'A statement that fails after rows does not change the next response on its connection',
    sample: `${ROUNDS} statements that failed after rows (a limit, a division by zero, an invalid value), sent in six ways, each followed by another statement`,
    violations: wrong.length,
    control: { without: 'the patch of the driver', violations: control.length },
    found: [
      'The driver kept the rows of a failed statement and returned them as holes before the next result: an empty calendar, 401 for a valid session.',
    ],
  });
  expect(wrong).toEqual([]);
  expect(control.length).toBeGreaterThan(0);
});
