import { ArrowUpRight, Medal, Search, Ticket } from 'lucide-react';
import { memo } from 'react';
import { useToday } from '#client/platform/page/clock.ts';
import { cx } from '#client/ui/class-names.ts';
import { ExternalLink } from '#client/ui/external-link.tsx';
import { Link } from '#client/ui/link.tsx';
import type { AnnouncementCounts } from '#src/features/announcements/filter/counts.ts';
import type { IsChosenDistance } from '#src/features/events/filter/distance.ts';
import { formatKilometres } from '#src/features/events/filter/place.ts';
import type { CalendarEvent, ListedEvent } from '#src/features/events/list/contract.ts';
import { isUpcoming, isWatchable } from '#src/features/events/rules.ts';
import { formatNearDay } from '#src/shared/dates.ts';
import { holidayName } from '#src/shared/holidays.ts';
import { isWebUrl } from '#src/shared/web-url.ts';
import { WatchEventButton } from '../watch/watch-event-button.tsx';
import { cardFacts } from './card-facts.ts';
import { DateBadge } from './date-badge.tsx';
import { Distances, EventDays, Place, spansMonths } from './event-facts.tsx';
import { EventName, EventState } from './event-state.tsx';
import { SportBadge } from './sport-icon.tsx';
import { Stamp } from './stamp.tsx';

/** The preview in the portal has no position. */
export type CardEvent = ListedEvent & Partial<Pick<CalendarEvent, 'is_approximate'>>;

type Props = {
  event: CardEvent;
  counts: AnnouncementCounts | undefined;
  hasStamp: boolean;
  /** In km from the chosen place. */
  kilometres?: number | undefined;
  /** Shows the date with its year, for a list without month headings. */
  showsDate?: boolean;
  isChosenDistance?: IsChosenDistance | undefined;
};

export const EventCard = memo(function EventCard(props: Props) {
  const { event, counts, hasStamp, kilometres, showsDate = false, isChosenDistance } = props;
  const nameId = `event-${event.id}`;
  return (
    <article className={cx('event-card', hasStamp && 'event-card-stamped')} aria-labelledby={nameId}>
      {hasStamp && event.banner_text && <Stamp text={event.banner_text} color={event.banner_color} />}
      <DateBadge
        day={event.event_date}
        endDay={event.event_end_date}
        sport={event.sport_type}
        status={event.status}
      />
      <div className="event-card-main">
        <h3 className="type-card event-card-name" id={nameId}>
          {event.url ? (
            <Link className="event-card-link-to-page" to={event.url}>
              <EventName event={event} />
            </Link>
          ) : (
            <EventName event={event} />
          )}
        </h3>
        <EventState event={event} />
        <p className="event-card-meta">
          <EventDays
            event={event}
            className={showsDate || spansMonths(event) ? 'event-card-time' : 'visually-hidden'}
          />
          <Holiday day={event.event_date} />
          <SportBadge sport={event.sport_type} />
          <Place event={event} />
          {kilometres !== undefined && (
            <span className="event-card-away">{formatKilometres(kilometres, event.is_approximate)} bort</span>
          )}
        </p>
        <Fields event={event} />
      </div>
      <div className="event-card-figures">
        <Distances
          distances={event.distances}
          isChosen={isChosenDistance && ((distance) => isChosenDistance(distance, event.sport_type))}
        />
        <Counts eventId={event.id} counts={counts} />
      </div>
      <Links event={event} />
    </article>
  );
});

function Holiday({ day }: { day: string }) {
  const name = holidayName(day);
  return name ? <span className="event-card-holiday">{name}</span> : null;
}

function Fields({ event }: { event: ListedEvent }) {
  const fields = cardFacts(event);
  const today = useToday();
  const confirmedOn = event.organizer_confirmed_on;
  if (fields.length === 0 && !confirmedOn) return null;
  return (
    <dl className="event-card-fields">
      {fields.map(({ label, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fields may be equal, and their order is fixed
        <div key={index}>
          <dt>{label}</dt> <dd>{value}</dd>
        </div>
      ))}
      {confirmedOn && (
        <div>
          <dt>Uppgifterna kommer från arrangören</dt> <dd>{formatNearDay(confirmedOn, today)}</dd>
        </div>
      )}
    </dl>
  );
}

function Counts({ eventId, counts }: { eventId: string; counts: AnnouncementCounts | undefined }) {
  if (!counts) return null;
  const market = `/marketplace?event=${eventId}`;
  return (
    <p className="event-card-counts">
      {counts.sale > 0 && (
        <Link className="event-card-sale" to={`${market}&type=sale`}>
          <Ticket size={17} aria-hidden="true" />
          {counts.sale} säljes
        </Link>
      )}
      {counts.wanted > 0 && (
        <Link className="event-card-wanted" to={`${market}&type=wanted`}>
          <Search size={17} aria-hidden="true" />
          {counts.wanted} söks
        </Link>
      )}
    </p>
  );
}

function Links({ event }: { event: ListedEvent }) {
  const { race_link, result_link, event_name } = event;
  const [race, result] = [race_link, result_link].map((link) => (link && isWebUrl(link) ? link : undefined));
  const today = useToday();
  const hasWatch = isWatchable(event, today);
  const [resultKind, raceKind] = isUpcoming(event, today) ? ['secondary', 'soft'] : ['soft', 'secondary'];
  if (!race && !result && !hasWatch) return null;
  return (
    <div className="event-card-links">
      {result && (
        <ExternalLink
          className={`button button-${resultKind} event-card-link`}
          href={result}
          linkLabel={event_name}
        >
          Visa resultat
          <Medal size={18} aria-hidden="true" />
        </ExternalLink>
      )}
      {race && (
        <ExternalLink
          className={`button button-${raceKind} event-card-link`}
          href={race}
          linkLabel={event_name}
        >
          Besök evenemangssida
          <ArrowUpRight size={18} aria-hidden="true" />
        </ExternalLink>
      )}
      {hasWatch && (
        <WatchEventButton
          watched={{ event }}
          kind="quiet"
          className="button-icon event-card-watch"
          text={null}
          aria-label={`Följ ${event_name}`}
        />
      )}
    </div>
  );
}
