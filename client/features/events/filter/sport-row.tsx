import { SportIcon } from '../card/sport-icon.tsx';
import { type FilterProps, sportsFor } from './props.ts';

/** One row of sports that scrolls sideways. A press on the chosen one shows all sports. */
export function SportRow({ filter, onSport }: Pick<FilterProps, 'filter' | 'onSport'>) {
  return (
    <fieldset className="filter-chips sport-row">
      <legend className="visually-hidden">Sport</legend>
      {sportsFor(filter.sport).map((sport) => {
        const isChosen = sport === filter.sport;
        return (
          <button
            key={sport}
            type="button"
            className="filter-chip"
            data-sport={sport}
            aria-pressed={isChosen}
            onClick={() => onSport(isChosen ? '' : sport)}
          >
            <SportIcon sport={sport} size={18} />
            {sport}
          </button>
        );
      })}
    </fieldset>
  );
}
