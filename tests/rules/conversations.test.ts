import { expect, test } from 'bun:test';
import { hasWritten, needsMail } from '../../src/features/conversations/rules';

test.each([
  [0, true],
  [1, false],
  [2, false],
])('needsMail with %p unread messages is %p', (unread, expected) => {
  expect(needsMail(unread)).toBe(expected);
});

test('hasWritten is true once the given member has sent a message', () => {
  const messages = [{ sender_id: 'bo' }, { sender_id: 'bo' }];
  expect([hasWritten(messages, 'bo'), hasWritten(messages, 'anna'), hasWritten([], 'bo')]).toEqual([
    true,
    false,
    false,
  ]);
});
