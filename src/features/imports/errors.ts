import type { ErrorRows } from '#src/shared/error-rows.ts';

export const IMPORT_ERRORS = {
  'import.missing': [400, 'Välj en fil först.', 'The form has no field `file`.'],
  'import.file_type': [
    400,
    'Ogiltig filtyp. Vänligen ladda upp CSV eller Excel-fil.',
    'The file is neither CSV nor Excel.',
  ],
  'import.unreadable': [
    400,
    'Filen går inte att läsa som CSV eller Excel.',
    'The file cannot be read as CSV or Excel.',
  ],
  'import.empty': [400, 'Filen innehåller inga evenemang.', 'The file has no rows with content.'],
  'import.columns': [
    400,
    'Filen saknar en eller flera obligatoriska kolumner: event_date, event_name, distances, sport_type.',
    'A required column is missing.',
  ],
  'import.too_large': [413, 'Filen är större än 10 MB.', 'The file is larger than 10 MB.'],
  'import.too_many_rows': [413, 'Filen har fler än 20 000 rader.', 'The file has more than 20,000 rows.'],
  'import.repeated': [
    409,
    'Evenemanget står redan på en tidigare rad i filen.',
    'The event is also in an earlier row of the file. Only in the errors of an import.',
  ],
} as const satisfies ErrorRows;
