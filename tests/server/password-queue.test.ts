import { expect, spyOn, test } from 'bun:test';
import { Argon2id } from 'oslo/password';
import { DUMMY_HASH as HASH, hashPassword, isPassword } from '#src/platform/passwords/passwords.ts';

test('the server hashes at most 50 passwords at a time, and rejects further ones with 503', async () => {
  const finish = Promise.withResolvers<boolean>();
  const verify = spyOn(Argon2id.prototype, 'verify').mockImplementation(() => finish.promise);
  try {
    const pending = Array.from({ length: 50 }, () => isPassword(HASH, 'Loppet2027'));
    for (const hashOrVerify of [() => isPassword(HASH, 'Loppet2027'), () => hashPassword('Loppet2027')])
      await expect(hashOrVerify()).rejects.toMatchObject({
        code: 'server.unavailable',
        status: 503,
        retryAfter: 1,
      });
    expect(verify).toHaveBeenCalledTimes(50);
    finish.resolve(true);
    expect(await Promise.all(pending)).toEqual(Array(50).fill(true));
  } finally {
    verify.mockRestore();
  }
  // Later calls succeed, also after a hash that cannot be verified.
  expect(await isPassword('not a hash', 'Loppet2027')).toBe(false);
  expect(await isPassword(await hashPassword('Loppet2027'), 'Loppet2027')).toBe(true);
});
