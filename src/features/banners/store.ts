import { asc, eq } from 'drizzle-orm';
import { banners } from '../../../db/schema';
import type { Db } from '../../platform/database';

/** The active banners in the order they are shown (D28). */
export function findActiveBanners(db: Db) {
  return db
    .select()
    .from(banners)
    .where(eq(banners.is_active, true))
    .orderBy(asc(banners.order_index), asc(banners.id));
}

export async function hasBanners(db: Db): Promise<boolean> {
  return (await db.select({ id: banners.id }).from(banners).limit(1)).length > 0;
}

export async function insertBanners(db: Db, rows: (typeof banners.$inferInsert)[]): Promise<void> {
  await db.insert(banners).values(rows);
}
