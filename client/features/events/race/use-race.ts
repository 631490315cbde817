import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { errorCodeOf } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { type AnnouncementCounts, countByEvent } from '#src/features/announcements/filter/counts.ts';
import type { ListedEvent } from '#src/features/events/list/contract.ts';
import { eventsOf } from '#src/features/events/list/rules.ts';
import type { Race } from './race.ts';

export const initialCountsKey = (path: string) => ['initial-counts', path] as const;
export type InitialCounts = { counts: AnnouncementCounts | undefined };

type RaceState = {
  race: Race | undefined;
  /** What the calendar knows of the race while it is pending. Undefined for past races, and without the calendar. */
  listed: ListedEvent | undefined;
  isPending: boolean;
  hasFailed: boolean;
  isFetching: boolean;
  retry: () => void;
};

/** The server sends the race and the number of its ads with its page. They are fetched on the way from another page. */
export function useRace(path: string): RaceState {
  const initial = useQueryClient().getQueryData<InitialCounts>(initialCountsKey(path));
  const page = trpc.public.events.race.useQuery({ path });
  const utils = trpc.useUtils();
  const hasAds = !!utils.public.announcements.list.getData();
  const ads = trpc.public.announcements.list.useQuery(undefined, { enabled: !initial || hasAds });
  const isGone = errorCodeOf(page.error) === 'event.not_found';
  // The calendar that led here still has it.
  useEffect(() => {
    if (isGone) void utils.public.events.upcoming.invalidate();
  }, [isGone, utils]);
  const { isPending } = page;
  const calendar = utils.public.events.upcoming.getData();
  const listed = isPending && calendar ? eventsOf(calendar).find(({ url }) => url === path) : undefined;
  const race = useMemo(() => {
    const counts = ads.data ? countByEvent(ads.data).get(page.data?.event.id ?? '') : initial?.counts;
    return page.data && { ...page.data, counts };
  }, [page.data, ads.data, initial]);
  return {
    race: isGone ? undefined : race,
    listed,
    isPending,
    hasFailed: page.isLoadingError && !isGone,
    isFetching: page.isFetching,
    retry: () => void page.refetch(),
  };
}
