import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SeriesSummary } from '../../../../src/features/events/series/contract';
import { fold } from '../../../../src/shared/text';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { Button } from '../../../ui/button';
import { Combobox } from '../../../ui/combobox';
import { Field } from '../../../ui/field';
import { useAction } from '../../../ui/use-action';
import { formatEditionCount } from './format-edition-count';
import { useEventCache } from './use-event-cache';

const OPTIONS_MAX = 8;

type Props = { series: SeriesSummary; allSeries: readonly SeriesSummary[]; onMerged: () => void };

const describe = ({ name, edition_count }: SeriesSummary) =>
  `”${name}” (${formatEditionCount(edition_count)})`;

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
  const matches = allSeries.filter(({ id, name }) => id !== series.id && fold(name).includes(fold(query)));

  const open = () => {
    flushSync(() => setOpen(true));
    // Instead of the button, which is gone.
    section.current?.querySelector('input')?.focus();
  };

  return (
    <div className="series-merge" ref={section}>
      {!isOpen && <Button onClick={open}>Slå ihop med en annan serie</Button>}
      {isOpen && (
        <Field label="Serie att slå ihop med">
          {(ariaProps) => (
            <Combobox
              ariaProps={ariaProps}
              name="into"
              placeholder="Sök på namn"
              query={query}
              onQuery={setQuery}
              options={matches.slice(0, OPTIONS_MAX)}
              keyOf={({ id }) => id}
              render={(one) => (
                <div className="series-option">
                  <span>{one.name}</span>
                  <span>
                    {formatEditionCount(one.edition_count)} · {one.url}
                  </span>
                </div>
              )}
              onChoose={merge.start}
              listLabel="Serier"
              notice={noticeOf(matches.length)}
            />
          )}
        </Field>
      )}
      {merge.dialog}
    </div>
  );
}

function noticeOf(matchCount: number): string | undefined {
  if (matchCount === 0) return 'Ingen annan serie heter så';
  return matchCount > OPTIONS_MAX ? 'Det finns fler. Skriv mer för att hitta rätt.' : undefined;
}
