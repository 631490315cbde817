import { join } from 'node:path';
import type { Config } from '#src/platform/config.ts';

const NO_TERMINAL = 'Set BACKUP_PASSPHRASE: there is no terminal to ask for the passphrase.';

/** From BACKUP_PASSPHRASE, or typed twice. Returns an error if it is missing, too short or not the same twice. */
export async function askNewPassphrase(): Promise<string | { error: string }> {
  const { PASSPHRASE_LENGTH_MIN } = await import('#src/features/backup/encryption/service.ts');
  const given = process.env.BACKUP_PASSPHRASE;
  if (!given && !process.stdin.isTTY) return { error: NO_TERMINAL };
  const passphrase = given || (await askHidden('Passphrase: '));
  if (passphrase.length < PASSPHRASE_LENGTH_MIN)
    return { error: `The passphrase must have at least ${PASSPHRASE_LENGTH_MIN} characters.` };
  if (!given && passphrase !== (await askHidden('The same again: ')))
    return { error: 'The two passphrases differ.' };
  return passphrase;
}

/** Calls `work` with the path of the backup, decrypted into a working folder if it is encrypted. */
export async function withPlainBackup<Result>(
  config: Pick<Config, 'dataDir'>,
  path: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const { decryptFile, isEncrypted } = await import('#src/features/backup/encryption/service.ts');
  if (!(await isEncrypted(path))) return work(path);
  const given = process.env.BACKUP_PASSPHRASE;
  if (!given && !process.stdin.isTTY) throw new Error(NO_TERMINAL);
  const passphrase = given || (await askHidden('Passphrase: '));
  const { makeWorkDir } = await import('#src/platform/work-dir.ts');
  const dir = await makeWorkDir(config);
  try {
    const plainPath = join(dir.path, 'decrypted.json');
    await decryptFile(path, plainPath, passphrase);
    return await work(plainPath);
  } finally {
    await dir.remove();
  }
}

/** Reads a line from the terminal without showing it. */
async function askHidden(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const { Writable } = await import('node:stream');
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nothing, terminal: true });
  process.stderr.write(question);
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
