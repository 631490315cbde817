import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { FieldError } from '#client/ui/field.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { TextArea } from '#client/ui/inputs.tsx';
import { STEPS_MAX } from '#src/features/marketplace-settings/contract.ts';

export type Step = { id: number; text: string };

let lastId = 0;
export const newStep = (text = ''): Step => ({ id: ++lastId, text });

type Props = {
  steps: readonly Step[];
  error: string | undefined;
  isTooLong: (step: Step) => boolean;
  onChange: (steps: Step[]) => void;
};

/** Where focus moves after rendering: a part of the row with that id, or the add button. */
type FocusTarget = { id?: number; part: 'text' | 'up' | 'down' | 'add' };

export function StepsField({ steps, error, isTooLong, onChange }: Props) {
  const field = useRef<HTMLFieldSetElement>(null);
  const nextFocus = useRef<FocusTarget>(undefined);
  const [statusText, setStatusText] = useState('');
  const id = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after new rows have rendered
  useEffect(() => {
    if (!nextFocus.current) return;
    const { id: rowId, part } = nextFocus.current;
    nextFocus.current = undefined;
    const within =
      rowId === undefined ? field.current : field.current?.querySelector(`[data-step="${rowId}"]`);
    const findControl = (name: string) =>
      within?.querySelector<HTMLElement>(`[data-part="${name}"]:not(:disabled)`);
    (findControl(part) ?? findControl(part === 'up' ? 'down' : 'up') ?? findControl('text'))?.focus();
  }, [steps]);

  const change = (next: Step[], focus: FocusTarget, message: string) => {
    nextFocus.current = focus;
    setStatusText(message);
    onChange(next);
  };
  const addAfter = (index: number) => {
    if (steps.length >= STEPS_MAX) return;
    const step = newStep();
    change(steps.toSpliced(index + 1, 0, step), { id: step.id, part: 'text' }, `Steg ${index + 2} tillagt`);
  };
  const remove = (index: number) => {
    const next = steps.toSpliced(index, 1);
    const neighbour = next[index] ?? next[index - 1];
    change(
      next,
      neighbour ? { id: neighbour.id, part: 'text' } : { part: 'add' },
      `Steg ${index + 1} borttaget`,
    );
  };
  const move = (index: number, offset: -1 | 1, part: FocusTarget['part']) => {
    const step = steps[index];
    if (!step || !steps[index + offset]) return;
    const next = steps.toSpliced(index, 1).toSpliced(index + offset, 0, step);
    change(next, { id: step.id, part }, `Steg ${index + 1} är nu steg ${index + offset + 1}`);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    // A step is one line: Enter adds the next step, unless it confirms an input method.
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (isEnter) addAfter(index);
    else if (event.altKey && event.key === 'ArrowUp') move(index, -1, 'text');
    else if (event.altKey && event.key === 'ArrowDown') move(index, 1, 'text');
    else return;
    event.preventDefault();
  };

  return (
    <fieldset className="field" ref={field} aria-describedby={error && `${id}-error`}>
      <legend className="field-label">Steg</legend>
      <ol className="settings-steps">
        {steps.map((step, index) => (
          <li key={step.id} className="settings-step" data-step={step.id}>
            <TextArea
              name="info_box_steps"
              data-part="text"
              rows={1}
              aria-label={`Steg ${index + 1}`}
              aria-invalid={isTooLong(step) || undefined}
              aria-describedby={`${id}-hint`}
              value={step.text}
              onChange={(event) => onChange(steps.with(index, { ...step, text: event.target.value }))}
              onKeyDown={(event) => onKeyDown(event, index)}
            />
            <IconButton
              data-part="up"
              label={`Flytta upp steg ${index + 1}`}
              title="Flytta upp"
              disabled={index === 0}
              onClick={() => move(index, -1, 'up')}
            >
              <ArrowUp size={20} aria-hidden="true" />
            </IconButton>
            <IconButton
              data-part="down"
              label={`Flytta ner steg ${index + 1}`}
              title="Flytta ner"
              disabled={index === steps.length - 1}
              onClick={() => move(index, 1, 'down')}
            >
              <ArrowDown size={20} aria-hidden="true" />
            </IconButton>
            <IconButton label={`Ta bort steg ${index + 1}`} title="Ta bort" onClick={() => remove(index)}>
              <Trash2 size={20} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ol>
      <FieldError id={`${id}-error`} error={error} />
      <p className="field-hint" id={`${id}-hint`}>
        Retur ger ett nytt steg, Alt och pil upp eller ner flyttar. Tomma steg sparas inte.
      </p>
      <Button
        className="settings-add"
        data-part="add"
        icon={<Plus size={18} aria-hidden="true" />}
        disabled={steps.length >= STEPS_MAX}
        onClick={() => addAfter(steps.length - 1)}
      >
        Lägg till steg
      </Button>
      <p className="visually-hidden" role="status">
        {statusText}
      </p>
    </fieldset>
  );
}
