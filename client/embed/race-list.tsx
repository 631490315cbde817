import { groupByMonth } from '#client/features/events/filter/sections.ts';
import type { ListedEvent } from '#src/features/events/list/contract.ts';
import { formatCount } from '#src/shared/text.ts';
import { Frame, FrameLink } from './frame.tsx';
import { RaceRow } from './race-row.tsx';

type Props = {
  title: string;
  events: readonly ListedEvent[];
  /** Number of races of the selection. More than `events` if the list is too long. */
  total: number;
  /** The calendar with the same selection. */
  calendarPath: string;
};

export function RaceList({ title, events, total, calendarPath }: Props) {
  return (
    <Frame title={title}>
      {total === 0 && (
        <p className="embed-empty">
          Inga lopp i urvalet just nu. <FrameLink path={calendarPath}>Till kalendern</FrameLink>
        </p>
      )}
      {groupByMonth(events).map(({ key, title: month, year, events: races }) => (
        <section key={key} aria-labelledby={key}>
          <h2 className="embed-month" id={key}>
            {month} {year}
          </h2>
          <ul>
            {races.map((event) => (
              <li key={event.id}>
                <RaceRow event={event} heading="h3" />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {total > events.length && (
        <p className="embed-more">
          <FrameLink className="button button-secondary" path={calendarPath}>
            Visa alla {formatCount(total)} lopp
          </FrameLink>
        </p>
      )}
    </Frame>
  );
}
