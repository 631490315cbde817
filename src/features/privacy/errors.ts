import type { ErrorRows } from '#src/shared/error-rows.ts';

export const PRIVACY_ERRORS = {
  'deletion.password': [400, 'Ange ditt lösenord', 'The password is missing.'],
  'deletion.wrong_password': [
    400,
    'Fel lösenord. Kontot är kvar.',
    'The password is wrong. The account was not deleted.',
  ],
  'data_link.invalid': [
    400,
    'Länken är ogiltig eller har gått ut.',
    'The token of the link is invalid or expired.',
  ],
} as const satisfies ErrorRows;
