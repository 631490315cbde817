import { sql } from 'drizzle-orm';
import { outbox } from '../../db/schema';
import type { Db } from './database';

/** A mail to be sent: which, and about what. Its words are made when it is sent (D22). */
export type MailOrder = { kind: string; about: Record<string, string> };

/** Orders a mail within the caller's transaction; `delay` puts it off by so many seconds. */
export async function orderMail(db: Db, { kind, about }: MailOrder, delay = 0): Promise<void> {
  await db
    .insert(outbox)
    .values({ kind, about, due_at: sql`now() + make_interval(secs => ${delay})` as never });
}
