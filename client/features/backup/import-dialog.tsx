import { Dialog } from '../../ui/dialog';

export function ImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Importera backup">
      {null}
    </Dialog>
  );
}
