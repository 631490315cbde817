import { useToday } from '#client/platform/page/clock.ts';
import { Tag, type Tone } from '#client/ui/tag.tsx';
import type { ListedEvent } from '#src/features/events/list/contract.ts';
import { type DatedState, type StateText, stateTexts } from '#src/features/events/rules.ts';

const TONES: Record<StateText['tone'], Tone> = { alert: 'err', good: 'ok', plain: 'plain' };

type Props = { event: DatedState & Partial<Pick<ListedEvent, 'status_note'>> };

/** Whether the race takes place, and how to register. Nothing for a race of which nothing is known. */
export function EventState({ event }: Props) {
  const texts = stateTexts(event, useToday());
  if (texts.length === 0 && !event.status_note) return null;
  return (
    <p className="event-state">
      {texts.map(({ tone, text }) => (
        <Tag key={text} tone={TONES[tone]}>
          {text}
        </Tag>
      ))}
      {event.status_note && <span className="event-state-note">{event.status_note}</span>}
    </p>
  );
}

/** A cancelled race is struck through, and its state says why. */
export function EventName({ event }: { event: Pick<ListedEvent, 'event_name' | 'status'> }) {
  return event.status === 'cancelled' ? <s>{event.event_name}</s> : event.event_name;
}
