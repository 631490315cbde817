import { useLocation } from 'react-router-dom';
import { raceTitle } from '../features/events/race/race-head';
import { RaceView } from '../features/events/race/race-view';
import { useCountView } from '../features/events/race/use-count-view';
import { useRace } from '../features/events/race/use-race';
import type { SpotMapProps } from '../features/events/spot-map-props';
import { usePageTitle } from '../platform/navigation/title';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { useDelayed } from '../ui/use-delayed';
import { LazySpotMap } from './lazy-spot-map';
import NotFoundPage from './not-found';

const renderSpotMap = (props: SpotMapProps) => <LazySpotMap {...props} />;

export default function RacePage() {
  const { pathname } = useLocation();
  const { race, isPending, hasFailed, isFetching, retry } = useRace(pathname.replace(/\/$/, ''));
  useCountView(race?.event.id);
  const isSlow = useDelayed(isPending);
  usePageTitle(race && raceTitle(race.event));
  if (isPending)
    return <div className="page race-page">{isSlow && <p role="status">Laddar loppet...</p>}</div>;
  if (hasFailed)
    return (
      <div className="page race-page">
        <EmptyState
          story="start"
          heading="h1"
          title="Loppet kunde inte visas"
          text="Kontrollera din anslutning."
          action={
            <Button kind="quiet" busy={isFetching} onClick={retry}>
              Försök igen
            </Button>
          }
        />
      </div>
    );
  if (!race) return <NotFoundPage />;
  return (
    <div className="page race-page">
      <RaceView race={race} renderSpotMap={renderSpotMap} />
    </div>
  );
}
