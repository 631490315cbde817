import { EventState } from '#client/features/events/card/event-state.tsx';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';

type Props = { ad: Pick<PublicAnnouncement, 'event_date' | 'event_state'> };

/** Nothing if the event was deleted. */
export function AdEventState({ ad: { event_date, event_state } }: Props) {
  return event_state && <EventState event={{ ...event_state, event_date }} />;
}
