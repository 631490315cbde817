import { router, visitor } from '../../platform/trpc';
import { MarketplaceSettings } from './contract';
import { readSettings } from './service';

export const publicMarketplaceSettings = router({
  get: visitor
    .meta({ rest: 'GET /marketplace/settings', summary: 'The info box of Startplatsmarknaden.' })
    .output(MarketplaceSettings)
    .query(({ ctx }) => readSettings(ctx)),
});

export const adminMarketplaceSettings = router({});
