import { ButtonLink } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { writeFilter } from '#src/features/events/filter/url.ts';
import type { WaysOut } from '#src/features/events/filter/ways-out.ts';
import type { ListedEvent } from '#src/features/events/list/contract.ts';
import { formatCount } from '#src/shared/text.ts';

const withYear = ({ event_name, event_date }: Pick<ListedEvent, 'event_name' | 'event_date'>) => {
  const year = event_date.slice(0, 4);
  return event_name.includes(year) ? event_name : `${event_name} (${year})`;
};

/** What else there is for a search or a filter that finds nothing. */
export function Suggestions({ ways, past }: WaysOut) {
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
              <Link to={url ?? '/'}>{withYear({ event_name, event_date })}</Link>
            </span>
          ))}
        </p>
      )}
    </>
  );
}
