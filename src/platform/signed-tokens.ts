import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HMAC, sha256 } from 'oslo/crypto';
import { base64url } from 'oslo/encoding';
import type { Config } from './config.ts';

type KeyConfig = Pick<Config, 'secretKey' | 'dataDir'>;

const MAC_BYTES = 16;
const hmac = new HMAC('SHA-256');
const keys = new WeakMap<KeyConfig, Promise<Uint8Array>>();

/**
 * Returns a token in base64url that only this product can make. Nothing is stored, so it stays valid for as long as the key,
 * also after a backup was restored. Tokens of one `purpose` are invalid for any other.
 */
export async function signToken(config: KeyConfig, purpose: string, payload: Uint8Array): Promise<string> {
  const mac = await macOf(config, purpose, payload);
  return base64url.encode(new Uint8Array([...payload, ...mac]), { includePadding: false });
}

/** Returns the payload, or undefined if the token is not valid. */
export async function openToken(
  config: KeyConfig,
  purpose: string,
  token: string,
): Promise<Uint8Array | undefined> {
  if (!/^[\w-]+$/.test(token)) return undefined;
  const bytes = base64url.decode(token, { strict: false });
  const payload = bytes.slice(0, -MAC_BYTES);
  const mac = await macOf(config, purpose, payload);
  const given = bytes.slice(-MAC_BYTES);
  return given.length === MAC_BYTES && crypto.timingSafeEqual(given, mac) ? payload : undefined;
}

async function macOf(config: KeyConfig, purpose: string, payload: Uint8Array): Promise<Uint8Array> {
  const message = new Uint8Array([...new TextEncoder().encode(`${purpose}\0`), ...payload]);
  return new Uint8Array(await hmac.sign(await keyOf(config), message)).slice(0, MAC_BYTES);
}

function keyOf(config: KeyConfig): Promise<Uint8Array> {
  const key = keys.get(config) ?? readKey(config);
  keys.set(config, key);
  // Try again with the next token.
  key.catch(() => keys.delete(config));
  return key;
}

async function readKey({ secretKey, dataDir }: KeyConfig): Promise<Uint8Array> {
  if (secretKey) return new Uint8Array(await sha256(new TextEncoder().encode(secretKey)));
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
