import type { EventFilter } from '#src/features/events/filter/filter.ts';
import { type InitialCalendar, queryOfMore } from './initial-calendar.ts';

type Props = { filter: EventFilter; initial: InitialCalendar };

/** In the browser, React renders no children of a noscript element, so the build leaves them out. */
export const MoreWithoutScript = (props: Props) => (
  <noscript>{!process.env.IS_BROWSER && <MoreLink {...props} />}</noscript>
);

function MoreLink({ filter, initial }: Props) {
  const address = queryOfMore(filter, initial);
  return address ? (
    <a className="button button-secondary" href={address}>
      Visa fler
    </a>
  ) : null;
}
