import { ArrowLeft } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { lastCalendarPath } from '#client/features/events/list/last-calendar.ts';
import type { SpotMapProps } from '#client/features/events/map/spot-map-props.ts';
import { raceTitle } from '#client/features/events/race/race-head.ts';
import { RaceHead } from '#client/features/events/race/race-intro.tsx';
import { RaceView } from '#client/features/events/race/race-view.tsx';
import { useCountView } from '#client/features/events/race/use-count-view.ts';
import { useRace } from '#client/features/events/race/use-race.ts';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Link } from '#client/ui/link.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import { LazySpotMap } from './lazy-spot-map.tsx';
import NotFoundPage from './not-found.tsx';

const renderSpotMap = (props: SpotMapProps) => <LazySpotMap {...props} />;

export default function RacePage() {
  const { pathname } = useLocation();
  const { race, listed, isPending, hasFailed, isFetching, retry } = useRace(pathname.replace(/\/$/, ''));
  useCountView(race?.event.id);
  const isSlow = useDelayed(isPending);
  usePageTitle(race && raceTitle(race.event));
  const loading = isSlow && <p role="status">Laddar loppet...</p>;
  if (isPending)
    return (
      <div className="page race-page">
        {listed && <BackToCalendar />}
        {listed && (
          <article className="race">
            <RaceHead event={listed} actions={loading} />
          </article>
        )}
        {!listed && loading}
      </div>
    );
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
      <BackToCalendar />
      <RaceView race={race} renderSpotMap={renderSpotMap} />
    </div>
  );
}

function BackToCalendar() {
  return (
    <Link className="race-back" to={lastCalendarPath()}>
      <ArrowLeft size={18} aria-hidden="true" />
      Kalender
    </Link>
  );
}
