import { useEffect, useRef } from 'react';
import type { Done } from '#client/features/history/undo-notice.tsx';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Progress } from '#client/ui/file-drop.tsx';
import { useIsWide } from '#client/ui/use-media.ts';
import { countOf, formatCount } from '#src/shared/text.ts';
import { ImportChoice } from './import-choice.tsx';
import { ImportNotes } from './import-notes.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { ImportPreviewList } from './import-preview.tsx';
import { type ImportStep, useImport } from './use-import.ts';

type Props = { onDone: (done: Done) => void; onClose: () => void };

export function ImportDialog({ onDone, onClose }: Props) {
  const { file, updatesExisting, step, choose, setUpdatesExisting, store, stop, startOver } = useImport({
    onDone,
    onStored: onClose,
  });
  const isWide = useIsWide();
  const body = useFocusOnStep(step.status);
  const isDone = step.status === 'done';
  const doneButton = (
    <Button kind="primary" onClick={onClose}>
      Klar
    </Button>
  );

  return (
    <Dialog
      open
      onClose={onClose}
      title="Importera från fil"
      size="large"
      {...(isDone && isWide
        ? { footer: doneButton }
        : { save: isDone ? doneButton : <StoreButton step={step} isWide={isWide} onPress={store} /> })}
    >
      <div className="import" ref={body} tabIndex={-1}>
        {step.status === 'choosing' && <ImportChoice file={file} error={step.error} onFile={choose} />}
        {(step.status === 'reading' || step.status === 'storing') && (
          <InProgress step={step} name={file?.name ?? ''} onStop={stop} />
        )}
        {step.status === 'preview' && (
          <>
            {step.error && <Alert>{step.error}</Alert>}
            <div className="import-file">
              <p>
                <strong>{file?.name}</strong> <span>{countOf(step.preview.total_rows, 'rad', 'rader')}</span>
              </p>
              <Button onClick={startOver}>Välj en annan fil</Button>
            </div>
            <Checkbox
              name="update"
              label="Uppdatera evenemang som redan finns"
              checked={updatesExisting}
              onChange={(event) => setUpdatesExisting(event.target.checked)}
            />
            <ImportNotes result={step.preview} omitted={step.preview.omitted_rows} />
            <ImportPreviewList key={step.preview.preview} preview={step.preview} />
          </>
        )}
        {isDone && <ImportOutcome result={step.result} />}
      </div>
    </Dialog>
  );
}

type StoreProps = { step: ImportStep; isWide: boolean; onPress: () => void };

function StoreButton({ step, isWide, onPress }: StoreProps) {
  const count = 'preview' in step ? step.preview.imported_count : undefined;
  const fullLabel = `Importera ${formatCount(count ?? 0)} evenemang`;
  return (
    <Button
      kind="primary"
      busy={step.status === 'storing'}
      disabled={step.status === 'reading' || count === 0}
      aria-label={count === undefined ? undefined : fullLabel}
      onClick={onPress}
    >
      {count === undefined ? 'Importera' : isWide ? fullLabel : `Importera ${formatCount(count)}`}
    </Button>
  );
}

type InProgressProps = {
  step: Extract<ImportStep, { status: 'reading' | 'storing' }>;
  name: string;
  onStop: () => void;
};

function InProgress({ step: { status, fraction }, name, onStop }: InProgressProps) {
  const serverLabel = status === 'reading' ? `Läser ${name} …` : 'Sparar evenemang …';
  return (
    <div className="import-progress">
      {fraction < 1 ? (
        <Progress label={`Skickar ${name} …`} part={fraction} />
      ) : (
        // The progress of the server is unknown.
        <Progress label={serverLabel} part={undefined} />
      )}
      <Button onClick={onStop}>Avbryt importen</Button>
    </div>
  );
}

/** Each step unmounts the focused control; moves focus to the next step, not out of the dialog. */
function useFocusOnStep(status: ImportStep['status']) {
  const body = useRef<HTMLDivElement>(null);
  const lastStatus = useRef(status);
  useEffect(() => {
    if (lastStatus.current === status) return;
    lastStatus.current = status;
    if (!body.current?.querySelector('[aria-invalid="true"]')) body.current?.focus();
  }, [status]);
  return body;
}
