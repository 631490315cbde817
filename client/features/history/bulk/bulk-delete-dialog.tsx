import { errorMessage } from '#client/platform/api/failures.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Alert } from '#client/ui/alert.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { formatCount } from '#src/shared/text.ts';
import { type BulkProps, useBulkEdit } from './use-bulk-edit.ts';

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
