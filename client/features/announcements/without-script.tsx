import type { AnnouncementFilter } from '#src/features/announcements/filter/rules.ts';
import { LANDSKAP } from '#src/shared/landskap.ts';
import { SPORTS } from '#src/shared/sports.ts';
import { writePrice } from './filter-url.ts';

/** Replaces the bar and the sheet. The search finds the event, because the page has no list of all events. */
export function FiltersWithoutScript({ filter }: { filter: AnnouncementFilter }) {
  return (
    <noscript className="filter-without-script">
      <label>
        Sök
        <input className="input" type="search" name="q" defaultValue={filter.q} />
      </label>
      <ChoiceList label="Sport" name="sport" all="Alla sporter" choices={SPORTS} chosen={filter.sport} />
      <ChoiceList
        label="Landskap"
        name="landskap"
        all="Alla landskap"
        choices={LANDSKAP}
        chosen={filter.landskap}
      />
      <label>
        Högsta pris
        <input
          className="input"
          type="number"
          min="0"
          name="max_price"
          defaultValue={writePrice(filter.max_price)}
        />
      </label>
      <button type="submit" className="button button-primary">
        Filtrera
      </button>
    </noscript>
  );
}

function ChoiceList(props: {
  label: string;
  name: string;
  all: string;
  choices: readonly string[];
  chosen: string;
}) {
  return (
    <label>
      {props.label}
      <select className="input" name={props.name} defaultValue={props.chosen}>
        <option value="">{props.all}</option>
        {props.choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    </label>
  );
}
