import type { PublicEvent } from '../../src/features/events/contract';
import { DateBadge } from '../features/events/date-badge';
import { Distances, EventDays, Place, spansMonths } from '../features/events/event-facts';
import { EventName, EventState } from '../features/events/event-state';
import { SportBadge } from '../features/events/sport-icon';
import { FrameLink } from './frame';

export function RaceRow({ event, heading: Heading }: { event: PublicEvent; heading: 'h2' | 'h3' }) {
  return (
    <article className="embed-race">
      <DateBadge day={event.event_date} endDay={event.event_end_date} sport={event.sport_type} />
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
