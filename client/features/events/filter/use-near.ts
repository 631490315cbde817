import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { hasFailed } from '#client/platform/api/retry-while-unavailable.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import {
  distancesFrom,
  MY_POSITION,
  type Placed,
  parseCoordinates,
} from '#src/features/events/filter/place.ts';
import type { GeoPosition } from '#src/shared/geo.ts';

/** The visitor's position, kept until the page is loaded again. It is never part of a URL or a request. */
let myPosition: GeoPosition | undefined;

const POSITION_MAX_AGE_MS = 5 * 60_000;
const LOCATE_TIMEOUT_MS = 15_000;

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const readMyPosition = () => myPosition;

/** Must be called by a press, because the browser asks the visitor for permission. */
function locate(): Promise<boolean> {
  return new Promise((resolve) => {
    if (!navigator.geolocation) return resolve(false);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        myPosition = { latitude: coords.latitude, longitude: coords.longitude };
        for (const notify of listeners) notify();
        resolve(true);
      },
      () => resolve(false),
      { maximumAge: POSITION_MAX_AGE_MS, timeout: LOCATE_TIMEOUT_MS },
    );
  });
}

/** Does nothing if the visitor is on another page when the browser answers. */
export function useLocate(onFound: () => void): { isLocating: boolean; start: () => void } {
  const [isLocating, setLocating] = useState(false);
  const start = useCallback(async () => {
    const pathWhenPressed = window.location.pathname;
    setLocating(true);
    const isFound = await locate();
    setLocating(false);
    if (window.location.pathname !== pathWhenPressed) return;
    if (isFound) onFound();
    else toast.error('Din plats kunde inte hämtas. Skriv en ort i stället.');
  }, [onFound]);
  return { isLocating, start };
}

export type Near = {
  /** `missing`: the place is unknown, or the visitor has not shared a position. `failed`: it was not fetched. */
  state: 'none' | 'pending' | 'failed' | 'missing' | 'found';
  /** By event id, in km. Undefined unless the place is found. */
  kilometres: ReadonlyMap<string, number> | undefined;
  isFetching: boolean;
  retry: () => void;
};

/** Loads the gazetteer for the name of a place only. */
export function useNear(near: string, events: readonly Placed[]): Near {
  const mine = useSyncExternalStore(subscribe, readMyPosition, readMyPosition);
  const coordinates = useMemo(() => (near === MY_POSITION ? mine : parseCoordinates(near)), [near, mine]);
  const isName = !!near && near !== MY_POSITION && !coordinates;
  const place = useQuery({
    queryKey: ['place', near],
    queryFn: async () => (await import('#src/features/events/filter/place-names.ts')).findNamedPlace(near),
    enabled: isName,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const position = coordinates ?? place.data ?? undefined;
  const kilometres = useMemo(() => position && distancesFrom(position, events), [position, events]);
  const readState = (): Near['state'] => {
    if (!near) return 'none';
    if (kilometres) return 'found';
    if (!isName || place.data === null) return 'missing';
    return hasFailed(place) ? 'failed' : 'pending';
  };
  return {
    state: readState(),
    kilometres,
    isFetching: place.isFetching,
    retry: () => void place.refetch(),
  };
}
