import { Dialog } from '../../ui/dialog';

export function AuditDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Logg">
      {null}
    </Dialog>
  );
}
