import { Checkbox } from '#client/ui/checkbox.tsx';
import { ADVICE_KEYS, type AdviceKey } from '#src/features/marketplace-settings/contract.ts';

const LABELS: Record<AdviceKey, string> = {
  link: 'Länk i ett första meddelande',
  payment_word: 'Ord om betalning, till exempel swish eller förskott, i ett första meddelande',
  low_price: 'Priset är under hälften av det ordinarie och säljarens konto yngre än 7 dagar',
  early_payment: 'Betalning på tal innan namnbytet har öppnat',
};

type Props = {
  /** The keys of the rules that are switched off. */
  disabled: readonly string[];
  onChange: (disabled: string[]) => void;
};

export function AdviceField({ disabled, onChange }: Props) {
  return (
    <fieldset className="field">
      <legend className="field-label">Råd i konversationer</legend>
      <p className="field-hint">Bara den som läser ser rådet. Inga meddelanden ändras eller stoppas.</p>
      {ADVICE_KEYS.map((key) => (
        <Checkbox
          key={key}
          name={`advice_${key}`}
          label={LABELS[key]}
          checked={!disabled.includes(key)}
          onChange={({ target }) =>
            onChange(
              ADVICE_KEYS.filter((other) => (other === key ? !target.checked : disabled.includes(other))),
            )
          }
        />
      ))}
    </fieldset>
  );
}
