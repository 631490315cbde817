import { ArrowUpRight, CalendarPlus, Flag, MapPin, Medal, Plus, Search, Share2, Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import { share } from '#client/platform/feedback/share.ts';
import { useNow, useToday } from '#client/platform/page/clock.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { ExternalLink } from '#client/ui/external-link.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { Link } from '#client/ui/link.tsx';
import { Menu } from '#client/ui/menu.tsx';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { FACTS } from '#src/features/events/facts.ts';
import { formatKilometres } from '#src/features/events/filter/place.ts';
import { isUpcoming, showsStamp } from '#src/features/events/rules.ts';
import { formatDays, formatLongDay } from '#src/shared/dates.ts';
import { holidayName } from '#src/shared/holidays.ts';
import { isWebUrl } from '#src/shared/web-url.ts';
import { DateBadge } from '../card/date-badge.tsx';
import { Distances, EventDays, Place } from '../card/event-facts.tsx';
import { EventName, EventState } from '../card/event-state.tsx';
import { SportBadge } from '../card/sport-icon.tsx';
import { StampTag } from '../card/stamp.tsx';
import { FollowButton } from '../follow/follow-button.tsx';
import type { SpotMapProps } from '../map/spot-map-props.ts';
import { WatchEventButton } from '../watch/watch-event-button.tsx';
import { WEB_CALENDARS } from './calendar-links.ts';
import type { Race } from './race.ts';
import { RaceTransfer } from './race-transfer.tsx';

type Props = { race: Race; renderSpotMap: (props: SpotMapProps) => ReactNode };

export function RaceView({ race, renderSpotMap }: Props) {
  const { event, editions, near } = race;
  return (
    <article className="race">
      <RaceHead event={event} />
      <div className="race-columns">
        <div className="race-main">
          <RaceFacts event={event} />
          <RaceTransfer event={event} />
          <Places race={race} />
          {editions.length > 0 && (
            <RaceList title="Fler upplagor">
              {editions.map((edition) => (
                <RaceLink key={edition.id} event={edition}>
                  {edition.result_link && isWebUrl(edition.result_link) && (
                    <ExternalLink
                      className="race-list-results"
                      href={edition.result_link}
                      linkLabel={`${edition.event_name} ${edition.event_date.slice(0, 4)}`}
                    >
                      Resultat
                    </ExternalLink>
                  )}
                </RaceLink>
              ))}
            </RaceList>
          )}
          {near.length > 0 && (
            <RaceList title="Fler lopp i närheten samma tid">
              {near.map(({ event: other, kilometres }) => (
                <RaceLink key={other.id} event={other}>
                  <span className="race-list-away">{formatKilometres(kilometres)} bort</span>
                </RaceLink>
              ))}
            </RaceList>
          )}
        </div>
        <RaceMap race={race} renderSpotMap={renderSpotMap} />
      </div>
    </article>
  );
}

function RaceHead({ event }: { event: PublicEvent }) {
  const { race_link, registration_url, result_link, event_name } = event;
  const link = (href: string | null, label: string, className: string, icon: ReactNode) =>
    href &&
    isWebUrl(href) && (
      <ExternalLink className={`button ${className}`} href={href} linkLabel={event_name}>
        {label}
        {icon}
      </ExternalLink>
    );
  const [today, now] = [useToday(), useNow()];
  const holiday = holidayName(event.event_date);
  return (
    <header className="race-head">
      <DateBadge day={event.event_date} endDay={event.event_end_date} sport={event.sport_type} />
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
        <EventState event={event} />
        <Distances distances={event.distances} />
        <div className="race-actions">
          {event.registration === 'open' &&
            link(
              registration_url,
              'Till anmälan',
              'button-primary',
              <ArrowUpRight size={18} aria-hidden="true" />,
            )}
          {link(
            race_link,
            'Besök evenemangssida',
            'button-soft',
            <ArrowUpRight size={18} aria-hidden="true" />,
          )}
          {link(result_link, 'Visa resultat', 'button-secondary', <Medal size={18} aria-hidden="true" />)}
          <div className="race-script-actions">
            {isUpcoming(event, today) && <CalendarMenu event={event} />}
            <FollowButton followed={{ event }} />
            <ShareButton event={event} />
          </div>
          {event.url && isUpcoming(event, today) && (
            <noscript>
              <a className="button button-secondary" href={`${event.url}.ics`}>
                Lägg till i kalender
              </a>
            </noscript>
          )}
        </div>
      </div>
    </header>
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

function ShareButton({ event }: { event: PublicEvent }) {
  return (
    <Button icon={<Share2 size={18} aria-hidden="true" />} onClick={() => void share(event.event_name)}>
      Dela
    </Button>
  );
}

function RaceFacts({ event }: { event: PublicEvent }) {
  const facts = [
    ...FACTS.map(({ name, label }) => ({ label, value: event[name] })),
    ...event.additional_fields,
  ].filter(({ value }) => value);
  const subject = `Fel på ${event.event_name}, ${formatDays(event.event_date, event.event_end_date)}`;
  return (
    <section className="race-section" aria-labelledby="race-facts">
      <h2 className="type-section" id="race-facts">
        Om loppet
      </h2>
      {facts.length > 0 && (
        <Facts>
          {facts.map(({ label, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: facts may be equal, and their order is fixed
            <Fact key={index} label={label}>
              {value}
            </Fact>
          ))}
        </Facts>
      )}
      {event.organizer_confirmed_on && (
        <p className="race-source">
          Uppgifterna kommer från arrangören, {formatLongDay(event.organizer_confirmed_on)}.
        </p>
      )}
      <p className="race-report">
        <Flag size={17} aria-hidden="true" />
        <Link to={`/contact?${new URLSearchParams({ subject })}`}>Rapportera fel</Link>
      </p>
    </section>
  );
}

/** The ads for the race. None for a race that takes none. */
function Places({ race: { event, counts } }: { race: Race }) {
  const today = useToday();
  if (!isUpcoming(event, today) || event.status !== 'scheduled') return null;
  const market = `/marketplace?event=${event.id}`;
  return (
    <section className="race-section" aria-labelledby="race-places">
      <h2 className="type-section" id="race-places">
        Startplatser
      </h2>
      <p className="race-places">
        {counts?.sale ? (
          <Link to={`${market}&type=sale`}>
            <Ticket size={17} aria-hidden="true" />
            {counts.sale} säljes
          </Link>
        ) : null}
        {counts?.wanted ? (
          <Link to={`${market}&type=wanted`}>
            <Search size={17} aria-hidden="true" />
            {counts.wanted} söks
          </Link>
        ) : null}
        {!counts && <span>Ingen säljer eller söker en plats just nu.</span>}
        {!counts && (
          <WatchEventButton
            watched={{ event, kind: 'market_sale' }}
            kind="link"
            text="Säg till när det kommer en"
          />
        )}
      </p>
      <ButtonLink to={`/marketplace/create?event=${event.id}`} icon={<Plus size={18} aria-hidden="true" />}>
        Skapa annons
      </ButtonLink>
    </section>
  );
}

function RaceList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="race-section">
      <h2 className="type-section">{title}</h2>
      <ul className="race-list">{children}</ul>
    </section>
  );
}

function RaceLink({ event, children }: { event: PublicEvent; children?: ReactNode }) {
  return (
    <li>
      <EventDays event={event} className="race-list-days" />
      <span className="race-list-name">
        {event.url ? (
          <Link to={event.url}>
            <EventName event={event} />
          </Link>
        ) : (
          <EventName event={event} />
        )}
      </span>
      {children}
    </li>
  );
}

function RaceMap({ race: { event, located }, renderSpotMap }: Props) {
  if (!located) return null;
  return (
    <aside className="race-map" aria-label="Platsen">
      {renderSpotMap({ spot: located, isApproximate: located.is_approximate, sport: event.sport_type })}
      <p className="race-map-links">
        <MapPin size={17} aria-hidden="true" />
        <Link to={`/map?${new URLSearchParams({ q: event.event_name, date: 'all' })}`}>Visa på kartan</Link>
        {located.is_approximate && <span>Ungefärlig plats</span>}
      </p>
    </aside>
  );
}
