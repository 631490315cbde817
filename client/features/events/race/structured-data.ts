import type { BreadcrumbList, EventStatusType, Graph, ItemAvailability, Offer, Place } from 'schema-dts';
import type { PublicEvent, Registration } from '#src/features/events/contract.ts';
import { lastDay, placeOf, registrationOf } from '#src/features/events/rules.ts';
import { seriesNameOf } from '#src/features/events/series/rules.ts';
import type { PageHead } from '#src/shared/rendering.ts';
import { shareImageOf } from '#src/shared/share-images.ts';

import type { Race } from './race.ts';
import { raceTitle } from './race-head.ts';

type PageFacts = { head: PageHead; siteUrl: string; today: string };

/** JSON-LD for search engines. Undefined values are left out of the JSON. */
export function raceStructuredData({ event, editions, located }: Race, facts: PageFacts): Graph {
  const { head, siteUrl } = facts;
  const url = `${siteUrl}${head.path}`;
  const series = {
    name: seriesNameOf(event),
    // The path of an edition without its last part.
    url: url.replace(/\/[^/]+$/, ''),
  };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'SportsEvent',
        name: event.event_name,
        description: head.description,
        url,
        image: `${siteUrl}${shareImageOf(event.sport_type).path}`,
        sport: event.sport_type,
        startDate: event.event_date,
        endDate: lastDay(event),
        eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
        eventStatus: statusOf(event),
        previousStartDate: isRescheduled(event) ? event.previous_dates : undefined,
        location: locationOf(event, located),
        organizer: event.organizer ? { '@type': 'Organization', name: event.organizer } : undefined,
        offers: offerOf(event, url, facts.today),
      },
      breadcrumbs([
        { name: 'Kalender', url: `${siteUrl}/` },
        ...(editions.length > 0 ? [series] : []),
        { name: raceTitle(event), url },
      ]),
    ],
  };
}

const isRescheduled = ({ status, previous_dates }: PublicEvent) =>
  status === 'scheduled' && previous_dates.length > 0;

function statusOf(event: PublicEvent): EventStatusType {
  if (event.status === 'cancelled') return 'https://schema.org/EventCancelled';
  if (event.status === 'postponed') return 'https://schema.org/EventPostponed';
  return isRescheduled(event) ? 'https://schema.org/EventRescheduled' : 'https://schema.org/EventScheduled';
}

function locationOf(event: PublicEvent, located: Race['located']): Place {
  return {
    '@type': 'Place',
    name: placeOf(event) ?? 'Sverige',
    address: {
      '@type': 'PostalAddress',
      streetAddress: event.address ?? undefined,
      addressLocality: event.ort ?? undefined,
      addressRegion: event.landskap ?? undefined,
      addressCountry: 'SE',
    },
    geo:
      located && !located.is_approximate
        ? { '@type': 'GeoCoordinates', latitude: located.latitude, longitude: located.longitude }
        : undefined,
  };
}

/** A closed registration is no offer: schema.org has no word for it that Google knows. */
const AVAILABILITY: Partial<Record<Registration, ItemAvailability>> = {
  open: 'https://schema.org/InStock',
  sold_out: 'https://schema.org/SoldOut',
  not_open: 'https://schema.org/PreOrder',
};

/** Without a price, because the calendar has none. */
function offerOf(event: PublicEvent, url: string, today: string): Offer | undefined {
  const availability = AVAILABILITY[registrationOf(event, today)];
  if (!availability) return undefined;
  return {
    '@type': 'Offer',
    url: event.registration_url ?? event.race_link ?? url,
    availability,
    validFrom: event.registration_opens_on ?? undefined,
    availabilityEnds: event.registration_closes_on ?? undefined,
  };
}

const breadcrumbs = (steps: readonly { name: string; url: string }[]): BreadcrumbList => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, url }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: url,
  })),
});
