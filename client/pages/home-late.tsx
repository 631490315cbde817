import { useLayoutEffect, useMemo } from 'react';
import { countByEvent } from '../../src/features/announcements/rules';
import type { PublicBanner } from '../../src/features/banners/contract';
import type { CalendarAnswers } from '../features/events/calendar-answers';
import { Data } from '../platform/data';
import { trpc } from '../platform/trpc';

export { EventList } from '../features/events/event-list';

export type HomeAnswers = {
  calendar: CalendarAnswers;
  banners: readonly PublicBanner[] | undefined;
  /** They could not be had; they are done without. */
  hasNoBanners: boolean;
};

type Props = { onAnswers: (answers: HomeAnswers) => void };

/** Asks for what the home page shows, and tells it as it comes. Shows nothing. */
export const HomeData = (props: Props) => (
  <Data>
    <Asking {...props} />
  </Data>
);

function Asking({ onAnswers }: Props) {
  const banners = trpc.public.banners.list.useQuery(undefined, { retry: false });
  const events = trpc.public.events.list.useQuery();
  // Asked for together with the events, so that no card grows when the counts arrive.
  const ads = trpc.public.announcements.list.useQuery();
  const { data, isLoadingError, isFetching, refetch } = events;
  const isPending = events.isPending || ads.isPending;
  const counts = useMemo(() => countByEvent(ads.data ?? []), [ads.data]);

  // Before the page is painted: what is at hand already shows at once.
  useLayoutEffect(() => {
    onAnswers({
      calendar: {
        events: data,
        counts,
        isPending,
        // With a list at hand that could not be had anew, that one stands.
        hasFailed: isLoadingError && !isPending,
        isAsking: isFetching,
        retry: () => void refetch(),
      },
      banners: banners.data,
      hasNoBanners: banners.isError,
    });
  }, [
    onAnswers,
    data,
    isLoadingError,
    isFetching,
    refetch,
    counts,
    isPending,
    banners.data,
    banners.isError,
  ]);
  return null;
}
