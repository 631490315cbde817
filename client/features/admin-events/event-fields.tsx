import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { RaceFields } from '#client/features/events/form/race-fields.tsx';
import type { FormOf } from '#client/platform/forms/use-form.ts';
import { Button } from '#client/ui/button.tsx';
import { FieldError } from '#client/ui/field.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { TextInput } from '#client/ui/inputs.tsx';
import { ADDITIONAL_FIELDS_MAX } from '#src/features/events/fields/choices.ts';
import { SPORTS } from '#src/shared/sports.ts';
import type { EventFieldValues, TypedField } from './event-values.ts';

type EventFieldsForm = FormOf<EventFieldValues>;

type Props = {
  form: EventFieldsForm;
  /** Earlier dates get a question; see {@link RaceFields}. */
  today?: string;
  /** Beside the dates. */
  aboutDates?: ReactNode;
};

export function EventFields({ form, today = '', aboutDates }: Props) {
  return (
    <>
      <RaceFields form={form} nameLabel="Namn" sports={SPORTS} today={today} aboutDates={aboutDates} />
      <AdditionalFields form={form} />
    </>
  );
}

const isComplete = ({ label, value }: TypedField) => !!label.trim() && !!value.trim();

function AdditionalFields({ form: { values, set, setError, errorOf } }: { form: EventFieldsForm }) {
  const rows = values.additional_fields;
  const error = errorOf('additional_fields');
  const errorId = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);

  const change = (key: number, changes: Partial<TypedField>) =>
    set(
      'additional_fields',
      rows.map((row) => (row.key === key ? { ...row, ...changes } : row)),
    );
  const add = () => {
    if (rows.length >= ADDITIONAL_FIELDS_MAX) return setError('additional_fields', 'event.too_many_fields');
    if (!rows.every(isComplete)) {
      flushSync(() => setError('additional_fields', 'event.field_incomplete'));
      group.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    const key = Math.max(0, ...rows.map((row) => row.key)) + 1;
    flushSync(() => set('additional_fields', [...rows, { key, label: '', value: '' }]));
    group.current?.querySelector<HTMLElement>('.additional-field:last-of-type input')?.focus();
  };
  const remove = (key: number) => {
    set(
      'additional_fields',
      rows.filter((row) => row.key !== key),
    );
    addButton.current?.focus();
  };
  const errorProps = (text: string) =>
    error && { 'aria-describedby': errorId, 'aria-invalid': !text.trim() || undefined };

  return (
    <fieldset className="field additional-fields" ref={group}>
      <legend className="field-label">
        Extra fält <span className="field-mark">(valfritt)</span>
      </legend>
      {rows.map(({ key, label, value }, index) => (
        <div className="additional-field" key={key}>
          <TextInput
            {...errorProps(label)}
            name="label"
            aria-label={`Fältetikett ${index + 1}`}
            placeholder="Fältetikett"
            autoComplete="off"
            value={label}
            onChange={(event) => change(key, { label: event.target.value })}
          />
          <TextInput
            {...errorProps(value)}
            name="value"
            aria-label={`Värde ${index + 1}`}
            placeholder="Värde"
            autoComplete="off"
            value={value}
            onChange={(event) => change(key, { value: event.target.value })}
          />
          <IconButton
            label={label.trim() ? `Ta bort fältet ${label.trim()}` : `Ta bort fält ${index + 1}`}
            onClick={() => remove(key)}
          >
            <Trash2 size={18} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <FieldError id={errorId} error={error} />
      <Button
        kind="soft"
        className="additional-fields-add"
        ref={addButton}
        icon={<Plus size={18} aria-hidden="true" />}
        onClick={add}
      >
        Lägg till fält
      </Button>
    </fieldset>
  );
}
