import type { ErrorRows } from '#src/shared/error-rows.ts';

export const CONTACT_ERRORS = {
  'contact.required': [400, 'Vänligen fyll i alla fält', 'A required field is missing.'],
  'contact.message_not_found': [404, 'Meddelandet finns inte.', 'The contact message does not exist.'],
  'contact.full': [
    503,
    'Vi har fått ovanligt många meddelanden. Försök igen senare.',
    'Too many contact messages are stored. Try again later.',
  ],
} as const satisfies ErrorRows;
