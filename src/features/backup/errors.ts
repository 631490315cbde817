import type { ErrorRows } from '#src/shared/error-rows.ts';

export const BACKUP_ERRORS = {
  'backup.file': [400, 'Välj en backup-fil först', 'The form has no field `file`, or the file is empty.'],
  'backup.unreadable': [
    400,
    'Filen är ingen backup, eller så är den inte hel. Inget har ändrats.',
    'The file is not a backup or is incomplete. Nothing was changed.',
  ],
  'backup.not_json': [
    400,
    'Filen är ingen JSON-fil. En backup är en fil som har sparats med Exportera backup. Inget har ändrats.',
    'The file is not JSON, but for example CSV, or an encrypted backup, which only the script reads. Nothing was changed.',
  ],
  'backup.version': [
    400,
    'Filen är en backup av en annan version. Inget har ändrats.',
    'The backup was made by another version of the product. Nothing was changed.',
  ],
  'backup.busy': [
    409,
    'En annan import av en backup pågår. Vänta tills den är klar.',
    'Another backup import is running.',
  ],
} as const satisfies ErrorRows;
