import { useCallback, useMemo, useRef } from 'react';
import { SportIcon } from '#client/features/events/card/sport-icon.tsx';
import { EventFilters } from '#client/features/events/filter/event-filters.tsx';
import { FilterNotice } from '#client/features/events/filter/notice.tsx';
import { MapPopupBody, MapRowBody, markerName } from '#client/features/events/map/map-event.tsx';
import { useEventMap } from '#client/features/events/map/use-event-map.ts';
import { EventMap } from '#client/features/map/event-map.tsx';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { clientConfig } from '#client/platform/page/config.ts';
import { Button } from '#client/ui/button.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import { formatCount } from '#src/shared/text.ts';

export default function MapPage() {
  usePageTitle('Karta');
  const map = useEventMap();
  const total = useRef<HTMLParagraphElement>(null);
  const focusTotal = useCallback(() => total.current?.focus({ preventScroll: true }), []);
  const isSlow = useDelayed(map.isPending);
  const { map_tile_url: url, map_tile_attribution: attribution } = clientConfig();
  const tiles = useMemo(() => (url ? { url, attribution } : null), [url, attribution]);
  const icon = useCallback((name: string) => <SportIcon sport={name} size={22} />, []);

  return (
    <div className="page map-page">
      <div className="page-head map-head">
        <h1 className="type-title">Karta</h1>
        <p className="map-total" aria-live="polite" ref={total} tabIndex={-1}>
          {map.count !== undefined && `Visar ${formatCount(map.count)} evenemang på kartan`}
        </p>
      </div>
      <EventFilters filtered={map.filtered} shown={map.count} hasSportRow onCleared={focusTotal} />
      {!map.isFailed && <FilterNotice filtered={map.filtered} />}
      <EventMap
        events={map.events}
        initial={map.initial}
        tiles={tiles}
        area={map.area}
        waiting={isSlow && <p role="status">Laddar karta...</p>}
        icon={icon}
        nameOf={markerName}
        renderRow={(event) => <MapRowBody event={event} />}
        renderPopup={(event) => <MapPopupBody event={event} />}
        empty={
          map.isPending ? null : (
            <div className="map-list-empty">
              {map.isEmpty || map.isFailed ? (
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
                  <Button onClick={map.filtered.clear}>Rensa Filter</Button>
                </>
              )}
            </div>
          )
        }
      />
    </div>
  );
}
