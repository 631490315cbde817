import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button';
import { ImportDialog } from './import-dialog';

export function ImportButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<FileUp size={20} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Importera från fil
      </Button>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
}
