import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import type { Config } from '#src/platform/config.ts';
import type { Context } from '#src/platform/context.ts';
import type { Log } from '#src/platform/log.ts';
import type { Mail } from '#src/platform/mail.ts';
import { oneLine } from '#src/shared/text.ts';
import { renderMail, type Site } from './layout.ts';

/** A mail to be sent. `id` and `createdAt` are the same at every attempt. */
export type OutgoingMail = { id: string; createdAt: Date; mail: Mail };

export type Transport = {
  /** Sends the mail. Resolves when the mail server has accepted it or its file is written. Rejects if that fails. */
  send: (outgoing: OutgoingMail, signal: AbortSignal) => Promise<void>;
  close: () => void;
};

export const MAX_PARALLEL_MAILS = 4;
const SMTP_TIMEOUTS_MS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 30_000,
};

export function createMailTransport(config: Config, log: Log, siteUrl: string): Transport {
  const { siteName } = config;
  const from = config.mailFrom ?? { name: siteName, address: `no-reply@${new URL(siteUrl).hostname}` };
  const messageOf = (outgoing: OutgoingMail) => toMessage(outgoing, from, { siteName, siteUrl });
  return config.smtpUrl
    ? smtpTransport(config.smtpUrl, messageOf)
    : fileTransport(outboxFolder(config), log, messageOf);
}

const outboxFolder = ({ dataDir }: Config) => join(dataDir, 'outbox');

/** On one line, without encoded words (RFC 2047): in a header of ASCII alone, mail programs would decode them. */
const headerText = (text: string) => oneLine(text).replaceAll('=?', '= ?');

type MessageOf = (outgoing: OutgoingMail) => SendMailOptions;

function toMessage({ id, mail }: OutgoingMail, from: SendMailOptions['from'], site: Site): SendMailOptions {
  const address = typeof from === 'string' ? from : (from as { address: string }).address;
  const domain = /@([^\s>]+)/.exec(address)?.[1] ?? 'localhost';
  return {
    from,
    to: { name: headerText(mail.name), address: mail.to },
    subject: headerText(mail.subject),
    // The same at every attempt, so that duplicates can be recognized.
    messageId: `<${id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(mail.list && {
        Precedence: 'bulk',
        'List-Id': `<${mail.list.id}>`,
        // On one line: some mail programs do not find the URL on the next one.
        'List-Unsubscribe': { prepared: true, value: `<${oneLine(mail.list.unsubscribeUrl)}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...renderMail(mail, site),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Loads the library with the first mail, to keep the start fast. */
const loadMailer = () => import('nodemailer');

async function openPool(url: string) {
  const { createTransport } = await loadMailer();
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: MAX_PARALLEL_MAILS,
    maxMessages: Number.POSITIVE_INFINITY,
    // Retry once, for connections that the server closed while idle. The outbox handles further retries.
    maxRequeues: 1,
    ...SMTP_TIMEOUTS_MS,
  });
  // Errors of idle connections affect no mail. The next mail opens a new connection.
  pool.on('error', () => {});
  return pool;
}

function smtpTransport(url: string, messageOf: MessageOf): Transport {
  let opened: ReturnType<typeof openPool> | undefined;
  return {
    send: async (outgoing, signal) => {
      opened ??= openPool(url);
      const pool = await opened;
      await pool.sendMail({ ...messageOf(outgoing), signal });
    },
    close: () => void opened?.then((pool) => pool.close()),
  };
}

/** Writes mails as `<time>-<id>.eml`. The name is the same at every attempt, so a retry replaces the file. */
function fileTransport(folder: string, log: Log, messageOf: MessageOf): Transport {
  return {
    send: async (outgoing) => {
      const { createTransport } = await loadMailer();
      const builder = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await builder.sendMail(messageOf(outgoing));
      const name = `${outgoing.createdAt.toISOString().replace(/[-:]|\.\d+/g, '')}-${outgoing.id}.eml`;
      const file = join(folder, name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeAtomically(file, message as Buffer);
      log.info({ file }, 'The mail was written to a file; set SMTP_URL to send mails.');
    },
    close: () => {},
  };
}

/** Writes atomically: readers see the whole file or none, even after a crash. Mails contain tokens: mode 0600. */
async function writeAtomically(file: string, bytes: Buffer): Promise<void> {
  const temporary = `${file}.tmp`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

const KEEP_FILES_MS = 30 * 24 * 3_600_000;

export async function sweepFileOutbox({ config, now }: Pick<Context, 'config' | 'now'>): Promise<void> {
  const folder = outboxFolder(config);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((name) => /\.eml(\.tmp)?$/.test(name))) {
    const file = join(folder, name);
    // Another instance may have deleted the file.
    const stats = await stat(file).catch(() => undefined);
    if (stats && stats.mtimeMs < now().getTime() - KEEP_FILES_MS) await rm(file, { force: true });
  }
}
