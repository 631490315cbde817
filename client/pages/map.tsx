import { useCallback, useMemo } from 'react';
import { NO_FILTER } from '../../src/features/events/rules';
import { formatCount } from '../../src/shared/text';
import { MapPopupBody, MapRowBody, markerName } from '../features/events/map-event';
import { MapFilter } from '../features/events/map-filter';
import { SportIcon } from '../features/events/sport-icon';
import { useEventMap } from '../features/events/use-event-map';
import { EventMap } from '../features/map/event-map';
import { usePageTitle } from '../platform/navigation/title';
import { clientConfig } from '../platform/page/config';
import { Button } from '../ui/button';
import { useDelayed } from '../ui/use-delayed';

export default function MapPage() {
  usePageTitle('Karta');
  const map = useEventMap();
  const isLate = useDelayed(map.isPending);
  const { map_tile_url: url, map_tile_attribution: attribution } = clientConfig();
  const tiles = useMemo(() => (url ? { url, attribution } : null), [url, attribution]);
  const icon = useCallback((name: string) => <SportIcon sport={name} size={22} />, []);

  return (
    <div className="page map-page">
      <div className="page-head map-head">
        <h1 className="type-title">Karta</h1>
        <MapFilter filter={map.filter} onChange={map.change} />
      </div>
      <EventMap
        events={map.events}
        initial={map.initial}
        tiles={tiles}
        waiting={isLate && <p role="status">Laddar karta...</p>}
        icon={icon}
        nameOf={markerName}
        renderRow={(event) => <MapRowBody event={event} />}
        renderPopup={(event) => <MapPopupBody event={event} />}
        empty={
          map.isPending ? null : (
            <div className="map-list-empty">
              {map.isEmpty ? (
                <>
                  <p>Inga evenemang tillgängliga för tillfället</p>
                  {map.isFailed && (
                    <Button kind="quiet" busy={map.isFetching} onClick={() => map.retry()}>
                      Försök igen
                    </Button>
                  )}
                </>
              ) : (
                <>
                  <p>Inga Evenemang Hittades</p>
                  <Button onClick={() => map.change({ date: NO_FILTER.date, sport: '' })}>
                    Rensa Filter
                  </Button>
                </>
              )}
            </div>
          )
        }
      />
      <p className="map-total" aria-live="polite">
        {map.count !== undefined && `Visar ${formatCount(map.count)} evenemang på kartan`}
      </p>
    </div>
  );
}
