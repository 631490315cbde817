import { useState } from 'react';
import { detailOf } from '../../../../src/shared/errors';
import { Dialog } from '../../../ui/dialog';
import { FileDrop } from '../../../ui/file-drop';

const isImportable = (name: string) => /\.(csv|xlsx|xls)$/i.test(name.trim());

/** Events from a CSV or Excel file (section 2). */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>();
  const [error, setError] = useState<string>();
  const choose = (chosen: File) => {
    setError(isImportable(chosen.name) ? undefined : detailOf('import.file_type'));
    setFile(isImportable(chosen.name) ? chosen : undefined);
  };
  return (
    <Dialog open onClose={onClose} title="Importera från fil" size="large">
      <FileDrop
        label="Välj fil"
        hint="CSV eller Excel, högst 10 MB"
        accept=".csv,.xlsx,.xls"
        chosen={file?.name}
        error={error}
        onFile={choose}
      />
    </Dialog>
  );
}
