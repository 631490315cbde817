import { createHash, createHmac } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

type KeyConfig = Pick<Config, 'secretKey' | 'dataDir'>;

const MAC_BYTES = 16;
const keys = new WeakMap<KeyConfig, Promise<Uint8Array>>();

/**
 * Returns a token in base64url that only this product can make. Nothing is stored, so it stays valid for as long as the
 * key, also after a backup was restored. Tokens of one `purpose` are invalid for any other.
 */
export async function signToken(config: KeyConfig, purpose: string, payload: Uint8Array): Promise<string> {
  const mac = await macOf(config, purpose, payload);
  return Buffer.concat([payload, mac]).toString('base64url');
}

/** Returns the payload, or undefined if the token is not valid. */
export async function openToken(
  config: KeyConfig,
  purpose: string,
  token: string,
): Promise<Uint8Array | undefined> {
  if (!/^[\w-]+$/.test(token)) return undefined;
  const bytes = new Uint8Array(Buffer.from(token, 'base64url'));
  const payload = bytes.slice(0, -MAC_BYTES);
  const mac = await macOf(config, purpose, payload);
  const given = bytes.slice(-MAC_BYTES);
  return given.length === MAC_BYTES && crypto.timingSafeEqual(given, mac) ? payload : undefined;
}

async function macOf(config: KeyConfig, purpose: string, payload: Uint8Array): Promise<Uint8Array> {
  const hmac = createHmac('sha256', await keyOf(config))
    .update(`${purpose}\0`)
    .update(payload);
  return new Uint8Array(hmac.digest()).slice(0, MAC_BYTES);
}

function keyOf(config: KeyConfig): Promise<Uint8Array> {
  const key = keys.get(config) ?? readKey(config);
  keys.set(config, key);
  // Try again with the next token.
  key.catch(() => keys.delete(config));
  return key;
}

async function readKey({ secretKey, dataDir }: KeyConfig): Promise<Uint8Array> {
  if (secretKey) return new Uint8Array(createHash('sha256').update(secretKey).digest());
  const path = join(dataDir, 'secret-key');
  const stored = await readFile(path).catch(() => undefined);
  return stored ? new Uint8Array(stored) : createKey(dataDir, path);
}

/** Of two instances that start at the same time, both use the key of the first. */
async function createKey(dataDir: string, path: string): Promise<Uint8Array> {
  await mkdir(dataDir, { recursive: true });
  const temporaryPath = `${path}.${Bun.randomUUIDv7()}`;
  const file = await open(temporaryPath, 'wx', 0o600);
  try {
    await file.writeFile(crypto.getRandomValues(new Uint8Array(32)));
    await file.sync();
  } finally {
    await file.close();
  }
  // Unlike a rename, this fails if the file exists.
  await link(temporaryPath, path).catch(() => {});
  await rm(temporaryPath);
  return new Uint8Array(await readFile(path));
}
