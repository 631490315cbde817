import { DATE_LABELS } from '#src/features/events/filter/active.ts';
import type { EventFilter } from '#src/features/events/filter/filter.ts';
import { LANDSKAP } from '#src/shared/landskap.ts';
import { sportsFor } from './props.ts';

type Props = {
  filter: EventFilter;
  /** Adds lists of sports and landskap, for a form that has none of its own. */
  addsLists?: boolean;
};

/**
 * Without scripts the filters are a plain form, sent to the server. Popovers cannot open, so their filters are here. In
 * the browser, React renders no children of a noscript element, so the build leaves them out.
 */
export const FiltersWithoutScript = (props: Props) => (
  <noscript className="filter-without-script">
    {!process.env.IS_BROWSER && <PlainFilters {...props} />}
  </noscript>
);

function PlainFilters({ filter, addsLists = false }: Props) {
  const { date, period, lengths, sport, landskap } = filter;
  const inputs = [
    { name: 'from', type: 'date', label: 'Från datum', value: period.from },
    { name: 'to', type: 'date', label: 'Till datum', value: period.to },
    { name: 'distance_min', type: 'number', label: 'Från km', value: lengths.min ?? '' },
    { name: 'distance_max', type: 'number', label: 'Till km', value: lengths.max ?? '' },
  ];
  return (
    <>
      <label>
        Datum
        <select className="input" name="date" defaultValue={date}>
          {Object.entries(DATE_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {addsLists && (
        <>
          <label>
            Sport
            <select className="input" name="sport" defaultValue={sport}>
              <option value="">Alla sporter</option>
              {sportsFor(sport).map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <label>
            Landskap
            <select className="input" name="landskap" defaultValue={landskap}>
              <option value="">Alla landskap</option>
              {LANDSKAP.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        </>
      )}
      {inputs.map(({ name, type, label, value }) => (
        <label key={name}>
          {label}
          <input className="input" type={type} step="any" min="0" name={name} defaultValue={value} />
        </label>
      ))}
      <label className="filter-without-script-check">
        <input
          type="checkbox"
          name="registration"
          value="open"
          defaultChecked={filter.registration === 'open'}
        />
        Anmälan öppen
      </label>
      <button type="submit" className="button button-primary">
        Filtrera
      </button>
    </>
  );
}
