import { expect, test } from 'bun:test';
import { hasWritten, isMailed } from '../../src/features/conversations/rules';

test.each([
  [0, true],
  [1, false],
  [2, false],
])('a message to somebody with %p unread is told by mail: %p (D22)', (unread, mailed) => {
  expect(isMailed(unread)).toBe(mailed);
});

test('hasWritten is true once a message is from that person', () => {
  const messages = [{ sender_id: 'bo' }, { sender_id: 'bo' }];
  expect([hasWritten(messages, 'bo'), hasWritten(messages, 'anna'), hasWritten([], 'bo')]).toEqual([
    true,
    false,
    false,
  ]);
});
