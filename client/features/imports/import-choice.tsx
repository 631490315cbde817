import { Download } from 'lucide-react';
import { useState } from 'react';
import { FileCallError, saveFile } from '#client/platform/api/admin-files.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { Button } from '#client/ui/button.tsx';
import { FileDrop } from '#client/ui/file-drop.tsx';
import { IMPORT_FIELD_NAMES, REQUIRED_FIELD_NAMES } from '#src/features/events/fields.ts';

type Props = { file: File | undefined; error: string | undefined; onFile: (file: File) => void };

export function ImportChoice({ file, error, onFile }: Props) {
  return (
    <>
      <FileDrop
        label="Dra hit en fil, eller välj en"
        hint="CSV eller Excel (.csv, .xlsx, .xls), högst 10 MB och 20 000 rader"
        accept=".csv,.xlsx,.xls"
        fileName={error ? file?.name : undefined}
        error={error}
        onFile={onFile}
      />
      <div className="import-help">
        <p>
          Första raden har kolumnernas namn. <ColumnNames names={REQUIRED_FIELD_NAMES} /> måste finnas; datum
          skrivs ÅÅÅÅ-MM-DD.{' '}
          <ColumnNames names={IMPORT_FIELD_NAMES.filter((name) => !REQUIRED_FIELD_NAMES.includes(name))} /> är
          valfria.
        </p>
        <TemplateButton />
      </div>
    </>
  );
}

const swedishList = new Intl.ListFormat('sv');

const ColumnNames = ({ names }: { names: readonly string[] }) =>
  swedishList
    .formatToParts(names)
    .map(({ type, value }) => (type === 'element' ? <code key={value}>{value}</code> : value));

function TemplateButton() {
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    await saveFile('/admin/events/template').catch((error) => {
      // An expired session redirects to the login without a toast.
      const isExpired = error instanceof FileCallError && error.code === 'request.unauthorized';
      if (!isExpired) toast.error(FAILED.template);
    });
    setBusy(false);
  };
  return (
    <Button icon={<Download size={18} aria-hidden="true" />} busy={isBusy} onClick={download}>
      Ladda ner mall
    </Button>
  );
}
