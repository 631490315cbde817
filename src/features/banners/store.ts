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
