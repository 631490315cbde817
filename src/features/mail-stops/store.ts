import { eq } from 'drizzle-orm';
import { mailStops } from '#db/schema/index.ts';
import type { Db } from '#src/platform/database.ts';

export async function insertStop(db: Db, mailbox_hash: string, created_at: string): Promise<void> {
  await db.insert(mailStops).values({ mailbox_hash, created_at }).onConflictDoNothing();
}

export async function deleteStop(db: Db, mailboxHash: string): Promise<void> {
  await db.delete(mailStops).where(eq(mailStops.mailbox_hash, mailboxHash));
}
