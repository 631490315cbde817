import { ArrowUpRight } from 'lucide-react';
import { ExternalLink } from '#client/ui/external-link.tsx';
import { Link } from '#client/ui/link.tsx';
import type { MappedEvent } from '#src/features/events/list/contract.ts';
import { placeOf } from '#src/features/events/rules.ts';
import { formatDays } from '#src/shared/dates.ts';
import { DateBadge } from '../card/date-badge.tsx';
import { Distances, EventDays, Place } from '../card/event-facts.tsx';
import { EventName, EventState } from '../card/event-state.tsx';
import { SportBadge, SportIcon } from '../card/sport-icon.tsx';

const APPROXIMATE_TEXT = 'ungefärlig plats';

export function markerName(event: MappedEvent): string {
  const date = formatDays(event.event_date, event.event_end_date);
  const approximate = event.is_approximate && APPROXIMATE_TEXT;
  return [event.event_name, event.sport_type, date, placeOf(event), approximate].filter(Boolean).join(', ');
}

export function MapPopupBody({ event }: { event: MappedEvent }) {
  return (
    <div className="map-event">
      <DateBadge
        day={event.event_date}
        endDay={event.event_end_date}
        sport={event.sport_type}
        status={event.status}
      />
      <div className="map-event-main">
        <h2 className="type-card">
          {event.url ? (
            <Link className="event-card-link-to-page" to={event.url}>
              <EventName event={event} />
            </Link>
          ) : (
            <EventName event={event} />
          )}
        </h2>
        <EventState event={event} />
        <Distances distances={event.distances} />
        <SportBadge sport={event.sport_type} />
      </div>
      <div className="map-event-place">
        {(placeOf(event) || event.is_approximate) && (
          <span>
            <Place event={event} />
            {event.is_approximate && <span className="map-event-approximate">{APPROXIMATE_TEXT}</span>}
          </span>
        )}
        <EventDays event={event} />
      </div>
      {event.race_link && (
        <ExternalLink
          className="button button-primary button-wide"
          href={event.race_link}
          linkLabel={event.event_name}
        >
          Besök evenemangssida
          <ArrowUpRight size={18} aria-hidden="true" />
        </ExternalLink>
      )}
    </div>
  );
}

export function MapRowBody({ event }: { event: MappedEvent }) {
  return (
    <>
      <DateBadge
        day={event.event_date}
        endDay={event.event_end_date}
        sport={event.sport_type}
        status={event.status}
      />
      <span className="map-row-main">
        <span className="map-row-name">
          <EventName event={event} />
        </span>
        <EventState event={event} />
        <EventDays event={event} className="visually-hidden" />
        <span className="map-row-sport" data-sport={event.sport_type}>
          <SportIcon sport={event.sport_type} size={17} />
          {event.sport_type}
        </span>
        <span className="map-row-place">
          {placeOf(event)}
          {event.is_approximate && ` (${APPROXIMATE_TEXT})`}
        </span>
      </span>
    </>
  );
}
