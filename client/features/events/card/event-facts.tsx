import { MapPin } from 'lucide-react';
import type { ListedEvent } from '#src/features/events/list/contract.ts';
import { placeOf } from '#src/features/events/rules.ts';
import { formatDays } from '#src/shared/dates.ts';
import { splitDistances } from '#src/shared/distances.ts';

const NBSP = '\u00a0';

type DistancesProps = {
  distances: string;
  /** Marks those that a filter asks for. */
  isChosen?: ((distance: string) => boolean) | undefined;
};

export function Distances({ distances, isChosen }: DistancesProps) {
  return (
    <ul className="distances" aria-label="Distanser">
      {splitDistances(distances).map((distance) => {
        const text = distance.replace(/(\d) (?=\S)/g, `$1${NBSP}`);
        return <li key={distance}>{isChosen?.(distance) ? <mark>{text}</mark> : text}</li>;
      })}
    </ul>
  );
}

export function Place({ event }: { event: Pick<ListedEvent, 'ort' | 'landskap'> }) {
  const place = placeOf(event);
  if (!place) return null;
  return (
    <span className="place">
      <MapPin size={17} aria-hidden="true" />
      <span>{place}</span>
    </span>
  );
}

type EventDaysProps = {
  event: Pick<ListedEvent, 'event_date' | 'event_end_date' | 'status'>;
  className?: string;
};

/** The old date of a postponed race is struck through. */
export function EventDays({ event, className }: EventDaysProps) {
  const days = formatDays(event.event_date, event.event_end_date);
  return (
    <time className={className} dateTime={event.event_date}>
      {event.status === 'postponed' ? <s>{days}</s> : days}
    </time>
  );
}

/** The date badge then shows only the start, so the range is written out. */
export const spansMonths = (event: ListedEvent) =>
  !!event.event_end_date && event.event_end_date.slice(0, 7) !== event.event_date.slice(0, 7);
