import { Suspense, useCallback, useMemo } from 'react';
import { SportIcon } from '../features/events/sport-icon';
import type { SpotMapProps } from '../features/events/spot-map-props';
import { lazyComponent } from '../platform/navigation/lazy-component';
import { clientConfig } from '../platform/page/config';
import { Skeleton } from '../ui/skeleton';

const SpotMap = lazyComponent(() => import('../features/map/spot-map'));

/** The events feature may not import the map, so the pages that have both pass it. */
export function LazySpotMap(props: SpotMapProps) {
  const { map_tile_url: url, map_tile_attribution: attribution } = clientConfig();
  const tiles = useMemo(() => (url ? { url, attribution } : null), [url, attribution]);
  const icon = useCallback((sport: string) => <SportIcon sport={sport} size={22} />, []);
  return (
    <Suspense fallback={<Skeleton width="100%" height={260} />}>
      <SpotMap {...props} tiles={tiles} icon={icon} />
    </Suspense>
  );
}
