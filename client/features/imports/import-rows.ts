import type { ImportPreview, PreviewRow } from '#src/features/imports/contract.ts';

export type PreviewEvent = Omit<PreviewRow, 'row' | 'outcome'>;

export type ImportRow =
  | { number: number; outcome: PreviewRow['outcome']; event: PreviewEvent }
  | { number: number; outcome: 'error'; reason: string };

export type Outcome = ImportRow['outcome'];

const ROW_ERROR = /^Rad (\d+): (.*)$/s;

/** `errors` also lists existing events, which are already in `rows`: they are not repeated. */
export function rowsOfPreview({ rows, errors }: Pick<ImportPreview, 'rows' | 'errors'>): ImportRow[] {
  const previewedRows = new Set(rows.map(({ row }) => row));
  const allRows: ImportRow[] = rows.map((event) => ({ number: event.row, outcome: event.outcome, event }));
  for (const error of errors) {
    const [, number, reason = error] = ROW_ERROR.exec(error) ?? [];
    if (!previewedRows.has(Number(number)))
      allRows.push({ number: Number(number), outcome: 'error', reason });
  }
  return allRows.sort((a, b) => a.number - b.number);
}

/** Includes rows that the preview omits. */
export function countsOf(preview: Omit<ImportPreview, 'rows'>): Record<Outcome, number> {
  const { imported_count, updated_count, existing_count, errors } = preview;
  return {
    new: imported_count - updated_count,
    updated: updated_count,
    exists: existing_count,
    error: errors.length - existing_count,
  };
}
