import { TriangleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '#client/ui/class-names.ts';
import { Field } from '#client/ui/field.tsx';
import { TextArea } from '#client/ui/inputs.tsx';
import { formatCount } from '#src/shared/text.ts';
import { contactRemark } from './remarks.ts';

/** Only a recommendation: the server accepts up to 5,000 characters. */
const RECOMMENDED_MAX_LENGTH = 500;

type Props = ComponentProps<typeof TextArea> & { value: string; error: string | undefined };

export function DescriptionField({ error, ...textAreaProps }: Props) {
  const length = [...textAreaProps.value].length;
  const isTooLong = length > RECOMMENDED_MAX_LENGTH;
  return (
    <Field
      label="Beskrivning"
      optional
      error={error}
      hint={
        <span className="description-hint">
          <span>Max {RECOMMENDED_MAX_LENGTH} tecken</span>
          <span className={cx('description-count', isTooLong && 'description-too-long')}>
            {isTooLong && <TriangleAlert size={16} aria-hidden="true" />}
            {formatCount(length)}/{RECOMMENDED_MAX_LENGTH}
            {isTooLong && <span className="visually-hidden">, längre än så</span>}
          </span>
          <span role="status" className="field-remark">
            {contactRemark(textAreaProps.value)}
          </span>
        </span>
      }
    >
      {(ariaProps) => <TextArea {...ariaProps} {...textAreaProps} name="description" rows={4} />}
    </Field>
  );
}
