import { sql } from 'drizzle-orm';
import { outbox } from '../../db/schema';
import type { OpenContext } from './context';
import type { Db } from './database';

/** A mail to be sent: which, and about what. Its words are made when it is sent (D22). */
export type MailOrder = { kind: string; about: Record<string, string> };

/** The words of a mail in plain text; `mail/layout.ts` makes a text and an HTML part of them. Links are absolute. */
export type Mail = {
  to: string;
  /** Whom it greets; empty where that is not known to be who reads it. */
  name: string;
  subject: string;
  /** What a list of mails shows after the subject. */
  preheader: string;
  paragraphs: string[];
  facts?: { label: string; value: string }[];
  button: { label: string; url: string };
  /** Another way to go, under the button. */
  more?: { label: string; url: string };
  /** In small print: how long the link lasts, why the mail came, what to do when it was not the reader. */
  notes: string[];
};

/** What a composer gets: `siteUrl` is the base of links, without a slash at its end. */
export type MailContext = OpenContext & { siteUrl: string };

/**
 * Makes a mail from what it is about; undefined when there is nothing to send any more. `attempts` is 1 at the first
 * attempt to send it.
 */
export type Composer = (
  ctx: MailContext,
  about: Record<string, string>,
  order: { attempts: number },
) => Promise<Mail | undefined>;

/** The composers by the `kind` of an order. */
export type Composers = Record<string, Composer>;

/** Orders a mail within the caller's transaction; `delay` puts it off by so many seconds. */
export async function orderMail(db: Db, { kind, about }: MailOrder, delay = 0): Promise<void> {
  await db
    .insert(outbox)
    .values({ kind, about, due_at: sql`now() + make_interval(secs => ${delay})` as never });
}

/**
 * Takes out of the outbox, within the caller's transaction, what a feature ordered about that: also what was given up. The
 * kinds of its mails begin with its stem.
 */
export async function dropMails(db: Db, stem: string, about: MailOrder['about']): Promise<void> {
  await db
    .delete(outbox)
    .where(
      sql`starts_with(${outbox.kind}, ${`${stem}.`}) and ${outbox.about} @> ${JSON.stringify(about)}::jsonb`,
    );
}
