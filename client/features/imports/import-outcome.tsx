import { Copy, Save } from 'lucide-react';
import { saveText } from '#client/platform/api/save-blob.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { Button } from '#client/ui/button.tsx';
import type { ImportResult } from '#src/features/imports/contract.ts';
import { formatCount } from '#src/shared/text.ts';
import { ImportNotes } from './import-notes.tsx';

export function ImportOutcome({ result }: { result: ImportResult }) {
  const { imported_count, updated_count, existing_count, total_rows, errors } = result;
  const text = errors.join('\n');
  const copy = () =>
    // The clipboard API exists only in secure contexts.
    (
      navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('The clipboard API is not available.'))
    ).then(
      () => toast.success('Felen är kopierade.'),
      () => toast.error('Felen kunde inte kopieras.'),
    );
  return (
    <>
      <p className="import-result">
        Importerade {formatCount(imported_count)} av {formatCount(total_rows)} evenemang
        {updated_count > 0 && `, varav ${formatCount(updated_count)} uppdaterade`}.
        {errors.length > 0 && ' Några fel uppstod.'}
      </p>
      <ImportNotes result={result} />
      {errors.length > 0 && (
        <>
          <div className="import-file">
            <p>
              <strong>Inte importerade</strong>{' '}
              <span>
                Finns redan {formatCount(existing_count)}, fel {formatCount(errors.length - existing_count)}
              </span>
            </p>
            <div className="import-error-actions">
              <Button icon={<Copy size={18} aria-hidden="true" />} onClick={copy}>
                Kopiera
              </Button>
              <Button
                icon={<Save size={18} aria-hidden="true" />}
                onClick={() => saveText(`${text}\n`, 'importfel.txt', 'text/plain;charset=utf-8')}
              >
                Spara som fil
              </Button>
            </div>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable */}
          <section className="import-errors" tabIndex={0} aria-label="Fel i filen">
            <pre>{text}</pre>
          </section>
        </>
      )}
    </>
  );
}
