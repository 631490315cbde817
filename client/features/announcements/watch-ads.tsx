import { FollowButton } from '#client/features/events/follow/follow-button.tsx';
import { WatchEventButton } from '#client/features/events/watch/watch-event-button.tsx';
import { trpc } from '#client/platform/api/trpc.ts';
import type { AnnouncementFilter } from '#src/features/announcements/filter/rules.ts';
import type { MarketView } from './market-view.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The one event that a filter leaves, by choice or by what the search found. */
function eventIdOf({ ads, shown }: MarketView, filter: AnnouncementFilter): string | undefined {
  if (filter.event) return UUID.test(filter.event) ? filter.event : undefined;
  if (!filter.q || !ads?.length || ads.length < shown) return undefined;
  const ids = new Set(ads.map(({ event_id }) => event_id));
  return ids.size === 1 ? (ads[0]?.event_id ?? undefined) : undefined;
}

type Props = { view: MarketView; filter: AnnouncementFilter; text?: string };

/**
 * The ways to follow the race of the ads, or with a `text` a button that watches for ads. Nothing unless the filter is
 * about one event.
 */
export function WatchAds({ view, filter, text }: Props) {
  const id = eventIdOf(view, filter);
  const event = trpc.public.events.get.useQuery({ id: id ?? '' }, { enabled: id !== undefined }).data;
  if (!event) return null;
  const kind = filter.type === 'wanted' ? 'market_wanted' : 'market_sale';
  const watched = { event, kind, max_price: kind === 'market_sale' ? filter.max_price : null } as const;
  return text ? (
    <WatchEventButton watched={watched} text={text} />
  ) : (
    <FollowButton followed={watched} kind="link" />
  );
}
