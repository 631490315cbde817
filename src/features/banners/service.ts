import type { Context } from '../../platform/context';
import type { Db } from '../../platform/database';
import type { PublicBanner } from './contract';
import { findActiveBanners, hasBanners, insertBanners } from './store';

export type NewBanner = Omit<PublicBanner, 'id' | 'is_active' | 'created_at'>;

export function listBanners(ctx: Context): Promise<PublicBanner[]> {
  return findActiveBanners(ctx.database.db);
}

/** Adds banners where there are none yet, within the caller's transaction. */
export async function addBannersWhereNone(db: Db, banners: NewBanner[]): Promise<void> {
  if (!(await hasBanners(db))) await insertBanners(db, banners);
}
