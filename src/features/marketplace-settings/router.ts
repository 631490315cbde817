import { admin, router, visitor } from '../../platform/trpc';
import { MarketplaceSettings, MarketplaceSettingsInput } from './contract';
import { readSettings, updateSettings } from './service';

export const publicMarketplaceSettings = router({
  get: visitor
    .meta({
      rest: 'GET /marketplace/settings',
      isKept: true,
      summary: 'The info box of Startplatsmarknaden.',
    })
    .output(MarketplaceSettings)
    .query(({ ctx }) => readSettings(ctx)),
});

export const adminMarketplaceSettings = router({
  update: admin
    .meta({ rest: 'PUT /admin/marketplace/settings', summary: 'Another info box; its warning is cleaned.' })
    .input(MarketplaceSettingsInput)
    .output(MarketplaceSettings)
    .mutation(({ ctx, input }) => updateSettings(ctx, input)),
});
