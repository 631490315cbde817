import type { ErrorRows } from '#src/shared/error-rows.ts';

export const HISTORY_ERRORS = {
  'revision.not_found': [404, 'Ändringen finns inte.', 'The event has no revision with this id.'],
  'revision.first': [
    409,
    'Det var då evenemanget lades till. Ta bort evenemanget i stället.',
    'The revision is the creation of the event. Delete the event instead.',
  ],
  'revision.conflict': [
    409,
    'Det som var passar inte ihop med senare ändringar. Ändra evenemanget för hand.',
    'The earlier values do not fit later changes of the event.',
  ],
  'batch.not_found': [
    404,
    'Importen eller ändringen finns inte.',
    'There is no import or change of many events with this id.',
  ],
  'batch.undone': [409, 'Det är redan ångrat.', 'It has been undone already.'],
  'batch.too_late': [
    409,
    'En ändring av flera evenemang går att ångra i ett dygn.',
    'Changes of many events can only be undone for a day.',
  ],
} as const satisfies ErrorRows;
