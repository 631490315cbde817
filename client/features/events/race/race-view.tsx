import { Flag, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { useToday } from '#client/platform/page/clock.ts';
import { ExternalLink } from '#client/ui/external-link.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { Link } from '#client/ui/link.tsx';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { FACTS } from '#src/features/events/facts.ts';
import { formatKilometres } from '#src/features/events/filter/place.ts';
import type { ListedEvent } from '#src/features/events/list/contract.ts';
import { isUpcoming } from '#src/features/events/rules.ts';
import { formatDays, formatLongDay } from '#src/shared/dates.ts';
import { isWebUrl } from '#src/shared/web-url.ts';
import { EventDays } from '../card/event-facts.tsx';
import { EventName } from '../card/event-state.tsx';
import type { SpotMapProps } from '../map/spot-map-props.ts';
import type { Race } from './race.ts';
import { raceTitle } from './race-head.ts';
import { RaceIntro } from './race-intro.tsx';
import { RacePlaces } from './race-places.tsx';
import { RaceTransfer } from './race-transfer.tsx';

type Props = { race: Race; renderSpotMap: (props: SpotMapProps) => ReactNode };

export function RaceView({ race, renderSpotMap }: Props) {
  const { event, editions, near } = race;
  return (
    <article className="race">
      <RaceIntro race={race} />
      <div className="race-columns">
        <div className="race-main">
          <RaceFacts event={event} />
          <RaceTransfer event={event} />
          <RacePlaces race={race} />
          {editions.length > 0 && (
            <RaceList title="Fler upplagor">
              {editions.map((edition) => (
                <RaceLink key={edition.id} event={edition}>
                  {edition.result_link && isWebUrl(edition.result_link) && (
                    <ExternalLink
                      className="race-list-results"
                      href={edition.result_link}
                      linkLabel={raceTitle(edition)}
                    >
                      Resultat
                    </ExternalLink>
                  )}
                </RaceLink>
              ))}
            </RaceList>
          )}
          {near.length > 0 && (
            <RaceList title="Fler lopp i närheten">
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

function RaceList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="race-section">
      <h2 className="type-section">{title}</h2>
      <ul className="race-list">{children}</ul>
    </section>
  );
}

function RaceLink({ event, children }: { event: ListedEvent; children?: ReactNode }) {
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
  const isPast = !isUpcoming(event, useToday());
  if (!located) return null;
  return (
    <aside className="race-map" aria-label="Platsen">
      {renderSpotMap({ spot: located, isApproximate: located.is_approximate, sport: event.sport_type })}
      <p className="race-map-links">
        <MapPin size={17} aria-hidden="true" />
        <Link to={`/map?${new URLSearchParams({ q: event.event_name, ...(isPast && { date: 'past' }) })}`}>
          Visa på kartan
        </Link>
        {located.is_approximate && <span>Ungefärlig plats</span>}
      </p>
    </aside>
  );
}
