import { DateBadge } from '#client/features/events/card/date-badge.tsx';
import { Distances, EventDays, Place, spansMonths } from '#client/features/events/card/event-facts.tsx';
import { EventName, EventState } from '#client/features/events/card/event-state.tsx';
import { SportBadge } from '#client/features/events/card/sport-icon.tsx';
import type { ListedEvent } from '#src/features/events/list/contract.ts';
import { FrameLink } from './frame.tsx';

export function RaceRow({ event, heading: Heading }: { event: ListedEvent; heading: 'h2' | 'h3' }) {
  return (
    <article className="embed-race">
      <DateBadge
        day={event.event_date}
        endDay={event.event_end_date}
        sport={event.sport_type}
        status={event.status}
      />
      <div className="embed-race-main">
        <Heading className="type-card">
          {event.url ? (
            <FrameLink className="embed-race-link" path={event.url}>
              <EventName event={event} />
            </FrameLink>
          ) : (
            <EventName event={event} />
          )}
        </Heading>
        <EventState event={event} />
        <p className="embed-race-meta">
          <EventDays event={event} className={spansMonths(event) ? 'embed-race-days' : 'visually-hidden'} />
          <SportBadge sport={event.sport_type} />
          <Place event={event} />
        </p>
      </div>
      <Distances distances={event.distances} />
    </article>
  );
}
