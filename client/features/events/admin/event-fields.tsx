import { Plus, Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { ADDITIONAL_FIELDS_MAX } from '../../../../src/features/events/fields';
import { SPORTS } from '../../../../src/shared/sports';
import type { FormOf } from '../../../platform/forms/use-form';
import { Button } from '../../../ui/button';
import { FieldError } from '../../../ui/field';
import { IconButton } from '../../../ui/icon-button';
import { TextInput } from '../../../ui/inputs';
import { RaceFields } from '../race-fields';
import type { EventFieldValues, TypedField } from './event-values';

/** What {@link EventFields} needs of a form; one that holds more has it too. */
export type EventFieldsForm = FormOf<EventFieldValues>;

/** Every field of an event but for its stamp and its spot (section 2), for the dialogs of the portal. */
export function EventFields({ form }: { form: EventFieldsForm }) {
  return (
    <>
      <RaceFields form={form} nameLabel="Namn" sports={SPORTS} />
      <AdditionalFields form={form} />
    </>
  );
}

const isWhole = ({ label, value }: TypedField) => !!label.trim() && !!value.trim();

/** Additional label/value fields: rows that can be added and removed; each needs both halves (section 5). */
function AdditionalFields({ form: { values, set, fault, errorOf } }: { form: EventFieldsForm }) {
  const rows = values.additional_fields;
  const error = errorOf('additional_fields');
  const errorId = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);

  const change = (key: number, part: Partial<TypedField>) =>
    set(
      'additional_fields',
      rows.map((row) => (row.key === key ? { ...row, ...part } : row)),
    );
  const add = () => {
    if (rows.length >= ADDITIONAL_FIELDS_MAX) return fault('additional_fields', 'event.too_many_fields');
    // The one before must be whole first.
    if (!rows.every(isWhole)) {
      flushSync(() => fault('additional_fields', 'event.field_incomplete'));
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
  /** What is wrong with a half of a row: nothing, or that it is empty while the sentence stands there. */
  const wiring = (half: string) =>
    error && { 'aria-describedby': errorId, 'aria-invalid': !half.trim() || undefined };

  return (
    <fieldset className="field additional-fields" ref={group}>
      <legend className="field-label">
        Extra fält <span className="field-mark">(valfritt)</span>
      </legend>
      {rows.map(({ key, label, value }, index) => (
        <div className="additional-field" key={key}>
          <TextInput
            {...wiring(label)}
            name="label"
            aria-label={`Fältetikett ${index + 1}`}
            placeholder="Fältetikett"
            autoComplete="off"
            value={label}
            onChange={(event) => change(key, { label: event.target.value })}
          />
          <TextInput
            {...wiring(value)}
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
