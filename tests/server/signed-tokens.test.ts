import { expect, test } from 'bun:test';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openToken, signToken } from '#src/platform/signed-tokens.ts';
import { temporaryDir } from '#tests/support/process.ts';

const PAYLOAD = new Uint8Array([1, 2, 3]);
const SECRET = 'a'.repeat(32);

test('a token opens for its purpose only, and not when it was changed', async () => {
  const config = { secretKey: SECRET, dataDir: '/nowhere' };
  const token = await signToken(config, 'end', PAYLOAD);
  expect(await openToken(config, 'end', token)).toEqual(PAYLOAD);
  expect(await openToken(config, 'manage', token)).toBeUndefined();
  for (const forged of ['', 'AAAA', `${token}AAAA`, `AAAA${token}`, token.slice(4), `${token}=`, 'å'])
    expect(await openToken(config, 'end', forged)).toBeUndefined();
  expect(await openToken({ ...config, secretKey: 'b'.repeat(32) }, 'end', token)).toBeUndefined();
});

test('without SECRET_KEY the key is a file that only the owner can read, the same for all who start at once', async () => {
  const dir = temporaryDir();
  const instances = Array.from({ length: 8 }, () => ({
    secretKey: undefined,
    dataDir: join(dir.path, 'new'),
  }));
  const tokens = await Promise.all(instances.map((config) => signToken(config, 'end', PAYLOAD)));
  expect(new Set(tokens).size).toBe(1);
  expect(await readdir(join(dir.path, 'new'))).toEqual(['secret-key']);
  expect((await stat(join(dir.path, 'new/secret-key'))).mode & 0o777).toBe(0o600);
  dir.remove();
});
