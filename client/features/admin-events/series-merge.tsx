import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Button } from '#client/ui/button.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import type { SeriesSummary } from '#src/features/events/series/contract.ts';
import { countOf } from '#src/shared/text.ts';
import { SeriesPicker } from './series-picker.tsx';
import { useEventCache } from './use-event-cache.ts';

type Props = { series: SeriesSummary; allSeries: readonly SeriesSummary[]; onMerged: () => void };

const describe = ({ name, edition_count }: SeriesSummary) =>
  `”${name}” (${countOf(edition_count, 'upplaga', 'upplagor')})`;

/** Finds another series and merges this one into it. Closed at first, because it is rarely needed. */
export function SeriesMerge({ series, allSeries, onMerged }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const section = useRef<HTMLDivElement>(null);
  const { client } = trpc.useUtils();
  const eventCache = useEventCache();
  const merge = useAction({
    confirm: (into: SeriesSummary) => ({
      title: 'Slå ihop serier',
      question: `${describe(series)} går upp i ${describe(into)}. Gamla adresser fortsätter att fungera. Det går inte att ångra.`,
      confirmLabel: 'Slå ihop',
      danger: true,
    }),
    send: (into) => client.admin.series.merge.mutate({ id: series.id, into: into.id }),
    successToast: 'Serierna är ihopslagna',
    failureToast: FAILED.mergeSeries,
    onSuccess: ({ editions }) => {
      for (const edition of editions) eventCache.put(edition);
      onMerged();
    },
    refresh: eventCache.refetch,
  });

  const open = () => {
    flushSync(() => setOpen(true));
    // Instead of the button, which is gone.
    section.current?.querySelector('input')?.focus();
  };

  return (
    <div className="series-merge" ref={section}>
      {!isOpen && <Button onClick={open}>Slå ihop med en annan serie</Button>}
      {isOpen && (
        <SeriesPicker
          label="Serie att slå ihop med"
          name="into"
          series={allSeries.filter(({ id }) => id !== series.id)}
          query={query}
          onQuery={setQuery}
          onChoose={merge.start}
          noneText="Ingen annan serie heter så"
        />
      )}
      {merge.dialog}
    </div>
  );
}
