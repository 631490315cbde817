import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { GeoPosition } from '../../../../src/shared/geo';
import { trpc } from '../../../platform/api/trpc';
import { toast } from '../../../platform/feedback/toast';
import { distancesFrom, MY_POSITION, parseCoordinates } from './place';

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

/** `missing`: the place is unknown, or the visitor has not shared a position. */
type Origin = { state: 'none' | 'pending' | 'missing' } | { state: 'found'; position: GeoPosition };

function useOrigin(near: string): Origin {
  const mine = useSyncExternalStore(subscribe, readMyPosition, readMyPosition);
  const coordinates = useMemo(() => (near === MY_POSITION ? mine : parseCoordinates(near)), [near, mine]);
  const isName = !!near && near !== MY_POSITION && !coordinates;
  const [place, setPlace] = useState<{ near: string; position: GeoPosition | null }>();
  useEffect(() => {
    if (!isName) return;
    let isCurrent = true;
    import('./place-names').then(
      ({ findNamedPlace }) => {
        if (isCurrent) setPlace({ near, position: findNamedPlace(near) });
      },
      () => isCurrent && setPlace({ near, position: null }),
    );
    return () => {
      isCurrent = false;
    };
  }, [near, isName]);
  return useMemo((): Origin => {
    if (!near) return { state: 'none' };
    if (coordinates) return { state: 'found', position: coordinates };
    if (!isName) return { state: 'missing' };
    if (place?.near !== near) return { state: 'pending' };
    return place.position ? { state: 'found', position: place.position } : { state: 'missing' };
  }, [near, coordinates, isName, place]);
}

export type Near = {
  state: Origin['state'];
  /** By event id, in km. Undefined unless the place is found and the positions of the events are loaded. */
  kilometres: ReadonlyMap<string, number> | undefined;
};

/** Loads the positions of the events only when a place is chosen. */
export function useNear(near: string): Near {
  const origin = useOrigin(near);
  const position = origin.state === 'found' ? origin.position : undefined;
  const { data } = trpc.public.events.coordinates.useQuery(undefined, { enabled: !!position });
  const kilometres = useMemo(
    () => (position && data ? distancesFrom(position, data) : undefined),
    [position, data],
  );
  return { state: position && !data ? 'pending' : origin.state, kilometres };
}
