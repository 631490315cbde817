import type { ErrorRows } from '#src/shared/error-rows.ts';

export const MAIL_STOP_ERRORS = {
  'mail.link_invalid': [
    400,
    'Länken är ogiltig. Kontrollera att hela länken kom med.',
    'The token of the link is not valid.',
  ],
} as const satisfies ErrorRows;
