import { X } from 'lucide-react';
import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { cx } from '#client/ui/class-names.ts';
import type { ControlProps } from '#client/ui/field.tsx';
import {
  commitDistances,
  pasteDistances,
  removeDistance,
  replaceDistance,
  type TypedDistances,
  typeDistances,
} from '#src/shared/distance-input.ts';
import {
  DISTANCES_MAX,
  formatDistance,
  isBareNumber,
  isDistanceFor,
  joinDistances,
} from '#src/shared/distances.ts';
import type { Sport } from '#src/shared/sports.ts';
import { RaceQuestion } from './race-question.tsx';

type DistanceErrorCode = 'event.distance' | 'event.too_many_distances';

type Props = ControlProps<TypedDistances> & {
  /** Decides which distances are valid; empty while none is chosen. */
  sport: Sport | '';
  /** Called for an invalid distance or one too many. The text stays in the field. */
  onError: (code: DistanceErrorCode) => void;
};

/**
 * Enter or a comma adds a chip; Backspace in the empty field removes the last one. Leaving the field adds valid text.
 */
export function DistanceInput({ ariaProps, name, value, sport, onChange, onError }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [statusText, setStatusText] = useState('');
  const bareNumber = value.committed.find((distance) => isBareNumber(distance, sport));

  /** Distances over the limit stay in the text field, so that no input is lost. */
  const change = (typed: TypedDistances) => {
    const excess = typed.committed.slice(DISTANCES_MAX);
    const next = {
      committed: typed.committed.slice(0, DISTANCES_MAX),
      draft: joinDistances([...excess, typed.draft].filter(Boolean)),
    };
    const added = next.committed.filter((distance) => !value.committed.includes(distance));
    const question = added.some((distance) => isBareNumber(distance, sport)) ? '. Km eller m?' : '';
    if (added.length > 0) setStatusText(`${added.join(', ')} tillagd${question}`);
    onChange(next);
    if (excess.length > 0) onError('event.too_many_distances');
    return excess.length === 0;
  };
  const remove = (distance: string) => {
    setStatusText(`${distance} borttagen`);
    onChange(removeDistance(value, distance));
    input.current?.focus();
  };
  const commitDraft = () => {
    if (!value.draft.trim()) return;
    const next = commitDistances(value, sport);
    if (change(next) && next.draft) onError('event.distance');
  };

  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const next = typeDistances(value, event.target.value, sport);
    const wasCommitted = next.draft !== event.target.value;
    if (change(next) && wasCommitted && commitDistances(next, sport).draft) onError('event.distance');
  };
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    const [start, end] = [selectionStart ?? value.draft.length, selectionEnd ?? value.draft.length];
    const pasted = event.clipboardData.getData('text');
    event.preventDefault();
    const next = pasteDistances(value, value.draft.slice(0, start) + pasted + value.draft.slice(end), sport);
    const wasCommitted = next.committed.length > value.committed.length;
    if (change(next) && wasCommitted && next.draft) onError('event.distance');
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && value.draft.trim()) {
      event.preventDefault();
      commitDraft();
    }
    const lastDistance = value.committed.at(-1);
    if (event.key === 'Backspace' && value.draft === '' && lastDistance) remove(lastDistance);
  };

  return (
    <>
      <div
        className={cx('distance-input', ariaProps['aria-invalid'] && 'distance-input-invalid')}
        onPointerDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          input.current?.focus();
        }}
      >
        {value.committed.map((distance) => (
          <span
            className={cx('distance-chip', !isDistanceFor(sport, distance) && 'distance-chip-invalid')}
            key={distance}
          >
            {distance}
            <button type="button" aria-label={`Ta bort ${distance}`} onClick={() => remove(distance)}>
              <X size={16} aria-hidden="true" />
            </button>
          </span>
        ))}
        <input
          {...ariaProps}
          ref={input}
          type="text"
          name={name}
          value={value.draft}
          autoComplete="off"
          autoCapitalize="off"
          enterKeyHint="done"
          placeholder={value.committed.length === 0 ? 'T.ex. 10 km, 42,2 km' : undefined}
          onChange={handleChange}
          onPaste={handlePaste}
          onKeyDown={handleKeyDown}
          onBlur={commitDraft}
        />
        <span className="visually-hidden" role="status">
          {value.committed.length > 0 && statusText}
        </span>
      </div>
      {bareNumber && (
        <RaceQuestion
          question={`${bareNumber}: km eller m?`}
          answers={['km', 'm'].map((unit) => `${bareNumber} ${unit}`)}
          onAnswer={(answer) => {
            onChange(replaceDistance(value, bareNumber, formatDistance(answer)));
            setStatusText(answer);
            input.current?.focus();
          }}
        />
      )}
    </>
  );
}
