import { ArrowUpRight, CalendarPlus, Medal, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { share } from '#client/platform/feedback/share.ts';
import { useNow, useToday } from '#client/platform/page/clock.ts';
import { Button } from '#client/ui/button.tsx';
import { ExternalLink } from '#client/ui/external-link.tsx';
import { Link } from '#client/ui/link.tsx';
import { Menu } from '#client/ui/menu.tsx';
import type { PublicEvent } from '#src/features/events/contract.ts';
import type { ListedEvent } from '#src/features/events/list/contract.ts';
import { isUpcoming, showsStamp } from '#src/features/events/rules.ts';
import { holidayName } from '#src/shared/holidays.ts';
import { isWebUrl } from '#src/shared/web-url.ts';
import { DateBadge } from '../card/date-badge.tsx';
import { Distances, EventDays, Place } from '../card/event-facts.tsx';
import { EventName, EventState } from '../card/event-state.tsx';
import { SportBadge } from '../card/sport-icon.tsx';
import { StampTag } from '../card/stamp.tsx';
import { FollowButton } from '../follow/follow-button.tsx';
import { WatchEventButton } from '../watch/watch-event-button.tsx';
import { WEB_CALENDARS } from './calendar-links.ts';
import type { Race } from './race.ts';

/** The top of the page: what, when and where, and what can be done. */
export function RaceIntro({ race: { event, editions } }: { race: Race }) {
  const today = useToday();
  const isPast = !isUpcoming(event, today);
  return (
    <RaceHead
      event={event}
      notice={isPast && <PastNotice event={event} editions={editions} today={today} />}
      actions={<Actions event={event} isPast={isPast} />}
    />
  );
}

type HeadProps = { event: ListedEvent; notice?: ReactNode; actions?: ReactNode };

/** What a list knows of the race. Shown alone while the rest is fetched. */
export function RaceHead({ event, notice, actions }: HeadProps) {
  const now = useNow();
  const holiday = holidayName(event.event_date);
  return (
    <header className="race-head">
      <DateBadge
        day={event.event_date}
        endDay={event.event_end_date}
        sport={event.sport_type}
        status={event.status}
      />
      <div className="race-head-main">
        <h1 className="type-title">
          <EventName event={event} />
        </h1>
        <p className="race-meta">
          <EventDays event={event} />
          {holiday && <span>{holiday}</span>}
          <SportBadge sport={event.sport_type} />
          <Place event={event} />
        </p>
        {showsStamp(event, now) && event.banner_text && (
          <p>
            <StampTag text={event.banner_text} color={event.banner_color} />
          </p>
        )}
        {notice}
        <EventState event={event} />
        <Distances distances={event.distances} />
        {actions}
      </div>
    </header>
  );
}

type PastNoticeProps = { event: PublicEvent; editions: Race['editions']; today: string };

function PastNotice({ event, editions, today }: PastNoticeProps) {
  const isOver = event.status === 'scheduled';
  // The latest is first.
  const next = editions.findLast((other) => isUpcoming(other, today) && other.status === 'scheduled');
  if (!isOver && !next) return null;
  return (
    <p className="race-over">
      {isOver && <span>Loppet är över.</span>}
      {next?.url && (
        <Link to={next.url}>
          Nästa: <EventDays event={next} />
        </Link>
      )}
    </p>
  );
}

function Actions({ event, isPast }: { event: PublicEvent; isPast: boolean }) {
  const { race_link, registration, registration_url, result_link, event_name } = event;
  const result = { href: result_link, label: 'Visa resultat', Icon: Medal };
  const links = [
    registration === 'open' && { href: registration_url, label: 'Till anmälan', Icon: ArrowUpRight },
    isPast && result,
    { href: race_link, label: 'Besök evenemangssida', Icon: ArrowUpRight },
    !isPast && result,
  ].filter((link) => link !== false);
  const shownLinks = links.filter(({ href }) => href && isWebUrl(href));
  const isToCome = !isPast && event.status === 'scheduled';
  return (
    <div className="race-actions">
      {shownLinks.map(({ href, label, Icon }, index) => (
        <ExternalLink
          key={label}
          className={`button ${index === 0 ? 'button-primary' : 'button-secondary'}`}
          href={href ?? ''}
          linkLabel={event_name}
        >
          {label}
          <Icon size={18} aria-hidden="true" />
        </ExternalLink>
      ))}
      <div className="race-script-actions">
        {isToCome && <CalendarMenu event={event} />}
        {event.status === 'postponed' ? (
          <WatchEventButton watched={{ event }} text="Mejla mig om nytt datum" />
        ) : (
          <FollowButton followed={{ event }} />
        )}
        <Button icon={<Share2 size={18} aria-hidden="true" />} onClick={() => void share(event_name)}>
          Dela
        </Button>
      </div>
      {event.url && isToCome && (
        <noscript>
          <a className="button button-secondary" href={`${event.url}.ics`}>
            Lägg till i kalender
          </a>
        </noscript>
      )}
    </div>
  );
}

function CalendarMenu({ event }: { event: PublicEvent }) {
  const pageUrl = () => window.location.href.split('?')[0] ?? '';
  return (
    <Menu
      label="Lägg till i kalender"
      text="Lägg till i kalender"
      icon={<CalendarPlus size={18} aria-hidden="true" />}
      items={[
        ...(event.url
          ? [{ label: 'Kalenderfil (.ics)', onSelect: () => window.location.assign(`${event.url}.ics`) }]
          : []),
        ...WEB_CALENDARS.map(({ label, urlOf }) => ({
          label,
          onSelect: () => void window.open(urlOf(event, pageUrl()), '_blank', 'noopener'),
        })),
      ]}
    />
  );
}
