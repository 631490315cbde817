import { FileUp, History } from 'lucide-react';
import { useState } from 'react';
import { BatchesDialog } from '#client/features/history/batches-dialog.tsx';
import type { Done } from '#client/features/history/undo-notice.tsx';
import { Button } from '#client/ui/button.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { ImportDialog } from './import-dialog.tsx';

export function ImportButton({ onDone }: { onDone: (done: Done) => void }) {
  const [opened, setOpened] = useState<'import' | 'batches'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <Button icon={<FileUp size={20} aria-hidden="true" />} onClick={() => setOpened('import')}>
        Importera från fil
      </Button>
      <IconButton
        label="Importer och större ändringar"
        title="Importer och större ändringar"
        onClick={() => setOpened('batches')}
      >
        <History size={20} aria-hidden="true" />
      </IconButton>
      {opened === 'import' && <ImportDialog onDone={onDone} onClose={close} />}
      {opened === 'batches' && <BatchesDialog onClose={close} />}
    </>
  );
}
