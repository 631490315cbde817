import { formatCount } from '#src/shared/text.ts';

/** The number of events that a choice would show. */
export function ChoiceCount({ count = 0 }: { count: number | undefined }) {
  return (
    <span className="choice-count">
      {' '}
      {formatCount(count)}
      <span className="visually-hidden"> evenemang</span>
    </span>
  );
}
