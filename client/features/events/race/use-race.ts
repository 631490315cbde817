import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { findRace, type Race } from './race.ts';

export const initialRaceKey = (path: string, today: string) => ['initial-race', path, today] as const;

const NONE = [] as const;

type RaceState = {
  race: Race | undefined;
  isPending: boolean;
  hasFailed: boolean;
  isFetching: boolean;
  retry: () => void;
};

/** The server sends the race with its page. The lists are only fetched on the way from another page. */
export function useRace(path: string): RaceState {
  const today = useToday();
  const initial = useQueryClient().getQueryData<Race>(initialRaceKey(path, today));
  const utils = trpc.useUtils();
  // Once the calendar was opened, its lists are newer than what came with the page.
  const enabled = !initial || !!utils.public.events.list.getData();
  const events = trpc.public.events.list.useQuery(undefined, { enabled });
  const located = trpc.public.events.coordinates.useQuery(undefined, { enabled });
  const ads = trpc.public.announcements.list.useQuery(undefined, { enabled });
  const found = useMemo(
    () =>
      enabled && events.data && (located.data || !initial) && (ads.data || !initial)
        ? findRace(path, { events: events.data, located: located.data ?? NONE, ads: ads.data ?? NONE, today })
        : undefined,
    [enabled, initial, path, events.data, located.data, ads.data, today],
  );
  return {
    race: found ?? initial,
    isPending: !initial && events.isPending,
    hasFailed: !initial && events.isLoadingError,
    isFetching: events.isFetching,
    retry: () => void events.refetch(),
  };
}
