import { MapPin } from 'lucide-react';
import type { PublicEvent } from '../../../src/features/events/contract';
import { formatDays } from '../../../src/shared/dates';
import { splitDistances } from '../../../src/shared/distances';

const NBSP = '\u00a0';

/** The distances in narrow figures with hairlines between, never one first on a row. */
export function Distances({ distances }: { distances: string }) {
  return (
    <ul className="distances" aria-label="Distanser">
      {splitDistances(distances).map((distance) => (
        <li key={distance}>{distance.replace(/(\d) (?=\S)/g, `$1${NBSP}`)}</li>
      ))}
    </ul>
  );
}

/** "Ort, Landskap", as much as is known. Undefined when neither is. */
export function placeOf(event: Pick<PublicEvent, 'ort' | 'landskap'>): string | undefined {
  return [event.ort, event.landskap].filter(Boolean).join(', ') || undefined;
}

/** A pin and "Ort, Landskap"; nothing when the place is not known. */
export function Place({ event }: { event: Pick<PublicEvent, 'ort' | 'landskap'> }) {
  const place = placeOf(event);
  if (!place) return null;
  return (
    <span className="place">
      <MapPin size={17} aria-hidden="true" />
      <span>{place}</span>
    </span>
  );
}

/** The date or range in the spec's words, as a real `<time>` (section 9). */
export function EventTime({
  event,
  className,
}: {
  event: Pick<PublicEvent, 'event_date' | 'event_end_date'>;
  className?: string;
}) {
  return (
    <time className={className} dateTime={event.event_date}>
      {formatDays(event.event_date, event.event_end_date)}
    </time>
  );
}
