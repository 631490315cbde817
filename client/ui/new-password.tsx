import type { useForm } from '#client/platform/forms/use-form.ts';
import { Field } from './field.tsx';
import { PasswordChecklist, type PasswordRule } from './password-checklist.tsx';
import { PasswordInput } from './password-input.tsx';
import { TextField } from './text-field.tsx';

type Form = ReturnType<typeof useForm>;

type Props<Name extends string> = {
  label: string;
  name: Name;
  value: string;
  rules: readonly PasswordRule[];
  inputProps: (name: Name | 'confirm_password') => ReturnType<Form['inputProps']>;
  errorOf: (name: Name | 'confirm_password') => ReturnType<Form['errorOf']>;
};

export function NewPassword<Name extends string>({
  label,
  name,
  value,
  rules,
  inputProps,
  errorOf,
}: Props<Name>) {
  return (
    <>
      <Field
        label={label}
        required
        error={errorOf(name)}
        hint={<PasswordChecklist password={value} rules={rules} />}
      >
        {(ariaProps) => <PasswordInput {...ariaProps} {...inputProps(name)} autoComplete="new-password" />}
      </Field>
      <TextField
        label="Bekräfta lösenord"
        required
        error={errorOf('confirm_password')}
        {...inputProps('confirm_password')}
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}
