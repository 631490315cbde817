import { Suspense, useCallback, useMemo } from 'react';
import { SportIcon } from '#client/features/events/card/sport-icon.tsx';
import type { SpotMapProps } from '#client/features/events/map/spot-map-props.ts';
import { lazyComponent } from '#client/platform/navigation/lazy-component.ts';
import { clientConfig } from '#client/platform/page/config.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';

const SpotMap = lazyComponent(() => import('#client/features/map/spot-map.tsx'));

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
