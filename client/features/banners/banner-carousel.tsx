import { trpc } from '../../platform/trpc';
import { Carousel } from './carousel';

/** The carousel of the stored banners. Its place is kept while they are fetched; without any there is no box. */
export function BannerCarousel() {
  const banners = trpc.public.banners.list.useQuery();
  if (banners.isPending) return <div className="carousel" aria-hidden="true" />;
  return <Carousel banners={banners.data ?? []} />;
}
