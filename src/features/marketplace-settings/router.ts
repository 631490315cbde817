import { admin, cachedPublic, fromSnapshot, router } from '#src/platform/procedure/trpc.ts';
import { asJson } from '#src/platform/snapshot/as-json.ts';
import { MarketplaceSettings, MarketplaceSettingsInput } from './contract.ts';
import { readSettings, updateSettings } from './service.ts';

export const publicMarketplaceSettings = router({
  get: cachedPublic
    .meta({
      rest: 'GET /marketplace/settings',
      summary: 'Get the info box',
      description:
        'The info box of the marketplace page, and which rules of advice in conversations are switched off.',
      snapshot: {
        tables: ['marketplace_settings'],
        read: asJson(MarketplaceSettings, readSettings),
        isServedWhenUnavailable: true,
      },
    })
    .output(MarketplaceSettings)
    .query(fromSnapshot),
});

export const adminMarketplaceSettings = router({
  update: admin
    .meta({
      rest: 'PUT /admin/marketplace/settings',
      summary: 'Replace the info box',
      description:
        'The warning may contain HTML. It is sanitized before it is stored. ' +
        'Without `disabled_advice` the rules of advice stay as they are.',
      errors: ['settings.changed', 'request.too_long'],
    })
    .input(MarketplaceSettingsInput)
    .output(MarketplaceSettings)
    .mutation(({ ctx, input }) => updateSettings(ctx, input)),
});
