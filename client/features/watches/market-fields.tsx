import { splitDistances } from '../../../src/shared/distances';
import type { FormOf } from '../../platform/forms/use-form';
import { Field } from '../../ui/field';
import { Select } from '../../ui/inputs';
import { MoneyInput } from '../../ui/money-input';
import type { WatchValues } from './use-watch-form';
import type { WatchedEvent } from './watched';

type Props = { event: WatchedEvent; priceLabel: string; form: FormOf<WatchValues> };

/** Which ads of a race. */
export function MarketFields({ event, priceLabel, form: { inputProps, errorOf } }: Props) {
  return (
    <div className="form-pair">
      <Field label="Distans" error={errorOf('distance')}>
        {(ariaProps) => (
          <Select {...ariaProps} {...inputProps('distance')}>
            <option value="">Alla distanser</option>
            {splitDistances(event.distances).map((distance) => (
              <option key={distance}>{distance}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={priceLabel} optional error={errorOf('price')}>
        {(ariaProps) => <MoneyInput {...ariaProps} {...inputProps('price')} />}
      </Field>
    </div>
  );
}
