import { asJson } from '../../platform/snapshot/as-json';
import { admin, everybody, fromSnapshot, router } from '../../platform/trpc';
import { MarketplaceSettings, MarketplaceSettingsInput } from './contract';
import { readSettings, updateSettings } from './service';

export const publicMarketplaceSettings = router({
  get: everybody
    .meta({
      rest: 'GET /marketplace/settings',
      summary: 'The info box of Startplatsmarknaden.',
      snapshot: {
        of: ['marketplace_settings'],
        read: asJson(MarketplaceSettings, readSettings),
        isKept: true,
      },
    })
    .output(MarketplaceSettings)
    .query(fromSnapshot),
});

export const adminMarketplaceSettings = router({
  update: admin
    .meta({ rest: 'PUT /admin/marketplace/settings', summary: 'Another info box; its warning is cleaned.' })
    .input(MarketplaceSettingsInput)
    .output(MarketplaceSettings)
    .mutation(({ ctx, input }) => updateSettings(ctx, input)),
});
