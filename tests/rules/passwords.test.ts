import { expect, test } from 'bun:test';
import { hashPassword, isHashOfOurs, isPassword, NOBODYS_HASH } from '../../src/platform/passwords';

const withCost = (parameters: string) => NOBODYS_HASH.replace('m=19456,t=2,p=1', parameters);

test('every hash that hashPassword creates is accepted', async () => {
  for (const password of ['Abcdefg1', '', 'å'.repeat(128)])
    expect(isHashOfOurs(await hashPassword(password))).toBe(true);
});

test.each([
  'none',
  '',
  'not a hash',
  withCost('m=2097152,t=2,p=1'),
  withCost('m=19456,t=100,p=1'),
  withCost('m=19456,t=2,p=200'),
  withCost('m=0,t=0,p=1'),
  NOBODYS_HASH.replace(/.$/, '_'),
  NOBODYS_HASH.replace(/.$/, 'F'),
  NOBODYS_HASH.replace('argon2id', 'argon2i'),
  `${NOBODYS_HASH}\n`,
  NOBODYS_HASH.slice(0, -1),
])('%j is not accepted as a hash, and no password matches it', async (hash) => {
  expect(isHashOfOurs(hash)).toBe(false);
  const startedAt = performance.now();
  expect(await isPassword(hash, 'Abcdefg1')).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
