import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { composers, onRefused } from '#src/mails.ts';
import type { BackgroundContext } from '#src/platform/context.ts';
import { startMailWorker } from '#src/platform/mail/worker.ts';

export type ReadMail = Email & {
  /** From the text part. The first link is the button's. */
  links: string[];
  /** Path and query of the button's link, such as `/marketplace/verify/<token>`. */
  path: string;
};

export async function readMail(bytes: Uint8Array | string): Promise<ReadMail> {
  const mail = await PostalMime.parse(bytes);
  const links = mail.text?.match(/https?:\/\/\S+/g) ?? [];
  const { pathname = '', search = '' } = URL.parse(links[0] ?? '') ?? {};
  return { ...mail, links, path: pathname + search };
}

const POLL_INTERVAL_MS = 25;
const TIMEOUT_MS = 10_000;

export function mailbox(folder: string) {
  const handedOut = new Set<string>();

  async function read(): Promise<{ file: string; mail: ReadMail }[]> {
    const names = await readdir(folder).catch(() => []);
    return Promise.all(
      names
        .filter((name) => name.endsWith('.eml'))
        .sort()
        .map(async (file) => ({ file, mail: await readMail(await Bun.file(join(folder, file)).bytes()) })),
    );
  }
  const isTo = (address: string, { mail }: { mail: ReadMail }) =>
    mail.to?.some((to) => to.address?.toLowerCase() === address.toLowerCase()) ?? false;

  return {
    all: async () => (await read()).map(({ mail }) => mail),
    mailsTo: async (address: string) =>
      (await read()).filter((found) => isTo(address, found)).map(({ mail }) => mail),
    /** The next mail that was not returned before. Throws if none arrives within 10 seconds. */
    nextMail: async (address: string): Promise<ReadMail> => {
      for (
        const start = performance.now();
        performance.now() - start < TIMEOUT_MS;
        await Bun.sleep(POLL_INTERVAL_MS)
      ) {
        const next = (await read()).find((found) => isTo(address, found) && !handedOut.has(found.file));
        if (!next) continue;
        handedOut.add(next.file);
        return next.mail;
      }
      throw new Error(`No mail arrived at ${address} within ${TIMEOUT_MS} ms.`);
    },
  };
}

/** Has a short polling interval and writes mails to files. */
export function startTestMail(context: BackgroundContext, siteUrl: string) {
  const worker = startMailWorker({ ...context, siteUrl: context.config.publicUrl ?? siteUrl }, composers, {
    onRefused,
    pollMs: POLL_INTERVAL_MS,
  });
  return { ...mailbox(join(context.config.dataDir, 'outbox')), stop: worker.stop };
}
