import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { oneLine } from '../../shared/text';
import type { Config } from '../config';
import type { Context } from '../context';
import type { Log } from '../log';
import type { Mail } from '../mail';
import { layOut, type Site } from './layout';

/** A mail on its way; `id` and `at` are its order's, the same at every attempt. */
export type Outgoing = { id: string; at: Date; mail: Mail };

export type Transport = {
  /** Resolves when the mail is taken over by whoever carries it on; rejects when it was not, or is called off. */
  send: (outgoing: Outgoing, signal: AbortSignal) => Promise<void>;
  close: () => void;
};

/** How many mails are on their way at a time. */
export const LANES = 4;
/** Milliseconds that a server may say nothing: while it is connected to, before it greets, then between its lines. */
const SILENCE = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 30_000,
};

/** SMTP where there is a server, else files in the data folder (D2). */
export function createMailTransport(config: Config, log: Log, siteUrl: string): Transport {
  const { siteName } = config;
  const from = config.mailFrom ?? { name: siteName, address: `no-reply@${new URL(siteUrl).hostname}` };
  const messageOf = (outgoing: Outgoing) => toMessage(outgoing, from, { siteName, siteUrl });
  return config.smtpUrl
    ? smtpTransport(config.smtpUrl, messageOf)
    : fileTransport(outboxFolder(config), log, messageOf);
}

const outboxFolder = ({ dataDir }: Config) => join(dataDir, 'outbox');

type MessageOf = (outgoing: Outgoing) => SendMailOptions;

function toMessage({ id, mail }: Outgoing, from: SendMailOptions['from'], site: Site): SendMailOptions {
  const address = typeof from === 'string' ? from : (from as { address: string }).address;
  const domain = /@([^\s>]+)/.exec(address)?.[1] ?? 'localhost';
  return {
    from,
    to: { name: oneLine(mail.name), address: mail.to },
    subject: oneLine(mail.subject),
    // A mail that had to be sent twice can be told by it.
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    ...layOut(mail, site),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** With the first mail: a start has better things to load. */
const loadMailer = () => import('nodemailer');

async function openPool(url: string) {
  const { createTransport } = await loadMailer();
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: LANES,
    maxMessages: Number.POSITIVE_INFINITY,
    // Once, for a connection that the server had closed while it was idle; the outbox tries what comes after.
    maxRequeues: 1,
    ...SILENCE,
  });
  // What ails an idle connection is nobody's mail: the next one opens another.
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

/** Mails as `<time>-<id>.eml`. The name is the order's: sending it again replaces the file. */
function fileTransport(folder: string, log: Log, messageOf: MessageOf): Transport {
  return {
    send: async (outgoing) => {
      const { createTransport } = await loadMailer();
      const builder = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await builder.sendMail(messageOf(outgoing));
      const name = `${outgoing.at.toISOString().replace(/[-:]|\.\d+/g, '')}-${outgoing.id}.eml`;
      const file = join(folder, name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(file, message as Buffer);
      log.info({ file }, 'A mail is in the outbox; SMTP_URL would send it.');
    },
    close: () => {},
  };
}

/** A reader finds the whole file or none, and so does whoever comes back after a crash. Mails hold tokens: the owner's alone. */
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const half = `${file}.tmp`;
  const handle = await open(half, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(half, file);
}

const KEEP_FILES = 30 * 24 * 3_600_000;

/** Deletes mails that were written to files more than 30 days ago. */
export async function sweepFileOutbox({ config, now }: Pick<Context, 'config' | 'now'>): Promise<void> {
  const folder = outboxFolder(config);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((name) => /\.eml(\.tmp)?$/.test(name))) {
    const file = join(folder, name);
    // Another instance may have deleted it meanwhile.
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < now().getTime() - KEEP_FILES) await rm(file, { force: true });
  }
}
