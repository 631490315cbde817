import { useQuery } from '@tanstack/react-query';
import { WatchSelection } from '#client/features/events/watch/watch-selection.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Link } from '#client/ui/link.tsx';
import type { EventFilter } from '#src/features/events/filter/filter.ts';
import { writeFilter } from '#src/features/events/filter/url.ts';
import type { WaysOut } from '#src/features/events/filter/ways-out.ts';
import type { CalendarEvent } from '#src/features/events/list/contract.ts';
import { formatCount } from '#src/shared/text.ts';
import type { FilteredEvents } from '../filter/use-event-filter.ts';
import { useEvents } from '../filter/use-events.ts';

export const waysOutKey = (filter: EventFilter, today: string) =>
  ['ways-out', writeFilter(filter), today] as const;

type Props = {
  filtered: Pick<FilteredEvents<CalendarEvent>, 'applied' | 'firstYear' | 'today' | 'understood'>;
  onClear: () => void;
};

/** Shown when no race passes the filter: filters that find some, past races, a watch, and the form of proposals. */
export function NoMatchingEvents({ filtered, onClear }: Props) {
  const { applied: filter, understood, firstYear, today } = filtered;
  const waysOut = useWaysOut(filter, firstYear, today);
  return (
    <EmptyState
      story="lost"
      title="Inga Evenemang Hittades"
      text={
        waysOut?.ways.length ? 'Men med ett tryck finns det:' : 'Prova att ändra eller ta bort något filter.'
      }
      action={
        <>
          {waysOut && <Suggestions {...waysOut} />}
          <div className="no-matches-actions">
            <WatchSelection {...{ filter, understood, today }} text="Säg till mig" />
            <ButtonLink kind="secondary" to="/submit-event">
              Föreslå loppet
            </ButtonLink>
            <Button kind="link" onClick={onClear}>
              Rensa Filter
            </Button>
          </div>
        </>
      }
    />
  );
}

/** Loads the gazetteer, and for a search the races since the year before. */
function useWaysOut(filter: EventFilter, firstYear: string | undefined, today: string): WaysOut | undefined {
  const lastYear = filter.q.trim() ? String(Number(today.slice(0, 4)) - 1) : undefined;
  const { events, isPending } = useEvents(
    [firstYear, lastYear].filter((year) => year !== undefined).sort()[0],
  );
  const { data } = useQuery({
    queryKey: waysOutKey(filter, today),
    queryFn: async () => {
      const { waysOut } = await import('#src/features/events/filter/ways-out.ts');
      return waysOut(filter, { events, located: events, today });
    },
    enabled: events.length > 0 && !isPending,
    staleTime: 60_000,
  });
  return data;
}

function Suggestions({ ways, past }: WaysOut) {
  return (
    <>
      {ways.length > 0 && (
        <ul className="no-matches-ways">
          {ways.map(({ label, filter, count }) => (
            <li key={label}>
              <ButtonLink kind="soft" to={`?${writeFilter(filter)}`}>
                {formatCount(count)} {label}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <p className="no-matches-past">
          Tidigare:{' '}
          {past.map(({ id, url, event_name, event_date }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to={url ?? '/'}>
                {event_name} ({event_date.slice(0, 4)})
              </Link>
            </span>
          ))}
        </p>
      )}
    </>
  );
}
