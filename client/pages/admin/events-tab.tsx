import { Suspense, useCallback, useMemo } from 'react';
import { EventsAdmin } from '../../features/events/admin/events-admin';
import type { SpotMapProps } from '../../features/events/admin/spot-field';
import { SportIcon } from '../../features/events/sport-icon';
import { lazyComponent } from '../../platform/navigation/lazy-component';
import { clientConfig } from '../../platform/page/config';
import { Skeleton } from '../../ui/skeleton';

const SpotMap = lazyComponent(() => import('../../features/map/spot-map'));

export default function EventsTab() {
  const { map_tile_url: url, map_tile_attribution: attribution } = clientConfig();
  const tiles = useMemo(() => (url ? { url, attribution } : null), [url, attribution]);
  const renderSpotMap = useCallback(
    (props: SpotMapProps) => (
      <Suspense fallback={<Skeleton width="100%" height={260} />}>
        <SpotMap {...props} tiles={tiles} icon={(sport) => <SportIcon sport={sport} size={22} />} />
      </Suspense>
    ),
    [tiles],
  );
  return <EventsAdmin renderSpotMap={renderSpotMap} />;
}
