import type { ErrorRows } from '#src/shared/error-rows.ts';

export const STATEMENT_ERRORS = {
  'statement.invalid': [
    400,
    'Länken är ogiltig eller har gått ut.',
    'The token of the link is invalid or expired.',
  ],
  'statement.objected': [
    409,
    'Du har redan lämnat en invändning.',
    'The member has already objected to the decision.',
  ],
} as const satisfies ErrorRows;
