import type { Context } from '../../platform/context';
import type { MarketplaceSettings } from './contract';
import { DEFAULT_SETTINGS } from './rules';
import { findSettings } from './store';

export async function readSettings(ctx: Context): Promise<MarketplaceSettings> {
  return (await findSettings(ctx.database.db)) ?? DEFAULT_SETTINGS;
}
