import { useState } from 'react';
import { errorMessage } from '#client/platform/api/failures.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';
import { Select } from '#client/ui/inputs.tsx';
import { formatCount } from '#src/shared/text.ts';
import { BulkFields } from './bulk-fields.tsx';
import { BULK_ACTS, type BulkAct, FIRST_VALUES, inputOf } from './bulk-values.ts';
import { type BulkProps, useBulkEdit } from './use-bulk-edit.ts';

export function BulkEditDialog(props: BulkProps) {
  const [act, setAct] = useState<BulkAct>('status');
  const [values, setValues] = useState(FIRST_VALUES);
  const { preview, count, isPending, send } = useBulkEdit(inputOf(act, values), props);
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={`Ändra ${formatCount(props.ids.length)} evenemang`}
      save={
        <Button kind="primary" busy={isPending} disabled={!count} onClick={send}>
          {count === undefined ? 'Ändra' : `Ändra ${formatCount(count)}`}
        </Button>
      }
    >
      <div className="bulk-form">
        {preview.error && <Alert>{errorMessage(preview.error, FAILED.bulkEdit)}</Alert>}
        <Field label="Vad ska ändras?">
          {(ariaProps) => (
            <Select
              {...ariaProps}
              name="act"
              value={act}
              data-focus-first
              onChange={(event) => setAct(event.target.value as BulkAct)}
            >
              {Object.entries(BULK_ACTS).map(([name, label]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <BulkFields
          act={act}
          values={values}
          onChange={(changes) => setValues((before) => ({ ...before, ...changes }))}
        />
        <p className="bulk-preview" role="status">
          {count !== undefined && describeCount(count, props.ids.length)}
        </p>
      </div>
    </Dialog>
  );
}

function describeCount(count: number, total: number): string {
  if (count === 0) return 'Inget av dem ändras: de har redan det värdet.';
  const same = total - count;
  const rest = same > 0 ? ` ${formatCount(same)} har redan det värdet.` : '';
  return `${formatCount(count)} evenemang ändras.${rest} Du kan ångra i ett dygn.`;
}
