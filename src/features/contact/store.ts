import { contactInfo, contactMessages } from '../../../db/schema';
import type { Db } from '../../platform/database';

export type ContactMessageRow = Omit<typeof contactMessages.$inferInsert, 'is_read'>;

/** The one row of contact info, or undefined. */
export async function findContactInfo(db: Db) {
  const [info] = await db
    .select({
      company_name: contactInfo.company_name,
      address: contactInfo.address,
      phone: contactInfo.phone,
      email: contactInfo.email,
      business_hours: contactInfo.business_hours,
      description: contactInfo.description,
    })
    .from(contactInfo);
  return info;
}

/** Keeps the row that is there. */
export async function insertContactInfo(db: Db, info: typeof contactInfo.$inferInsert): Promise<void> {
  await db.insert(contactInfo).values(info).onConflictDoNothing();
}

export async function insertMessage(db: Db, message: ContactMessageRow): Promise<void> {
  await db.insert(contactMessages).values(message);
}
