import { Info } from 'lucide-react';
import { IMPORT_FIELD_NAMES, REQUIRED_FIELD_NAMES } from '#src/features/events/fields.ts';
import type { ImportResult } from '#src/features/imports/contract.ts';
import { nearestColumn } from '#src/features/imports/rules.ts';
import { formatCount } from '#src/shared/text.ts';

type Props = {
  result: Pick<ImportResult, 'warnings' | 'ignored_columns' | 'ignored_sheets' | 'ignored' | 'as_previewed'>;
  omitted?: number;
};

/** The required columns are in the file, or it could not be read. */
const OPTIONAL_COLUMNS = IMPORT_FIELD_NAMES.filter((name) => !REQUIRED_FIELD_NAMES.includes(name));

function withSuggestion(title: string): string {
  const column = nearestColumn(title, OPTIONAL_COLUMNS);
  return column ? `${title} (menade du ${column}?)` : title;
}

const LISTED_MAX = 20;
const listOf = (rows: readonly number[]) =>
  `${rows.slice(0, LISTED_MAX).join(', ')}${rows.length > LISTED_MAX ? ` och ${formatCount(rows.length - LISTED_MAX)} till` : ''}`;

export function ImportNotes({ result, omitted = 0 }: Props) {
  const { warnings, ignored_columns: columns, ignored_sheets: sheets, ignored, as_previewed } = result;
  const notes = [
    ...warnings,
    columns.length > 0 && `Kolumner som inte läses: ${columns.map(withSuggestion).join(', ')}.`,
    sheets.length > 0 && `Bara ett blad läses, inte: ${sheets.join(', ')}.`,
    ignored.length > 0 &&
      `Rader som bara har text i andra kolumner: ${listOf(ignored.map(({ row }) => row))}.`,
    omitted > 0 && `${formatCount(omitted)} rader visas inte i listan, men räknas med.`,
    as_previewed === false && 'Kalendern ändrades efter förhandsvisningen, så utfallet blev ett annat.',
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return (
    <div className="import-notes">
      <Info size={20} aria-hidden="true" />
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  );
}
