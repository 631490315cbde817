import { Download } from 'lucide-react';
import { useState } from 'react';
import { FileCallError, saveFile } from '../../../platform/admin-files';
import { FAILED } from '../../../platform/sentences';
import { toast } from '../../../platform/toast';
import { Button } from '../../../ui/button';
import { FileDrop } from '../../../ui/file-drop';

type Props = { file: File | undefined; fault: string | undefined; onFile: (file: File) => void };

/** The choice of a file, with the template to begin one from. */
export function ImportChoice({ file, fault, onFile }: Props) {
  return (
    <>
      <FileDrop
        label="Dra hit en fil, eller välj en"
        hint="CSV eller Excel (.csv, .xlsx, .xls), högst 10 MB och 20 000 rader"
        accept=".csv,.xlsx,.xls"
        chosen={fault ? file?.name : undefined}
        error={fault}
        onFile={onFile}
      />
      <div className="import-help">
        <p>
          Första raden har kolumnernas namn. <code>event_date</code> (ÅÅÅÅ-MM-DD), <code>event_name</code>,{' '}
          <code>distances</code> och <code>sport_type</code> måste finnas. <code>event_end_date</code>,{' '}
          <code>ort</code>, <code>landskap</code>, <code>address</code>, <code>race_link</code>,{' '}
          <code>result_link</code> och <code>organizer</code> är valfria.
        </p>
        <TemplateButton />
      </div>
    </>
  );
}

function TemplateButton() {
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    await saveFile('/admin/events/template').catch((error) => {
      // A login that has ended leads to the login by itself.
      const hasEnded = error instanceof FileCallError && error.code === 'request.unauthorized';
      if (!hasEnded) toast.error(FAILED.template);
    });
    setBusy(false);
  };
  return (
    <Button icon={<Download size={18} aria-hidden="true" />} busy={isBusy} onClick={download}>
      Ladda ner mall
    </Button>
  );
}
