import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { errorCodeOf } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { type AnnouncementCounts, countByEvent } from '#src/features/announcements/filter/counts.ts';
import type { Race } from './race.ts';

export const initialCountsKey = (path: string) => ['initial-counts', path] as const;
export type InitialCounts = { counts: AnnouncementCounts | undefined };

type RaceState = {
  race: Race | undefined;
  isPending: boolean;
  hasFailed: boolean;
  isFetching: boolean;
  retry: () => void;
};

/** The server sends the race and the number of its ads with its page. They are fetched on the way from another page. */
export function useRace(path: string): RaceState {
  const initial = useQueryClient().getQueryData<InitialCounts>(initialCountsKey(path));
  const page = trpc.public.events.race.useQuery({ path });
  const ads = trpc.public.announcements.list.useQuery(undefined, { enabled: !initial });
  const race = useMemo(() => {
    const counts = ads.data ? countByEvent(ads.data).get(page.data?.event.id ?? '') : initial?.counts;
    return page.data && { ...page.data, counts };
  }, [page.data, ads.data, initial]);
  return {
    race,
    isPending: page.isPending,
    hasFailed: page.isLoadingError && errorCodeOf(page.error) !== 'event.not_found',
    isFetching: page.isFetching,
    retry: () => void page.refetch(),
  };
}
