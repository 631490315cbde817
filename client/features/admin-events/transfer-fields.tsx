import { useState } from 'react';
import type { FormOf } from '#client/platform/forms/use-form.ts';
import { Button } from '#client/ui/button.tsx';
import { DateInput } from '#client/ui/date-input.tsx';
import { Field } from '#client/ui/field.tsx';
import { FoldSummary } from '#client/ui/fold-summary.tsx';
import { Select } from '#client/ui/inputs.tsx';
import { MoneyInput } from '#client/ui/money-input.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { TRANSFER_INITIATORS, TRANSFER_POLICIES } from '#src/features/events/fields/choices.ts';
import { TRANSFER_FIELD_NAMES } from '#src/features/events/fields.ts';
import { CHOICE_LABELS, labelOf } from '#src/features/events/labels.ts';
import { formatDayOfYear, isDay } from '#src/shared/dates.ts';
import { distanceKey } from '#src/shared/distances.ts';
import { countOf } from '#src/shared/text.ts';
import type { EventValues } from './event-form-values.ts';
import { TransferPeriods } from './transfer-periods.tsx';
import { pricedDistances, type TransferValues } from './transfer-values.ts';

/** `Tillåtet, 2 perioder, kontrollerat 12 mars`. */
function summaryOf(values: TransferValues, today: string): string {
  const { transfer_policy, transfer_periods: periods, transfer_checked_on: checkedOn } = values;
  return [
    CHOICE_LABELS.transfer_policy[transfer_policy],
    transfer_policy === 'allowed' && periods.length > 0 && countOf(periods.length, 'period', 'perioder'),
    isDay(checkedOn) && `kontrollerat ${formatDayOfYear(checkedOn, today)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

type Props = { form: FormOf<EventValues>; today: string };

/** Closed at first: its summary says what is known. */
export function TransferFields({ form, today }: Props) {
  const { values, set, fieldProps, inputProps, errorOf } = form;
  const [isOpened, setOpened] = useState(false);
  const hasError = TRANSFER_FIELD_NAMES.some((name) => errorOf(name));
  const isAllowed = values.transfer_policy === 'allowed';
  const choosePolicy = (policy: TransferValues['transfer_policy']) => {
    set('transfer_policy', policy);
    // An admin who enters the rules has just read them.
    if (!values.transfer_checked_on && policy !== 'unknown') set('transfer_checked_on', today);
  };
  return (
    <details
      className="state-fields"
      open={isOpened || hasError}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <FoldSummary className="event-form-title">
        {labelOf('transfer_policy')}{' '}
        <span className="transfer-fields-summary">{summaryOf(values, today)}</span>
      </FoldSummary>
      <div className="state-fields-content">
        <Segmented
          legend={labelOf('transfer_policy')}
          name="transfer_policy"
          value={values.transfer_policy}
          options={TRANSFER_POLICIES.map((policy) => ({
            value: policy,
            label: CHOICE_LABELS.transfer_policy[policy],
          }))}
          onChange={choosePolicy}
        />
        {(isAllowed || errorOf('transfer_periods')) && <TransferPeriods form={form} />}
        {isAllowed && (
          <div className="form-pair">
            <Field label={labelOf('transfer_initiator')} optional error={errorOf('transfer_initiator')}>
              {(ariaProps) => (
                <Select {...ariaProps} {...inputProps('transfer_initiator')}>
                  <option value="">Okänt</option>
                  {TRANSFER_INITIATORS.map((initiator) => (
                    <option key={initiator} value={initiator}>
                      {CHOICE_LABELS.transfer_initiator[initiator]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <TextField
              label={labelOf('transfer_buyer_needs')}
              optional
              {...fieldProps('transfer_buyer_needs')}
              placeholder="födelsedatum; e-postadress"
              autoComplete="off"
            />
          </div>
        )}
        <div className="form-pair">
          <TextField
            label={labelOf('transfer_rules_url')}
            optional
            {...fieldProps('transfer_rules_url')}
            placeholder="https://"
            autoComplete="off"
          />
          <Field label={labelOf('transfer_checked_on')} optional error={errorOf('transfer_checked_on')}>
            {(ariaProps) => (
              <div className="transfer-checked">
                <DateInput
                  {...ariaProps}
                  name="transfer_checked_on"
                  value={values.transfer_checked_on}
                  onChange={(day) => set('transfer_checked_on', day)}
                />
                <Button onClick={() => set('transfer_checked_on', today)}>I dag</Button>
              </div>
            )}
          </Field>
        </div>
        <OrdinaryPrices form={form} />
      </div>
    </details>
  );
}

/** One field for each distance of the event. */
function OrdinaryPrices({ form: { values, set, errorOf } }: Pick<Props, 'form'>) {
  const distances = values.distances.committed;
  const priced = pricedDistances(values, distances);
  if (distances.length === 0) return null;
  return (
    <fieldset className="field" name="ordinary_prices">
      <legend className="field-label">
        {labelOf('ordinary_prices')} <span className="field-mark">(valfritt)</span>
      </legend>
      <div className="ordinary-prices">
        {distances.map((distance) => (
          <Field
            key={distance}
            label={distance}
            error={
              priced.includes(distance)
                ? errorOf(`ordinary_prices.${priced.indexOf(distance)}.price`)
                : undefined
            }
          >
            {(ariaProps) => (
              <MoneyInput
                {...ariaProps}
                name="ordinary_price"
                value={values.ordinary_prices[distanceKey(distance)] ?? ''}
                onChange={(event) =>
                  set('ordinary_prices', {
                    ...values.ordinary_prices,
                    [distanceKey(distance)]: event.target.value,
                  })
                }
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
