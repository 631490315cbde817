import * as v from 'valibot';
import { asJson } from '../../platform/snapshot/as-json';
import { admin, everybody, fromSnapshot, router } from '../../platform/trpc';
import { Message } from '../../shared/fields';
import { AdminBanner, BannerId, BannerUpdate, NewBanner, PublicBanner } from './contract';
import { createBanner, deleteBanner, updateBanner } from './service';
import { findActiveBanners, findBanners } from './store';

export const publicBanners = router({
  list: everybody
    .meta({
      rest: 'GET /banners',
      summary: 'The active banners in the order they are shown.',
      snapshot: {
        of: ['banners'],
        read: asJson(v.array(PublicBanner), ({ database }) => findActiveBanners(database.db)),
        isKept: true,
      },
    })
    .output(v.array(PublicBanner))
    .query(fromSnapshot),
});

export const adminBanners = router({
  list: admin
    .meta({ rest: 'GET /admin/banners', summary: 'Every banner in the order they are shown.' })
    .output(v.array(AdminBanner))
    .query(({ ctx }) => findBanners(ctx.database.db)),

  create: admin
    .meta({ rest: 'POST /admin/banners', summary: 'A new banner, last unless `order_index` says where.' })
    .input(NewBanner)
    .output(AdminBanner)
    .mutation(({ ctx, input }) => createBanner(ctx, input)),

  update: admin
    .meta({
      rest: 'PUT /admin/banners/:id',
      summary: 'The full banner, or only `is_active`, or only `order_index`.',
    })
    .input(BannerUpdate)
    .output(AdminBanner)
    .mutation(({ ctx, input }) => updateBanner(ctx, input)),

  delete: admin
    .meta({ rest: 'DELETE /admin/banners/:id', summary: 'Deletes a banner.' })
    .input(BannerId)
    .output(Message)
    .mutation(({ ctx, input }) => deleteBanner(ctx, input.id)),
});
