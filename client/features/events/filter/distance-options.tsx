import { memo, type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { FoldSummary } from '#client/ui/fold-summary.tsx';
import {
  ANY_LENGTH,
  choiceKey,
  distanceChoices,
  formatLength,
  isSameRange,
  type LengthRange,
  orderedRange,
  parseLength,
  QUICK_LENGTHS,
} from '#src/features/events/filter/distance.ts';
import { ChoiceCount } from './choice-count.tsx';
import { countDistances, countLengths } from './facets.ts';
import type { FilterProps } from './props.ts';

/** The choices of distance: a range of lengths, times and names, and a folded list of exact lengths. */
export function DistanceOptions({ filter, onChange, events, context }: FilterProps) {
  const { sport, lengths, distance } = filter;
  const choices = distanceChoices(events, sport);
  const facetInput = useMemo(() => ({ events, filter, context }), [events, filter, context]);
  const quickCounts = useMemo(
    () =>
      countLengths(
        facetInput,
        QUICK_LENGTHS.map(({ range }) => range),
      ),
    [facetInput],
  );
  const counts = useMemo(() => countDistances(facetInput), [facetInput]);
  const latest = useRef({ distance, onChange });
  useEffect(() => {
    latest.current = { distance, onChange };
  });
  const toggle = useCallback((choice: string) => {
    const { distance, onChange } = latest.current;
    const others = distance.filter((one) => choiceKey(one) !== choiceKey(choice));
    onChange({ distance: others.length < distance.length ? others : [...distance, choice] });
  }, []);
  const chosen = useMemo(() => new Set(distance.map(choiceKey)), [distance]);
  const pillsOf = (list: readonly string[]) =>
    list.map((choice) => (
      <DistancePill
        key={choice}
        distance={choice}
        count={counts.get(choiceKey(choice)) ?? 0}
        checked={chosen.has(choiceKey(choice))}
        onToggle={toggle}
      />
    ));

  if (!choices.hasLengths && choices.named.length === 0)
    return <p className="field-hint">Inga distanser för den här sporten ännu.</p>;
  return (
    <div className="distance-options">
      {choices.hasLengths && (
        <>
          <div className="pills">
            {QUICK_LENGTHS.map(({ name, range }, index) => {
              const isChosen = isSameRange(range, lengths);
              return (
                <button
                  key={name}
                  type="button"
                  className="pill"
                  aria-pressed={isChosen}
                  onClick={() => onChange({ lengths: isChosen ? ANY_LENGTH : range })}
                >
                  {name}
                  <ChoiceCount count={quickCounts[index]} />
                </button>
              );
            })}
          </div>
          <LengthRangeFields value={lengths} onChange={(range) => onChange({ lengths: range })} />
        </>
      )}
      {choices.named.length > 0 && (
        <fieldset className="pills">
          <legend className="filter-group">Tider och namn</legend>
          {pillsOf(choices.named)}
        </fieldset>
      )}
      {choices.lengths.length > 0 && (
        <MoreDistances
          count={choices.lengths.length}
          isInitiallyOpen={choices.lengths.some((choice) => chosen.has(choiceKey(choice)))}
        >
          {pillsOf(choices.lengths)}
        </MoreDistances>
      )}
    </div>
  );
}

type MoreDistancesProps = { count: number; isInitiallyOpen: boolean; children: ReactNode };

function MoreDistances({ count, isInitiallyOpen, children }: MoreDistancesProps) {
  // It stays open when its last choice is removed.
  const [open] = useState(isInitiallyOpen);
  return (
    <details className="more-distances" open={open}>
      <FoldSummary>Fler distanser ({count})</FoldSummary>
      <fieldset className="pills">
        <legend className="visually-hidden">Distans</legend>
        {children}
      </fieldset>
    </details>
  );
}

type PillProps = {
  distance: string;
  count: number;
  checked: boolean;
  onToggle: (distance: string) => void;
};

/** Memoized: there may be over a hundred, and a press changes one. */
const DistancePill = memo(function DistancePill({ distance, count, checked, onToggle }: PillProps) {
  return (
    <label className="pill pill-with-check-mark choice">
      <input
        type="checkbox"
        name="distance"
        value={distance}
        checked={checked}
        onChange={() => onToggle(distance)}
      />
      <span>{distance}</span>
      <ChoiceCount count={count} />
    </label>
  );
});

/** The stops of the slider, in km. The last one means no upper end. */
const STOPS = [0, 1, 2.5, 5, 7.5, 10, 15, 21.1, 30, 42.2, 60, 90, 150, 300] as const;
const LAST_STOP = STOPS.length - 1;

/** Returns the index of the first stop that is not shorter than `km`; `openStop` if that end is open. */
function stopOf(km: number | null, openStop: number): number {
  if (km === null) return openStop;
  const next = STOPS.findIndex((stop) => stop >= km);
  return next === -1 ? LAST_STOP : next;
}

type RangeProps = { value: LengthRange; onChange: (range: LengthRange) => void };

function LengthRangeFields({ value, onChange }: RangeProps) {
  const [dragged, setDragged] = useState<LengthRange>();
  const shown = dragged ?? value;
  const commit = () => {
    if (dragged && !isSameRange(dragged, value)) onChange(dragged);
    setDragged(undefined);
  };
  const [low, high] = [stopOf(shown.min, 0), stopOf(shown.max, LAST_STOP)];
  const drag = (end: keyof LengthRange, stop: number) =>
    setDragged(
      end === 'min'
        ? { ...shown, min: Math.min(stop, high) === 0 ? null : (STOPS[Math.min(stop, high)] ?? null) }
        : { ...shown, max: Math.max(stop, low) === LAST_STOP ? null : (STOPS[Math.max(stop, low)] ?? null) },
    );
  return (
    <div className="length-range">
      <div className="filter-range">
        <LengthField
          end="min"
          value={shown.min}
          onCommit={(min) => onChange(orderedRange({ ...value, min }))}
        />
        <LengthField
          end="max"
          value={shown.max}
          onCommit={(max) => onChange(orderedRange({ ...value, max }))}
        />
      </div>
      <div
        className="length-slider"
        style={{ '--low': low / LAST_STOP, '--high': high / LAST_STOP } as React.CSSProperties}
      >
        {(['min', 'max'] as const).map((end) => {
          const stop = end === 'min' ? low : high;
          const km = shown[end];
          return (
            <input
              key={end}
              type="range"
              min={0}
              max={LAST_STOP}
              value={stop}
              // At the end of the track, only the lower thumb can move.
              style={end === 'min' && low === LAST_STOP ? { zIndex: 2 } : undefined}
              aria-label={end === 'min' ? 'Kortaste distans' : 'Längsta distans'}
              aria-valuetext={km === null ? 'ingen gräns' : `${formatLength(km)} km`}
              onChange={(event) => drag(end, Number(event.target.value))}
              onPointerUp={commit}
              onKeyUp={commit}
              onBlur={commit}
            />
          );
        })}
      </div>
    </div>
  );
}

type LengthFieldProps = {
  end: keyof LengthRange;
  value: number | null;
  onCommit: (km: number | null) => void;
};

/** Applies on Enter and when left, because a half-typed number would filter too. */
function LengthField({ end, value, onCommit }: LengthFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? (value === null ? '' : formatLength(value));
  const km = text.trim() ? parseLength(text) : null;
  const commit = () => {
    if (typed === undefined || km === undefined) return;
    setTyped(undefined);
    if (km !== value) onCommit(km);
  };
  return (
    <div className="length-field">
      <label htmlFor={id}>{end === 'min' ? 'Från' : 'Till'}</label>
      <input
        className="input"
        id={id}
        type="text"
        inputMode="decimal"
        name={end === 'min' ? 'distance_min' : 'distance_max'}
        autoComplete="off"
        value={text}
        aria-invalid={km === undefined || undefined}
        aria-describedby={km === undefined ? `${id}-error` : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      <span aria-hidden="true">km</span>
      {km === undefined && (
        <p className="field-error" id={`${id}-error`} role="alert">
          Skriv ett antal kilometer, till exempel 21,1
        </p>
      )}
    </div>
  );
}
