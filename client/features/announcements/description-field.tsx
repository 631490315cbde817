import { TriangleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import { formatCount } from '../../../src/shared/text';
import { cx } from '../../ui/class-names';
import { Field } from '../../ui/field';
import { TextArea } from '../../ui/inputs';

/** Only a recommendation: the server accepts up to 5,000 characters. */
const RECOMMENDED_MAX = 500;

type Props = ComponentProps<typeof TextArea> & { value: string; error: string | undefined };

export function DescriptionField({ error, ...rest }: Props) {
  const length = [...rest.value].length;
  const isOver = length > RECOMMENDED_MAX;
  return (
    <Field
      label="Beskrivning"
      optional
      error={error}
      hint={
        <span className="description-hint">
          <span>Max {RECOMMENDED_MAX} tecken</span>
          <span className={cx('description-count', isOver && 'description-over')}>
            {isOver && <TriangleAlert size={16} aria-hidden="true" />}
            {formatCount(length)}/{RECOMMENDED_MAX}
            {isOver && <span className="visually-hidden">, längre än så</span>}
          </span>
        </span>
      }
    >
      {(ariaProps) => <TextArea {...ariaProps} {...rest} name="description" rows={4} />}
    </Field>
  );
}
