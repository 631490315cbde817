import { useState } from 'react';
import type { FormOf } from '#client/platform/forms/use-form.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { DateInput } from '#client/ui/date-input.tsx';
import { Field } from '#client/ui/field.tsx';
import { FoldSummary } from '#client/ui/fold-summary.tsx';
import { Select } from '#client/ui/inputs.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { EVENT_STATUSES, REGISTRATION_KINDS } from '#src/features/events/fields/choices.ts';
import { STATE_FIELD_NAMES } from '#src/features/events/fields.ts';
import { CHOICE_LABELS, labelOf } from '#src/features/events/labels.ts';
import { formatDay, isDay } from '#src/shared/dates.ts';
import { type EventValues, isScheduledAgain } from './event-form-values.ts';

type Props = { form: FormOf<EventValues>; stored: AdminEvent | undefined };

/** Closed while a race has nothing of it, because most races never do. */
export function StateFields({ form, isOrganiser = false }: Pick<Props, 'form'> & { isOrganiser?: boolean }) {
  const { values, set, inputProps, fieldProps, errorOf } = form;
  const isUsed = STATE_FIELD_NAMES.some(
    (name) => !['', false, 'scheduled', 'open'].includes(values[name] as string),
  );
  const [isOpened, setOpened] = useState(isUsed || isOrganiser);
  const hasError = STATE_FIELD_NAMES.some((name) => errorOf(name));
  const dayProps = (name: 'registration_opens_on' | 'registration_closes_on') => ({
    name,
    value: values[name],
    onChange: (day: string) => set(name, day),
  });
  const textField = (name: 'status_note' | 'previous_dates' | 'registration_url', placeholder?: string) => (
    <TextField
      label={labelOf(name)}
      optional
      {...fieldProps(name)}
      placeholder={placeholder}
      autoComplete="off"
    />
  );
  return (
    <details
      className="state-fields"
      open={isOpened || hasError}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <FoldSummary className="event-form-title">Läge och anmälan</FoldSummary>
      <div className="state-fields-content">
        <div className="form-pair">
          <Field label={labelOf('status')} error={errorOf('status')}>
            {(ariaProps) => (
              <Select {...ariaProps} {...inputProps('status')}>
                {EVENT_STATUSES.map((status) => (
                  <option key={status} value={status}>
                    {CHOICE_LABELS.status[status]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {textField('status_note')}
        </div>
        {!isOrganiser && textField('previous_dates', 'ÅÅÅÅ-MM-DD; ÅÅÅÅ-MM-DD')}
        <div className="form-pair">
          {(['registration_opens_on', 'registration_closes_on'] as const).map((name) => (
            <Field key={name} label={labelOf(name)} optional error={errorOf(name)}>
              {(ariaProps) => <DateInput {...ariaProps} {...dayProps(name)} />}
            </Field>
          ))}
        </div>
        {textField('registration_url', 'https://')}
        <div className="state-fields-registration">
          <Segmented
            legend={labelOf('registration_kind')}
            name="registration_kind"
            value={values.registration_kind}
            options={REGISTRATION_KINDS.map((value) => ({
              value,
              label: CHOICE_LABELS.registration_kind[value],
            }))}
            onChange={(kind) => set('registration_kind', kind)}
          />
          <Checkbox
            label={labelOf('sold_out')}
            name="sold_out"
            checked={values.sold_out}
            onChange={(event) => set('sold_out', event.target.checked)}
          />
        </div>
      </div>
    </details>
  );
}

/** Asks what a new date of a stored event means. Shown right after the date was changed. */
export function DateChangeQuestion({ form: { values, set }, stored }: Props) {
  const isChanged = !!stored && isDay(values.event_date) && values.event_date !== stored.event_date;
  return (
    <div role="status" className="date-change-status">
      {isChanged &&
        (isScheduledAgain(values, stored) ? (
          <p className="event-form-copied">
            Loppet blir planerat igen och visas som flyttat från {formatDay(stored.event_date)}.
          </p>
        ) : (
          <div className="date-change">
            <p>Rättelse eller flytt?</p>
            <Segmented
              legend="Rättelse eller flytt?"
              name="date_change"
              value={values.date_change}
              options={[
                { value: 'correction', label: 'Rättelse' },
                { value: 'moved', label: `Flyttat från ${formatDay(stored.event_date)}` },
              ]}
              onChange={(change) => set('date_change', change)}
            />
          </div>
        ))}
    </div>
  );
}
