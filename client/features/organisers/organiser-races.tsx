import { useToday } from '#client/platform/page/clock.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Link } from '#client/ui/link.tsx';
import { isUpcoming } from '#src/features/events/rules.ts';
import type { OrganiserView } from '#src/features/organisers/contract.ts';
import { dayInStockholm, formatLongDay } from '#src/shared/dates.ts';
import { OrganiserRace } from './organiser-race.tsx';

/** The next edition first, then those that were. */
export function OrganiserRaces({ view: { series, email, expires_at, events } }: { view: OrganiserView }) {
  const today = useToday();
  const upcoming = events.filter((event) => isUpcoming(event, today)).toReversed();
  const past = events.filter((event) => !isUpcoming(event, today));
  return (
    <div className="page organiser-page">
      <div className="page-head">
        <h1 className="type-title">{series.name}</h1>
        <p className="page-lead">
          Länken till {email} gäller till {formatLongDay(dayInStockholm(new Date(expires_at)))}.{' '}
          <Link to={series.url}>Visa loppets sida</Link>
        </p>
      </div>
      {events.length === 0 && (
        <EmptyState
          story="start"
          title="Serien har inga lopp."
          text="Skriv till oss, så lägger vi upp det första."
        />
      )}
      {upcoming.length > 0 && (
        <section className="organiser-section" aria-labelledby="organiser-upcoming">
          <h2 className="type-section" id="organiser-upcoming">
            Kommande
          </h2>
          {upcoming.map((event) => (
            <OrganiserRace key={event.id} event={event} canCopy={false} />
          ))}
        </section>
      )}
      {past.length > 0 && (
        <section className="organiser-section" aria-labelledby="organiser-past">
          <h2 className="type-section" id="organiser-past">
            Tidigare
          </h2>
          {past.map((event) => (
            <OrganiserRace key={event.id} event={event} canCopy />
          ))}
        </section>
      )}
    </div>
  );
}
