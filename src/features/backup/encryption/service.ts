import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { openFile, readChunks, writeAll } from '#src/platform/work-dir.ts';

/** The file begins with it: the format, its version, and a line end for programs that show the first line. */
const MAGIC = Buffer.from('lopp-encrypted1\n');
const SALT_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = MAGIC.length + SALT_BYTES + IV_BYTES;
/** Takes about 0.3 s and 128 MB, so that guessing passphrases is slow. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const KEY_BYTES = 32;

const derive = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt as never);
const keyOf = (passphrase: string, salt: Buffer) =>
  derive(passphrase.normalize('NFC'), salt, KEY_BYTES, SCRYPT);

export const PASSPHRASE_LENGTH_MIN = 12;

/** Yields an encrypted file: AES-256-GCM with a key of scrypt, and the head as additional data. */
export async function* encrypt(
  pieces: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(IV_BYTES);
  const head = Buffer.concat([MAGIC, salt, iv]);
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), iv);
  cipher.setAAD(head);
  yield head;
  for await (const piece of pieces) yield cipher.update(piece);
  yield cipher.final();
  yield cipher.getAuthTag();
}

export const encryptedLength = (bytes: number): number => HEAD_BYTES + bytes + TAG_BYTES;

export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const start = Buffer.alloc(MAGIC.length);
    await file.read(start, 0, start.length, 0);
    return start.equals(MAGIC);
  } finally {
    await file.close();
  }
}

/** Writes the decrypted file to `target`. Only read it if this resolves: the end of the file proves it whole. */
export async function decryptFile(path: string, target: string, passphrase: string): Promise<void> {
  const { head, tag, size } = await readEnds(path);
  const salt = head.subarray(MAGIC.length, MAGIC.length + SALT_BYTES);
  const decipher = createDecipheriv(
    'aes-256-gcm',
    await keyOf(passphrase, salt),
    head.subarray(MAGIC.length + SALT_BYTES),
  );
  decipher.setAAD(head);
  decipher.setAuthTag(tag);
  const file = await openFile(target);
  try {
    let position = 0;
    for await (const piece of readChunks(path)) {
      const start = Math.max(0, HEAD_BYTES - position);
      const end = Math.min(piece.length, size - TAG_BYTES - position);
      position += piece.length;
      if (end > start) await writeAll(file, decipher.update(piece.subarray(start, end)));
    }
    decipher.final();
  } catch (cause) {
    throw new Error('The passphrase is wrong, or the file is damaged.', { cause });
  } finally {
    await file.close();
  }
}

async function readEnds(path: string): Promise<{ head: Buffer; tag: Buffer; size: number }> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size < encryptedLength(0)) throw new Error('The passphrase is wrong, or the file is damaged.');
    const head = Buffer.alloc(HEAD_BYTES);
    const tag = Buffer.alloc(TAG_BYTES);
    await file.read(head, 0, HEAD_BYTES, 0);
    await file.read(tag, 0, TAG_BYTES, size - TAG_BYTES);
    return { head, tag, size };
  } finally {
    await file.close();
  }
}
