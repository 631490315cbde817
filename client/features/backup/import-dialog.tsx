import { TriangleAlert, Upload } from 'lucide-react';
import { useId, useState } from 'react';
import { detailOf } from '#client/platform/api/error-texts.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FieldError } from '#client/ui/field.tsx';
import { FileDrop, Progress } from '#client/ui/file-drop.tsx';
import { ImportResult } from './import-result.tsx';
import { formatSize } from './sizes.ts';
import { useImport } from './use-import.ts';

const isJson = (file: File) => /\.json$/i.test(file.name.trim());
const isSpreadsheet = (file: File) => /\.(csv|xlsx|xls)$/i.test(file.name.trim());

function fileError(file: File | undefined): string | undefined {
  if (!file) return detailOf('backup.file');
  if (isJson(file)) return undefined;
  return isSpreadsheet(file)
    ? `${file.name} är en lista med evenemang, ingen backup. Läs in den med Importera från fil på fliken Evenemang.`
    : `Filen är ingen JSON-fil. ${detailOf('backup.file')}`;
}

/** The button that had focus is unmounted. */
const focusOnMount = (button: HTMLButtonElement | null) => button?.focus();

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { step, send, stop, forget } = useImport();
  const [file, setFile] = useState<File>();
  const [isConfirmed, setConfirmed] = useState(false);
  const [wasSubmitted, setSubmitted] = useState(false);

  const choose = (chosenFile: File) => {
    setFile(chosenFile);
    // The confirmation was for the other file.
    setConfirmed(false);
    setSubmitted(false);
    forget();
  };

  const start = () => {
    setSubmitted(true);
    if (file && !fileError(file) && isConfirmed) send(file);
  };

  if (step.status === 'done') {
    return (
      <Dialog
        open
        onClose={onClose}
        title="Importera backup"
        footer={
          <Button kind="primary" onClick={onClose} ref={focusOnMount}>
            Klar
          </Button>
        }
      >
        <ImportResult collections={step.collections} />
      </Dialog>
    );
  }

  const isSending = step.status === 'sending';
  const isUploaded = isSending && step.fraction >= 1;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Importera backup"
      footer={
        <>
          <Button kind="quiet" className="dialog-cancel" onClick={isSending && !isUploaded ? stop : onClose}>
            {isUploaded ? 'Stäng' : isSending ? 'Avbryt importen' : 'Avbryt'}
          </Button>
          <Button
            kind="danger"
            busy={isSending}
            icon={<Upload size={20} aria-hidden="true" />}
            onClick={start}
          >
            Importera backup
          </Button>
        </>
      }
    >
      <div className="backup">
        {step.status === 'choosing' && step.error && <Alert>{step.error}</Alert>}
        <div className="backup-warning">
          <TriangleAlert size={20} aria-hidden="true" />
          <p>
            <strong>All data ersätts av det som står i filen.</strong> Det som har tillkommit sedan backupen
            gjordes försvinner, och alla användare loggas ut. Administratörskontona ändras inte.
          </p>
        </div>
        {isSending ? (
          <Progress
            label={
              isUploaded
                ? 'Servern kontrollerar filen och ersätter innehållet. Det kan ta några minuter.'
                : `Laddar upp ${file?.name} (${Math.floor(step.fraction * 100)} %)`
            }
            part={isUploaded ? undefined : step.fraction}
          />
        ) : (
          <>
            <FileDrop
              label="Välj backup-fil"
              hint={file ? formatSize(file.size) : 'JSON-fil från Exportera backup'}
              accept=".json,application/json"
              fileName={file?.name}
              error={wasSubmitted || file ? fileError(file) : undefined}
              onFile={choose}
            />
            <Confirmation
              value={isConfirmed}
              onChange={setConfirmed}
              isMissing={wasSubmitted && !isConfirmed}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

type ConfirmationProps = { value: boolean; onChange: (value: boolean) => void; isMissing: boolean };

/** A separate checkbox: a double click must not start the import. */
function Confirmation({ value, onChange, isMissing }: ConfirmationProps) {
  const id = useId();
  return (
    <div>
      <Checkbox
        name="confirm"
        label="Jag förstår att all data ersätts"
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={id}
        aria-invalid={isMissing || undefined}
      />
      <FieldError id={id} error={isMissing ? 'Bekräfta att all data ersätts' : undefined} />
    </div>
  );
}
