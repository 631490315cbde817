import { sql } from 'drizzle-orm';
import { accounts, outbox } from '#db/schema/index.ts';
import type { BackgroundContext } from './context.ts';
import type { Db } from './database.ts';

/**
 * A mail in the outbox: its kind and the ids it is about. Its text is composed when it is sent. The recipient is the
 * account `receiver_id` or `user_id`, or the address `email`.
 */
export type MailJob = { kind: string; about: Record<string, string> };

export type MailSection = { title: string; items: { title: string; url: string; lines: string[] }[] };

/** Thrown by a composer: the worker composes the mail again at `until`, with the same id. */
export class NotYet extends Error {
  constructor(readonly until: Date) {
    super(`The mail is sent at ${until.toISOString()}.`);
  }
}

/** The content of a mail as plain text. `mail/layout.ts` renders it as text and HTML. Links are absolute. */
export type Mail = {
  to: string;
  /** The recipient's name for the greeting. Empty if the reader may be somebody else. */
  name: string;
  subject: string;
  /** The preview text after the subject in a list of mails. */
  preheader: string;
  paragraphs: string[];
  facts?: { label: string; value: string }[];
  /** Paragraphs after the facts. */
  afterFacts?: string[];
  button: { label: string; url: string };
  secondaryLink?: { label: string; url: string };
  /** Groups of links with their facts, such as races. */
  sections?: MailSection[];
  /** For mails that people subscribe to (RFC 2369, RFC 2919, RFC 8058). */
  list?: { id: string; unsubscribeUrl: string };
  /** Small links below the small print. */
  footerLinks?: { label: string; url: string }[];
  /** Small print: how long the link is valid, why the mail was sent, what to do if the reader did not cause it. */
  notes: string[];
};

/** The context of composers. `siteUrl` is the base URL of links, without a trailing slash. */
export type MailContext = BackgroundContext & { siteUrl: string };

/**
 * Returns undefined if the mail is no longer needed, and throws {@link NotYet} if it must wait. `attempts` is 1 at the
 * first attempt to send it.
 */
export type Composer = (
  ctx: MailContext,
  about: Record<string, string>,
  queued: { attempts: number },
) => Promise<Mail | undefined>;

export type Composers = Record<string, Composer>;

/** By kind of mail: runs when its mail server has refused the recipient for good. Repeated after a crash. */
export type RefusalHandlers = Record<
  string,
  (ctx: MailContext, about: Record<string, string>) => Promise<void>
>;

/** The domain of demonstration addresses. Nobody can own it, because RFC 2606 reserves `.example`. */
export const DEMO_MAIL_DOMAIN = 'demo.example';

/** Runs within the caller's transaction. Queues nothing for demonstration addresses. */
export async function enqueueMail(db: Db, { kind, about }: MailJob, delaySeconds = 0): Promise<void> {
  const { email = null, user_id = null, receiver_id = user_id } = about;
  const emailOfAccount = sql`(select ${accounts.email} from ${accounts} where ${accounts.id} = ${receiver_id}::uuid)`;
  await db.execute(sql`
    insert into ${outbox} (id, kind, about, due_at)
    select ${Bun.randomUUIDv7()}::uuid, ${kind}::text, ${JSON.stringify(about)}::jsonb,
      now() + make_interval(secs => ${delaySeconds})
    where coalesce(${email}::text, ${emailOfAccount}, '') not ilike ${`%@${DEMO_MAIL_DOMAIN}`}`);
}

/**
 * Queues many mails at once, within the caller's transaction. Each `about` must have an `email`, so that demonstration
 * addresses get nothing.
 */
export async function enqueueMails(
  db: Db,
  jobs: readonly (MailJob & { about: { email: string } })[],
): Promise<void> {
  const rows = jobs
    .filter(({ about }) => !about.email.toLowerCase().endsWith(`@${DEMO_MAIL_DOMAIN}`))
    .map((job) => ({ id: Bun.randomUUIDv7(), ...job }));
  if (rows.length > 0) await db.insert(outbox).values(rows);
}

/** Deletes queued and failed mails whose kind starts with `kindPrefix` and a dot, in the caller's transaction. */
export async function deleteQueuedMails(db: Db, kindPrefix: string, about: MailJob['about']): Promise<void> {
  await db
    .delete(outbox)
    .where(
      sql`starts_with(${outbox.kind}, ${`${kindPrefix}.`}) and ${outbox.about} @> ${JSON.stringify(about)}::jsonb`,
    );
}
