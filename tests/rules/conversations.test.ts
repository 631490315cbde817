import { expect, test } from 'bun:test';
import { isMailed } from '../../src/features/conversations/rules';

test.each([
  [false, 0, true],
  [false, 1, false],
  [true, 0, false],
  [true, 2, false],
])('a receiver, suspended %p, with %p unread is mailed: %p (D22, D31)', (is_suspended, unread, mailed) => {
  expect(isMailed({ is_suspended }, unread)).toBe(mailed);
});
