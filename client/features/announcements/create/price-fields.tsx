import type { useForm } from '#client/platform/forms/use-form.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { Field } from '#client/ui/field.tsx';
import { kronorOf, MoneyInput } from '#client/ui/money-input.tsx';
import { PRICE_LABELS } from '#src/features/announcements/fields.ts';
import type { Transfer } from '#src/features/events/transfer/contract.ts';
import { feeHint, feeText } from '#src/features/events/transfer/rules.ts';
import { PriceRemark } from '../price-remark.tsx';
import type { UsualPrice } from '../remarks.ts';
import type { CreateValues } from './draft.ts';

type Props = Pick<ReturnType<typeof useForm<CreateValues>>, 'values' | 'set' | 'inputProps' | 'errorOf'> & {
  /** Of the chosen race and distance. */
  transfer: Transfer | undefined;
  usual: UsualPrice;
};

export function PriceFields({ values, set, inputProps, errorOf, transfer, usual }: Props) {
  return (
    <div className="form-pair">
      <Field
        label={PRICE_LABELS[values.announcement_type]}
        required
        error={errorOf('price')}
        hint={<PriceRemark price={kronorOf(values.price)} usual={usual} />}
      >
        {(ariaProps) => <MoneyInput {...ariaProps} {...inputProps('price')} placeholder="0" />}
      </Field>
      <fieldset className="field">
        <legend className="field-label">Namnbyte</legend>
        <Checkbox
          label="Kostnad för namnbyte tillkommer"
          name="has_name_change_fee"
          checked={values.has_name_change_fee}
          onChange={(event) => set('has_name_change_fee', event.target.checked)}
        />
        {values.has_name_change_fee && (
          <Field
            label="Belopp"
            required
            error={errorOf('name_change_fee')}
            hint={
              transfer &&
              feeText(transfer) && (
                <OrganizersFee fee={kronorOf(values.name_change_fee)} transfer={transfer} />
              )
            }
          >
            {(ariaProps) => <MoneyInput {...ariaProps} {...inputProps('name_change_fee')} placeholder="0" />}
          </Field>
        )}
      </fieldset>
    </div>
  );
}

function OrganizersFee({ fee, transfer }: { fee: number; transfer: Transfer }) {
  const { text, warning } = feeHint(fee, transfer);
  return (
    <>
      {text}{' '}
      <span role="status" className="field-remark">
        {warning}
      </span>
    </>
  );
}
