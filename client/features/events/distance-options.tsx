import { memo, useCallback, useEffect, useRef } from 'react';
import type { PublicEvent } from '../../../src/features/events/contract';
import { distanceChoices, type EventFilter } from '../../../src/features/events/rules';

type Props = {
  events: readonly PublicEvent[];
  sport: string;
  chosen: readonly string[];
  onChange: (change: Partial<EventFilter>) => void;
  asPills?: boolean;
};

const NEXT_INDEX_BY_KEY: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

export const DistanceOptions = memo(function DistanceOptions(props: Props) {
  const { events, sport, chosen, asPills = false } = props;
  const choices = distanceChoices(events, sport);
  const group = useRef<HTMLFieldSetElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const toggle = useCallback((distance: string) => {
    const { chosen, onChange } = latest.current;
    const others = chosen.filter((other) => other !== distance);
    onChange({ distance: others.length < chosen.length ? others : [...chosen, distance] });
  }, []);

  const moveFocus = (event: React.KeyboardEvent) => {
    const nextIndex = NEXT_INDEX_BY_KEY[event.key];
    if (!nextIndex) return;
    event.preventDefault();
    const boxes = [...(group.current?.querySelectorAll('input') ?? [])];
    const focusedIndex = boxes.indexOf(document.activeElement as HTMLInputElement);
    boxes[nextIndex(focusedIndex, boxes.length - 1)]?.focus();
  };

  return (
    <fieldset className={asPills ? 'pills' : 'distance-list'} ref={group} onKeyDown={moveFocus}>
      <legend className="visually-hidden">Distans</legend>
      {choices.length === 0 && <p className="field-hint">Inga distanser för den här sporten ännu.</p>}
      {choices.map((distance) => (
        <Choice
          key={distance}
          distance={distance}
          checked={chosen.includes(distance)}
          onToggle={toggle}
          asPill={asPills}
        />
      ))}
    </fieldset>
  );
});

type ChoiceProps = {
  distance: string;
  checked: boolean;
  onToggle: (distance: string) => void;
  asPill: boolean;
};

/** Memoized: there may be over a hundred, and a press changes one. */
const Choice = memo(function Choice({ distance, checked, onToggle, asPill }: ChoiceProps) {
  return (
    <label className={asPill ? 'pill pill-checked choice' : undefined}>
      <input
        type="checkbox"
        name="distance"
        value={distance}
        checked={checked}
        onChange={() => onToggle(distance)}
      />
      <span>{distance}</span>
    </label>
  );
});
