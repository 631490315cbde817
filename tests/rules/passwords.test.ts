import { expect, test } from 'bun:test';
import { DUMMY_HASH, hashPassword, isOwnHash, isPassword } from '#src/platform/passwords/passwords.ts';

const withCost = (parameters: string) => DUMMY_HASH.replace('m=19456,t=2,p=1', parameters);

test('isOwnHash accepts every hash of hashPassword', async () => {
  for (const password of ['Abcdefg1', '', 'å'.repeat(128)])
    expect(isOwnHash(await hashPassword(password))).toBe(true);
});

test.each([
  'none',
  '',
  'not a hash',
  withCost('m=2097152,t=2,p=1'),
  withCost('m=19456,t=100,p=1'),
  withCost('m=19456,t=2,p=200'),
  withCost('m=0,t=0,p=1'),
  DUMMY_HASH.replace(/.$/, '_'),
  DUMMY_HASH.replace(/.$/, 'F'),
  DUMMY_HASH.replace('argon2id', 'argon2i'),
  `${DUMMY_HASH}\n`,
  DUMMY_HASH.slice(0, -1),
])('isOwnHash rejects %j, and isPassword matches no password with it', async (hash) => {
  expect(isOwnHash(hash)).toBe(false);
  const startedAt = performance.now();
  expect(await isPassword(hash, 'Abcdefg1')).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
