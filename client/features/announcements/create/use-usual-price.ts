import { trpc } from '#client/platform/api/trpc.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { ordinaryPriceOf } from '#src/features/events/transfer/rules.ts';
import { distanceKey } from '#src/shared/distances.ts';
import type { UsualPrice } from '../remarks.ts';

/** What places are sold for is known from the open ads of the same race and distance. */
export function useUsualPrice(event: PublicEvent | undefined, distance: string): UsualPrice {
  const ads = trpc.public.announcements.list.useQuery(undefined, { enabled: !!event }).data;
  if (!event) return { ordinary_price: null, median_price: null };
  const key = distanceKey(distance);
  const ad = ads?.find((other) => other.event_id === event.id && distanceKey(other.distance) === key);
  return { ordinary_price: ordinaryPriceOf(event, distance), median_price: ad?.median_price ?? null };
}
