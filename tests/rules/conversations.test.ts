import { expect, test } from 'bun:test';
import { isMailed } from '../../src/features/conversations/rules';

test.each([
  [0, true],
  [1, false],
  [2, false],
])('a message to somebody with %p unread is told by mail: %p (D22)', (unread, mailed) => {
  expect(isMailed(unread)).toBe(mailed);
});
