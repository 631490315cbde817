import type { Context } from '../../platform/context';
import { dayInStockholm } from '../../shared/dates';
import type { PublicAnnouncement } from './contract';
import { findPublicAnnouncements } from './store';

export function listAnnouncements(ctx: Context): Promise<PublicAnnouncement[]> {
  return findPublicAnnouncements(ctx.database.db, dayInStockholm(ctx.now()));
}
