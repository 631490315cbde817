import { CircleAlert, CircleCheck } from 'lucide-react';
import { Alert } from '#client/ui/alert.tsx';
import {
  type BackupImportResult,
  type CollectionResult,
  collectionName,
} from '#src/features/backup/contract.ts';
import { formatCount } from '#src/shared/text.ts';

export function ImportResult({ collections }: BackupImportResult) {
  const results = Object.entries(collections);
  const failedResults = results.filter(([, { status }]) => status === 'error');
  const storedResults = results.filter(([, { status }]) => status === 'success');
  return (
    <div className="backup">
      {failedResults.length > 0 ? (
        <Alert>
          {failedResults.length} av {results.length} samlingar kunde inte importeras och är som förut.
        </Alert>
      ) : (
        <p role="status">Allt innehåll är ersatt, utom administratörskontona. Du är fortfarande inloggad.</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable */}
      <ul className="backup-results" aria-label="Samlingar" tabIndex={0}>
        {[...failedResults, ...storedResults].map(([name, result]) => (
          <ResultLine key={name} name={name} result={result} />
        ))}
      </ul>
    </div>
  );
}

function ResultLine({ name, result }: { name: string; result: CollectionResult }) {
  if (result.status === 'success') {
    return (
      <li className="backup-result">
        <CircleCheck size={20} role="img" aria-label="Lyckades" />
        <span className="backup-result-name">{collectionName(name)}</span>
        <span className="backup-result-count">{formatCount(result.count)}</span>
        {result.message && <span className="backup-result-message">{result.message}</span>}
      </li>
    );
  }
  return (
    <li className="backup-result backup-result-failed">
      <CircleAlert size={20} role="img" aria-label="Misslyckades" />
      <span className="backup-result-name">{collectionName(name)}</span>
      <span className="backup-result-message">{result.message}</span>
    </li>
  );
}
