import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import { TextArea, TextInput } from './inputs.tsx';

type FieldProps = Omit<ComponentProps<typeof Field>, 'children'>;

/** A text input with its label and error. Spread `form.fieldProps(name)` on it. */
export function TextField(props: FieldProps & ComponentProps<'input'>) {
  const { label, error, required = false, optional = false, hint, ...control } = props;
  return (
    <Field {...{ label, error, required, optional, hint }}>
      {(ariaProps) => <TextInput {...ariaProps} {...control} />}
    </Field>
  );
}

/** The same with several lines. */
export function TextAreaField(props: FieldProps & ComponentProps<'textarea'>) {
  const { label, error, required = false, optional = false, hint, ...control } = props;
  return (
    <Field {...{ label, error, required, optional, hint }}>
      {(ariaProps) => <TextArea {...ariaProps} {...control} />}
    </Field>
  );
}
