import type { FormOf } from '#client/platform/forms/use-form.ts';
import { Field } from '#client/ui/field.tsx';
import { Select } from '#client/ui/inputs.tsx';
import type { Transfer } from '#src/features/events/transfer/contract.ts';
import type { TransferRules } from '#src/features/events/transfer/rules.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { AdTransfer } from '../ad-transfer.tsx';
import type { UsualPrice } from '../remarks.ts';
import { UsualPrices } from '../usual-prices.tsx';
import type { CreateValues } from './draft.ts';
import { Refusal } from './refusal.tsx';

type Props = Pick<FormOf<CreateValues>, 'inputProps' | 'errorOf'> & {
  hasEvent: boolean;
  /** Of the event. Undefined while they are unknown. */
  rules: TransferRules | undefined;
  distances: readonly string[];
  /** Empty until one is chosen. */
  distance: string;
  /** Of the chosen distance. */
  transfer: Transfer | undefined;
  usual: UsualPrice;
  /** Why it takes no ads. */
  refusal: ErrorCode | undefined;
};

export function DistanceField(props: Props) {
  const { hasEvent, rules, distances, distance, transfer, usual, refusal, inputProps, errorOf } = props;
  return (
    <div>
      <Field label="Distans" required error={errorOf('distance')}>
        {(ariaProps) => (
          <Select {...ariaProps} {...inputProps('distance')} value={distance} disabled={!hasEvent}>
            <option value="">{hasEvent ? 'Välj distans' : 'Välj evenemang först'}</option>
            {distances.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </Select>
        )}
      </Field>
      <div role="status" className="create-transfer">
        {transfer && !refusal && (
          <>
            <AdTransfer transfer={transfer} />
            <UsualPrices ad={usual} />
          </>
        )}
      </div>
      {rules && refusal && <Refusal code={refusal} rules={rules} what="distansen" />}
    </div>
  );
}
