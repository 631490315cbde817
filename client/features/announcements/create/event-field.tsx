import { useMemo, useState } from 'react';
import { DateBadge } from '#client/features/events/card/date-badge.tsx';
import { EventName, EventState } from '#client/features/events/card/event-state.tsx';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Combobox } from '#client/ui/combobox.tsx';
import { Field, FieldMark } from '#client/ui/field.tsx';
import { Link } from '#client/ui/link.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { ListedEvent } from '#src/features/events/list/contract.ts';
import { formatDays } from '#src/shared/dates.ts';
import { suggestEvents } from './suggest-events.ts';
import type { UpcomingEvents } from './use-upcoming-events.ts';

type Props = {
  events: UpcomingEvents;
  chosen: ListedEvent | undefined;
  /** The draft has an event, which shows once the events are loaded. */
  hasDraftEvent: boolean;
  error: string | undefined;
  /** undefined clears the choice. */
  onChoose: (event: ListedEvent | undefined) => void;
};

export function EventField({ events, chosen, hasDraftEvent, error, onChoose }: Props) {
  const [query, setQuery] = useState('');
  const today = useToday();
  const { suggestions, hasMore } = useMemo(
    () => suggestEvents(events.upcoming, query, today),
    [events.upcoming, query, today],
  );

  if (hasDraftEvent && events.isPending) {
    return (
      <div className="field" role="status">
        <span className="field-label">
          Evenemang <FieldMark required />
        </span>
        <span className="visually-hidden">Laddar evenemang...</span>
        <Skeleton width="100%" height={102} />
      </div>
    );
  }

  if (chosen) {
    return (
      <fieldset className="field">
        <legend className="field-label">
          Evenemang <FieldMark required />
        </legend>
        <input type="hidden" name="event_id" value={chosen.id} />
        <div className="event-choice">
          <EventLine event={chosen} />
          <Button
            onClick={() => {
              setQuery('');
              onChoose(undefined);
            }}
          >
            Ändra
          </Button>
        </div>
      </fieldset>
    );
  }

  const isUnknown = !events.isPending && !events.isError && suggestions.length === 0 && query.trim() !== '';
  const noticeText = () => {
    if (events.isPending) return 'Laddar evenemang...';
    if (events.isError) return FAILED.events;
    if (isUnknown) return `Inget kommande evenemang matchar ”${query.trim()}”.`;
    if (suggestions.length === 0) return 'Inga kommande evenemang';
    return hasMore ? 'Det finns fler. Skriv mer för att hitta rätt.' : undefined;
  };

  return (
    <div className="event-search">
      <Field label="Evenemang" required error={error}>
        {(ariaProps) => (
          <Combobox
            ariaProps={ariaProps}
            name="event_id"
            placeholder="Sök på namn eller ort"
            query={query}
            onQuery={setQuery}
            options={suggestions}
            keyOf={(event) => event.id}
            render={(event) => <EventLine event={event} />}
            onChoose={onChoose}
            listLabel="Evenemang"
            notice={events.isError ? undefined : noticeText()}
            noticeAction={
              isUnknown && (
                <Link className="text-link" to="/submit-event">
                  Föreslå loppet
                </Link>
              )
            }
          />
        )}
      </Field>
      {events.isError && (
        <Alert>
          {FAILED.events}{' '}
          <Button kind="link" className="event-retry" busy={events.isFetching} onClick={events.retry}>
            Försök igen
          </Button>
        </Alert>
      )}
    </div>
  );
}

function EventLine({ event }: { event: ListedEvent }) {
  const { ort, event_date, event_end_date } = event;
  return (
    <div className="event-line">
      <DateBadge day={event.event_date} endDay={event.event_end_date} sport={event.sport_type} />
      <div className="event-line-text">
        <p className="event-line-name">
          <EventName event={event} />
        </p>
        <p className="event-line-place">
          {ort && `${ort} · `}
          <time dateTime={event_date}>{formatDays(event_date, event_end_date)}</time>
        </p>
        <EventState event={{ ...event, status_note: null }} />
      </div>
    </div>
  );
}
