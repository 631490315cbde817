import { formatCount } from '../../../../../src/shared/text';
import { errorMessage } from '../../../../platform/api/failures';
import { FAILED } from '../../../../platform/feedback/failure-messages';
import { Alert } from '../../../../ui/alert';
import { ConfirmDialog } from '../../../../ui/confirm-dialog';
import { type BulkProps, useBulkEdit } from './use-bulk-edit';

const DELETE = { delete: true } as const;

export function BulkDeleteDialog(props: BulkProps) {
  const { preview, isPending, send } = useBulkEdit(DELETE, props);
  const total = formatCount(props.ids.length);
  return (
    <ConfirmDialog
      open
      title={`Ta bort ${total} evenemang`}
      question={`${preview.data ? formatCount(preview.data.count) : total} evenemang tas bort, och deras annonser blir inaktiva. Du kan ångra i ett dygn.`}
      confirmLabel="Ta bort"
      danger
      busy={isPending}
      onConfirm={send}
      onClose={props.onClose}
    >
      {preview.error && <Alert>{errorMessage(preview.error, FAILED.bulkEdit)}</Alert>}
    </ConfirmDialog>
  );
}
