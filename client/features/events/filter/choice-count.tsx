import { createContext, use } from 'react';
import { formatCount } from '#src/shared/text.ts';

/** False while past events that the filter needs are missing. */
export const AreCountsKnown = createContext(true);

/** The number of events that a choice would show. */
export function ChoiceCount({ count = 0 }: { count: number | undefined }) {
  if (!use(AreCountsKnown)) return null;
  return (
    <span className="choice-count">
      {' '}
      {formatCount(count)}
      <span className="visually-hidden"> evenemang</span>
    </span>
  );
}
