import { expect, test } from 'bun:test';
import { hasWritten, isPayer, needsMail } from '#src/features/conversations/rules.ts';

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

test.each([
  ['sale', 'anna', false],
  ['sale', 'bo', true],
  ['wanted', 'anna', true],
  ['wanted', 'bo', false],
] as const)('about the %s ad of Anna, isPayer for %s is %p', (announcement_type, readerId, expected) => {
  expect(isPayer({ announcement_type, user_id: 'anna' }, readerId)).toBe(expected);
});
