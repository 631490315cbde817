import { useCallback, useMemo } from 'react';
import { NO_FILTER } from '../../src/features/events/rules';
import { formatCount } from '../../src/shared/text';
import { shownOnMap, useInitialMap } from '../features/events/initial-map';
import { MapPopupBody, MapRowBody, markerName } from '../features/events/map-event';
import { MapFilter } from '../features/events/map-filter';
import { SportIcon } from '../features/events/sport-icon';
import { useFilter } from '../features/events/use-filter';
import { EventMap } from '../features/map/event-map';
import { trpc } from '../platform/api/trpc';
import { usePageTitle } from '../platform/navigation/title';
import { useToday } from '../platform/page/clock';
import { clientConfig } from '../platform/page/config';
import { Button } from '../ui/button';
import { useDelayed } from '../ui/use-delayed';
import { useUnhurried } from '../ui/use-unhurried';

/** The event map (section 2): markers coloured by sport, and the same events as a list. */
export default function MapPage() {
  usePageTitle('Karta');
  const [{ date, sport }, change] = useFilter();
  const today = useToday();
  const { data: answer, isLoadingError, isFetching, refetch } = trpc.public.events.coordinates.useQuery();
  const data = useUnhurried(answer);
  const isPending = !data && !isLoadingError;
  const waits = useDelayed(isPending);

  const shown = useMemo(() => shownOnMap(data ?? [], { date, sport }, today), [data, date, sport, today]);
  const initial = useInitialMap({ date, sport }, today);
  const count = data ? shown.length : isPending ? initial?.shown : undefined;
  const { map_tile_url: url, map_tile_attribution: attribution } = clientConfig();
  const tiles = useMemo(() => (url ? { url, attribution } : null), [url, attribution]);
  const icon = useCallback((name: string) => <SportIcon sport={name} size={22} />, []);

  return (
    <div className="page map-page">
      <div className="page-head map-head">
        <h1 className="type-title">Karta</h1>
        <MapFilter filter={{ date, sport }} onChange={change} />
      </div>
      <EventMap
        events={shown}
        initial={isPending ? initial?.events : undefined}
        tiles={tiles}
        waiting={waits && <p role="status">Laddar karta...</p>}
        icon={icon}
        nameOf={markerName}
        renderRow={(event) => <MapRowBody event={event} />}
        renderPopup={(event) => <MapPopupBody event={event} />}
        empty={
          isPending ? null : (
            <div className="map-list-empty">
              {isLoadingError || !data?.length ? (
                <>
                  <p>Inga evenemang tillgängliga för tillfället</p>
                  {isLoadingError && (
                    <Button kind="quiet" busy={isFetching} onClick={() => refetch()}>
                      Försök igen
                    </Button>
                  )}
                </>
              ) : (
                <>
                  <p>Inga Evenemang Hittades</p>
                  <Button onClick={() => change({ date: NO_FILTER.date, sport: '' })}>Rensa Filter</Button>
                </>
              )}
            </div>
          )
        }
      />
      <p className="map-total" aria-live="polite">
        {count !== undefined && `Visar ${formatCount(count)} evenemang på kartan`}
      </p>
    </div>
  );
}
