import type { PublicEvent } from '#src/features/events/contract.ts';
import { placeOf, stateTexts } from '#src/features/events/rules.ts';
import { formatDays } from '#src/shared/dates.ts';
import type { PageHead } from '#src/shared/rendering.ts';
import type { Race } from './race.ts';

/** The name with its year. */
export function raceTitle({
  event_name,
  event_date,
}: Pick<PublicEvent, 'event_name' | 'event_date'>): string {
  const year = event_date.slice(0, 4);
  return event_name.includes(year) ? event_name : `${event_name} ${year}`;
}

/** For search engines and for the preview of a shared link. */
export function raceHead({ event }: Race, path: string, today: string): PageHead {
  const days = formatDays(event.event_date, event.event_end_date);
  const [state] = stateTexts(event, today);
  const facts = [days, placeOf(event), event.sport_type, event.distances].filter(Boolean).join(', ');
  return {
    title: raceTitle(event),
    description: `${state ? `${state.text}. ` : ''}${event.event_name}: ${facts}.`,
    path: event.url ?? path,
    sport: event.sport_type,
  };
}
