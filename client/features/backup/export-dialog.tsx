import { Dialog } from '../../ui/dialog';

export function ExportDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Exportera backup">
      {null}
    </Dialog>
  );
}
