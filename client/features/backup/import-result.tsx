import { CircleAlert, CircleCheck } from 'lucide-react';
import {
  type BackupImportResult,
  type CollectionResult,
  collectionName,
} from '../../../src/features/backup/contract';
import { formatCount } from '../../../src/shared/text';
import { Alert } from '../../ui/alert';

export function ImportResult({ collections }: BackupImportResult) {
  const all = Object.entries(collections);
  const failed = all.filter(([, { status }]) => status === 'error');
  const stored = all.filter(([, { status }]) => status === 'success');
  return (
    <div className="backup">
      {failed.length > 0 ? (
        <Alert>
          {failed.length} av {all.length} samlingar kunde inte importeras och är som förut.
        </Alert>
      ) : (
        <p role="status">Allt innehåll är ersatt, utom administratörskontona. Du är fortfarande inloggad.</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable */}
      <ul className="backup-results" aria-label="Samlingar" tabIndex={0}>
        {[...failed, ...stored].map(([name, result]) => (
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
        {result.message && <span className="backup-result-why">{result.message}</span>}
      </li>
    );
  }
  return (
    <li className="backup-result backup-result-failed">
      <CircleAlert size={20} role="img" aria-label="Misslyckades" />
      <span className="backup-result-name">{collectionName(name)}</span>
      <span className="backup-result-why">{result.message}</span>
    </li>
  );
}
