import { TriangleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import { formatCount } from '../../../src/shared/text';
import { cx } from '../../ui/class-names';
import { Field } from '../../ui/field';
import { TextArea } from '../../ui/inputs';

/** The hint of section 5. It is advice: longer texts are taken, up to the 5,000 of D33. */
const ADVISED = 500;

type Props = ComponentProps<typeof TextArea> & { value: string; error: string | undefined };

/** The description of an ad, with how much of the advised length is used. */
export function DescriptionField({ error, ...rest }: Props) {
  const length = [...rest.value].length;
  const isOver = length > ADVISED;
  return (
    <Field
      label="Beskrivning"
      optional
      error={error}
      hint={
        <span className="description-hint">
          <span>Max {ADVISED} tecken</span>
          <span className={cx('description-count', isOver && 'description-over')}>
            {isOver && <TriangleAlert size={16} aria-hidden="true" />}
            {formatCount(length)}/{ADVISED}
            {isOver && <span className="visually-hidden">, längre än så</span>}
          </span>
        </span>
      }
    >
      {(wiring) => <TextArea {...wiring} {...rest} name="description" rows={4} />}
    </Field>
  );
}
