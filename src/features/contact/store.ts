import { and, asc, count, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import { contactInfo, contactMessages } from '#db/schema/index.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';

type ContactMessageRow = Omit<typeof contactMessages.$inferInsert, 'is_read'>;

const infoColumns = {
  company_name: contactInfo.company_name,
  address: contactInfo.address,
  phone: contactInfo.phone,
  email: contactInfo.email,
  business_hours: contactInfo.business_hours,
  description: contactInfo.description,
};

export function findContactInfo(db: Reader) {
  return atMostOne(db.select(infoColumns).from(contactInfo));
}

export async function insertContactInfo(db: Db, info: typeof contactInfo.$inferInsert): Promise<void> {
  await db.insert(contactInfo).values(info).onConflictDoNothing();
}

export async function countUnread(db: Reader): Promise<number> {
  const row = await exactlyOne(
    db.select({ count: count() }).from(contactMessages).where(eq(contactMessages.is_read, false)),
  );
  return row.count;
}

export async function insertMessage(db: Db, message: ContactMessageRow): Promise<void> {
  await db.insert(contactMessages).values(message);
}

/** Requires at least one field. The first write creates the row. */
export async function changeContactInfo(db: Db, change: Partial<typeof contactInfo.$inferInsert>) {
  return exactlyOne(
    db
      .insert(contactInfo)
      .values(change)
      .onConflictDoUpdate({ target: contactInfo.only, set: change })
      .returning(infoColumns),
  );
}

export function findMessages(db: Reader) {
  return db
    .select()
    .from(contactMessages)
    .orderBy(desc(contactMessages.created_at), desc(contactMessages.id));
}

export function findMessage(db: Reader, id: string) {
  return atMostOne(db.select().from(contactMessages).where(eq(contactMessages.id, id)));
}

export function changeReadMark(db: Db, id: string, is_read: boolean) {
  return atMostOne(
    db
      .update(contactMessages)
      .set({ is_read })
      .where(and(eq(contactMessages.id, id), ne(contactMessages.is_read, is_read)))
      .returning(),
  );
}

export async function removeMessage(db: Db, id: string): Promise<string | undefined> {
  const row = await atMostOne(
    db
      .delete(contactMessages)
      .where(eq(contactMessages.id, id))
      .returning({ subject: contactMessages.subject }),
  );
  return row?.subject;
}

/** `emails` must be in lower case. */
export function findMessagesFrom(db: Reader, emails: string[]) {
  return db
    .select()
    .from(contactMessages)
    .where(inArray(sql`lower(${contactMessages.email})`, emails))
    .orderBy(asc(contactMessages.created_at), asc(contactMessages.id));
}

export async function deleteMessagesBefore(db: Db, instant: string): Promise<void> {
  await db.delete(contactMessages).where(lt(contactMessages.created_at, instant));
}
