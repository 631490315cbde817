import * as v from 'valibot';
import { router, visitor } from '../../platform/trpc';
import { PublicBanner } from './contract';
import { listBanners } from './service';

export const publicBanners = router({
  list: visitor
    .meta({ rest: 'GET /banners', summary: 'The active banners in the order they are shown.' })
    .output(v.array(PublicBanner))
    .query(({ ctx }) => listBanners(ctx)),
});

export const adminBanners = router({});
