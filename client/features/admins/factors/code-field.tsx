import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { TextInput } from '#client/ui/inputs.tsx';

type Props = {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** The code may be left out, because a passkey does. */
  optional?: boolean;
  focusFirst?: boolean;
};

/** A code of the app or, after a press, a recovery code: phones show another keyboard for each. */
export function CodeField({ value, onChange, error, optional = false, focusFirst = false }: Props) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <>
      <Field
        label={isRecovery ? 'Återställningskod' : 'Kod från din app'}
        required={!optional}
        optional={optional}
        error={error}
      >
        {(ariaProps) => (
          <TextInput
            {...ariaProps}
            name="code"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoCapitalize="characters"
            spellCheck={false}
            data-focus-first={focusFirst || undefined}
          />
        )}
      </Field>
      <p className="account-links">
        <Button
          kind="link"
          onClick={() => {
            setRecovery(!isRecovery);
            onChange('');
          }}
        >
          {isRecovery ? 'Skriv en kod från appen i stället' : 'Skriv en återställningskod i stället'}
        </Button>
      </p>
    </>
  );
}
