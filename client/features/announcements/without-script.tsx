import type { AnnouncementFilter } from '../../../src/features/announcements/rules';
import { LANDSKAP } from '../../../src/shared/landskap';
import { SPORTS } from '../../../src/shared/sports';
import { writePrice } from './filter-url';

/** Replaces the bar and the sheet. The search finds the event, because the page has no list of all events. */
export function FiltersWithoutScript({ filter }: { filter: AnnouncementFilter }) {
  return (
    <noscript className="filter-without-script">
      <label>
        Sök
        <input className="input" type="search" name="q" defaultValue={filter.q} />
      </label>
      <label>
        Sport
        <select className="input" name="sport" defaultValue={filter.sport}>
          <option value="">Alla sporter</option>
          {SPORTS.map((sport) => (
            <option key={sport}>{sport}</option>
          ))}
        </select>
      </label>
      <label>
        Landskap
        <select className="input" name="landskap" defaultValue={filter.landskap}>
          <option value="">Alla landskap</option>
          {LANDSKAP.map((landskap) => (
            <option key={landskap}>{landskap}</option>
          ))}
        </select>
      </label>
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
