import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { WatchSelection } from '#client/features/events/watch/watch-selection.tsx';
import { lazyComponent } from '#client/platform/navigation/lazy-component.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { type EventFilter, type PastYears, withOfferedYears } from '#src/features/events/filter/filter.ts';
import { writeFilter } from '#src/features/events/filter/url.ts';
import type { WaysOut } from '#src/features/events/filter/ways-out.ts';
import type { CalendarEvent } from '#src/features/events/list/contract.ts';
import type { FilteredEvents } from '../filter/use-event-filter.ts';
import { useEvents } from '../filter/use-events.ts';

export const waysOutKey = (filter: EventFilter, today: string) =>
  ['ways-out', writeFilter(filter), today] as const;

/** Only links, which work before it is loaded. */
const Suggestions = lazyComponent(async () => ({
  default: (await import('./suggestions.tsx')).Suggestions,
}));

type Props = {
  filtered: Pick<FilteredEvents<CalendarEvent>, 'applied' | 'pastYears' | 'today' | 'understood'>;
  onClear: () => void;
};

/** Shown when no race passes the filter: filters that find some, past races, a watch, and the form of proposals. */
export function NoMatchingEvents({ filtered, onClear }: Props) {
  const { applied: filter, understood, pastYears, today } = filtered;
  const waysOut = useWaysOut(filter, pastYears, today);
  return (
    <EmptyState
      story="lost"
      title="Inga Evenemang Hittades"
      text={
        waysOut?.ways.length ? 'Men med ett tryck finns det:' : 'Prova att ändra eller ta bort något filter.'
      }
      action={
        <>
          {waysOut && (
            <Suspense>
              <Suggestions {...waysOut} />
            </Suspense>
          )}
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
function useWaysOut(
  filter: EventFilter,
  pastYears: PastYears | undefined,
  today: string,
): WaysOut | undefined {
  const { events, isPending } = useEvents(withOfferedYears(filter, pastYears, today));
  const { data } = useQuery({
    queryKey: waysOutKey(filter, today),
    queryFn: async () => {
      const { prepareWaysOut } = await import('#src/features/events/filter/ways-out.ts');
      return prepareWaysOut(filter, { events, located: events, today });
    },
    enabled: events.length > 0 && !isPending,
    staleTime: 60_000,
  });
  return data;
}
