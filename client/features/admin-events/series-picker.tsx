import { Combobox } from '#client/ui/combobox.tsx';
import { Field } from '#client/ui/field.tsx';
import type { SeriesSummary } from '#src/features/events/series/contract.ts';
import { countOf, fold } from '#src/shared/text.ts';

const OPTIONS_MAX = 8;

type Props = {
  label: string;
  name: string;
  series: readonly SeriesSummary[];
  query: string;
  onQuery: (query: string) => void;
  onChoose: (series: SeriesSummary) => void;
  noneText: string;
};

export function SeriesPicker({ label, name, series, query, onQuery, onChoose, noneText }: Props) {
  const matches = series.filter((one) => fold(one.name).includes(fold(query)));
  const moreText = matches.length > OPTIONS_MAX ? 'Det finns fler. Skriv mer för att hitta rätt.' : undefined;
  return (
    <Field label={label}>
      {(ariaProps) => (
        <Combobox
          ariaProps={ariaProps}
          name={name}
          placeholder="Sök på namn"
          query={query}
          onQuery={onQuery}
          options={matches.slice(0, OPTIONS_MAX)}
          keyOf={({ id }) => id}
          render={(one) => (
            <div className="series-option">
              <span>{one.name}</span>
              <span>
                {countOf(one.edition_count, 'upplaga', 'upplagor')} · {one.url}
              </span>
            </div>
          )}
          onChoose={onChoose}
          listLabel="Serier"
          notice={matches.length === 0 ? noneText : moreText}
        />
      )}
    </Field>
  );
}
