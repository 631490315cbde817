import { Plus, Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { FormOf } from '#client/platform/forms/use-form.ts';
import { Button } from '#client/ui/button.tsx';
import { DateInput } from '#client/ui/date-input.tsx';
import { Field, FieldError } from '#client/ui/field.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Select } from '#client/ui/inputs.tsx';
import { MoneyInput } from '#client/ui/money-input.tsx';
import {
  TRANSFER_PAYERS,
  TRANSFER_PERIODS_MAX,
  TRANSFER_PLACES,
} from '#src/features/events/fields/choices.ts';
import { labelOf } from '#src/features/events/labels.ts';
import { distanceKey, uniqueDistances } from '#src/shared/distances.ts';
import type { EventValues } from './event-form-values.ts';
import { nextPeriod, type TypedPeriod } from './transfer-values.ts';

const PLACE_LABELS: Record<(typeof TRANSFER_PLACES)[number], string> = {
  online: 'På nätet',
  on_site: 'På plats',
};
const PAYER_LABELS: Record<(typeof TRANSFER_PAYERS)[number], string> = {
  buyer: 'Köparen',
  seller: 'Säljaren',
};

type Props = { form: FormOf<EventValues> };

export function TransferPeriods({ form: { values, set, setError, errorOf } }: Props) {
  const periods = values.transfer_periods;
  const group = useRef<HTMLFieldSetElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const errorId = useId();
  const fieldError = (index: number, name: string) => errorOf(`transfer_periods.${index}.${name}`);
  const hasFieldError = periods.some((_, index) =>
    ['from', 'to', 'fee', 'payer', 'where'].some((name) => fieldError(index, name)),
  );
  const listError = hasFieldError ? undefined : errorOf('transfer_periods');

  const change = (key: number, changes: Partial<TypedPeriod>) =>
    set(
      'transfer_periods',
      periods.map((period) => (period.key === key ? { ...period, ...changes } : period)),
    );
  const add = () => {
    if (periods.length >= TRANSFER_PERIODS_MAX) return setError('transfer_periods', 'event.too_many_periods');
    flushSync(() => set('transfer_periods', [...periods, nextPeriod(periods)]));
    const inputs = group.current?.querySelectorAll<HTMLInputElement>('.transfer-period:last-of-type input');
    // The start may be filled in.
    [...(inputs ?? [])].find(({ value }) => !value)?.focus();
  };
  const remove = (key: number) => {
    set(
      'transfer_periods',
      periods.filter((period) => period.key !== key),
    );
    addButton.current?.focus();
  };

  return (
    <fieldset className="field transfer-periods" name="transfer_periods" ref={group}>
      <legend className="field-label">
        {labelOf('transfer_periods')} <span className="field-mark">(valfritt)</span>
      </legend>
      {periods.map((period, index) => (
        <fieldset key={period.key} className="transfer-period">
          <legend className="visually-hidden">Period {index + 1}</legend>
          {(['from', 'to'] as const).map((name) => (
            <Field
              key={name}
              label={name === 'from' ? 'Från och med' : 'Till och med'}
              error={fieldError(index, name)}
            >
              {(ariaProps) => (
                <DateInput
                  {...ariaProps}
                  name={`period_${name}`}
                  value={period[name]}
                  onChange={(day) => change(period.key, { [name]: day })}
                />
              )}
            </Field>
          ))}
          <Field label="Avgift" error={fieldError(index, 'fee')}>
            {(ariaProps) => (
              <MoneyInput
                {...ariaProps}
                name="period_fee"
                value={period.fee}
                onChange={(event) => change(period.key, { fee: event.target.value })}
              />
            )}
          </Field>
          <Field label="Betalas av" error={fieldError(index, 'payer')}>
            {(ariaProps) => (
              <Select
                {...ariaProps}
                name="period_payer"
                value={period.payer}
                onChange={(event) =>
                  change(period.key, {
                    payer: TRANSFER_PAYERS.find((payer) => payer === event.target.value) ?? '',
                  })
                }
              >
                <option value="">Okänt</option>
                {TRANSFER_PAYERS.map((payer) => (
                  <option key={payer} value={payer}>
                    {PAYER_LABELS[payer]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Var" error={fieldError(index, 'where')}>
            {(ariaProps) => (
              <Select
                {...ariaProps}
                name="period_where"
                value={period.where}
                onChange={(event) =>
                  change(period.key, {
                    where: TRANSFER_PLACES.find((place) => place === event.target.value) ?? '',
                  })
                }
              >
                <option value="">Okänt</option>
                {TRANSFER_PLACES.map((place) => (
                  <option key={place} value={place}>
                    {PLACE_LABELS[place]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <IconButton label={`Ta bort period ${index + 1}`} onClick={() => remove(period.key)}>
            <Trash2 size={18} aria-hidden="true" />
          </IconButton>
          <PeriodDistances
            distances={values.distances.committed}
            chosen={period.distances}
            errorId={listError && errorId}
            onChange={(distances) => change(period.key, { distances })}
          />
        </fieldset>
      ))}
      <FieldError id={errorId} error={listError} />
      <Button
        kind="soft"
        className="additional-fields-add"
        ref={addButton}
        icon={<Plus size={18} aria-hidden="true" />}
        onClick={add}
      >
        Lägg till period
      </Button>
    </fieldset>
  );
}

type DistancesProps = {
  /** Of the event. */
  distances: readonly string[];
  chosen: readonly string[];
  errorId: string | undefined;
  onChange: (chosen: string[]) => void;
};

/**
 * None means all. Also shows chosen distances that were removed from the event, so that the admin decides about them.
 */
function PeriodDistances({ distances, chosen, errorId, onChange }: DistancesProps) {
  const choices = uniqueDistances([...distances, ...chosen]);
  if (choices.length < 2 && chosen.length === 0) return null;
  const isIn = (list: readonly string[], distance: string) =>
    list.some((other) => distanceKey(other) === distanceKey(distance));
  return (
    <fieldset className="period-distances">
      <legend className="field-label">
        Gäller distanserna <span className="field-mark">(ingen vald betyder alla)</span>
      </legend>
      {choices.map((distance) => {
        const isGone = !isIn(distances, distance);
        return (
          <label key={distance} className="period-distance choice" data-gone={isGone || undefined}>
            <input
              type="checkbox"
              name="period_distance"
              aria-invalid={(isGone && !!errorId) || undefined}
              aria-describedby={isGone ? errorId : undefined}
              checked={isIn(chosen, distance)}
              onChange={(event) =>
                onChange(
                  choices.filter((other) =>
                    other === distance ? event.target.checked : isIn(chosen, other),
                  ),
                )
              }
            />
            <span>{isGone ? `${distance} (borttagen)` : distance}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
