import type { Context } from '../../platform/context';
import type { PublicBanner } from './contract';
import { findActiveBanners } from './store';

export function listBanners(ctx: Context): Promise<PublicBanner[]> {
  return findActiveBanners(ctx.database.db);
}
