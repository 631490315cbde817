import type { useForm } from '../../platform/use-form';
import { Field } from '../../ui/field';
import { TextInput } from '../../ui/inputs';
import { PasswordInput } from '../../ui/password-input';
import { PasswordChecklist } from './password-checklist';

type Form = ReturnType<typeof useForm>;

type Props<Name extends string> = {
  label: string;
  /** The field's name on this form (D26). */
  name: Name;
  value: string;
  text: (name: Name | 'confirm_password') => ReturnType<Form['text']>;
  errorOf: (name: Name | 'confirm_password') => ReturnType<Form['errorOf']>;
};

/** A password that is chosen, with its rules, and the same once more. */
export function NewPassword<Name extends string>({ label, name, value, text, errorOf }: Props<Name>) {
  return (
    <>
      <Field label={label} required error={errorOf(name)} hint={<PasswordChecklist password={value} />}>
        {(wiring) => <PasswordInput {...wiring} {...text(name)} autoComplete="new-password" />}
      </Field>
      <Field label="Bekräfta lösenord" required error={errorOf('confirm_password')}>
        {(wiring) => (
          <TextInput {...wiring} {...text('confirm_password')} type="password" autoComplete="new-password" />
        )}
      </Field>
    </>
  );
}
