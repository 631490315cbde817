import * as v from 'valibot';
import { admin, cachedPublic, fromSnapshot, router } from '#src/platform/procedure/trpc.ts';
import { asJson } from '#src/platform/snapshot/as-json.ts';
import { Message } from '#src/shared/fields.ts';
import { AdminBanner, BannerId, BannerUpdate, NewBanner, PublicBanner } from './contract.ts';
import { createBanner, deleteBanner, updateBanner } from './service.ts';
import { findActiveBanners, findBanners } from './store.ts';

export const publicBanners = router({
  list: cachedPublic
    .meta({
      rest: 'GET /banners',
      summary: 'List active banners',
      description: 'In the order in which the carousel shows them.',
      snapshot: {
        tables: ['banners'],
        read: asJson(v.array(PublicBanner), ({ database }) => findActiveBanners(database.db)),
        isServedWhenUnavailable: true,
      },
    })
    .output(v.array(PublicBanner))
    .query(fromSnapshot),
});

export const adminBanners = router({
  list: admin
    .meta({
      rest: 'GET /admin/banners',
      summary: 'List all banners',
      description: 'Active and inactive banners, in the order in which the carousel shows them.',
    })
    .output(v.array(AdminBanner))
    .query(({ ctx }) => findBanners(ctx.database.db)),

  create: admin
    .meta({
      rest: 'POST /admin/banners',
      summary: 'Create a banner',
      description:
        'The banner is active unless `is_active` is `false`, and comes last unless `order_index` is set.',
      errors: ['banner.file'],
    })
    .input(NewBanner)
    .output(AdminBanner)
    .mutation(({ ctx, input }) => createBanner(ctx, input)),

  update: admin
    .meta({
      rest: 'PUT /admin/banners/:id',
      summary: 'Change a banner',
      description:
        'Takes all fields of the banner, or only `is_active` to show or hide it, or only `order_index` to move it.',
      errors: ['banner.not_found', 'banner.file', 'banner.changed'],
    })
    .input(BannerUpdate)
    .output(AdminBanner)
    .mutation(({ ctx, input }) => updateBanner(ctx, input)),

  delete: admin
    .meta({
      rest: 'DELETE /admin/banners/:id',
      summary: 'Delete a banner',
      description: 'The banners after it move up by one.',
    })
    .input(BannerId)
    .output(Message)
    .mutation(({ ctx, input }) => deleteBanner(ctx, input.id)),
});
