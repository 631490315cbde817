import type { FormOf } from '#client/platform/forms/use-form.ts';
import { Field } from '#client/ui/field.tsx';
import { Select } from '#client/ui/inputs.tsx';
import { MoneyInput } from '#client/ui/money-input.tsx';
import { splitDistances } from '#src/shared/distances.ts';
import type { WatchValues } from './use-watch-form.ts';
import type { WatchedEvent } from './watched.ts';

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
