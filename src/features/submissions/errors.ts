import type { ErrorRows } from '#src/shared/error-rows.ts';

export const SUBMISSION_ERRORS = {
  'submission.full': [
    503,
    'Vi har fått ovanligt många förslag. Försök igen senare.',
    'Too many proposals are pending. Try again later.',
  ],
  'submission.too_long': [
    400,
    'De extra fälten är för långa tillsammans.',
    'The additional fields have more than 10,000 characters in total.',
  ],
  'submission.required': [400, 'Vänligen fyll i alla obligatoriska fält', 'A required field is missing.'],
  'submission.status': [
    400,
    'Välj om förfrågan ska godkännas eller avvisas.',
    'The decision is neither `approved` nor `rejected`.',
  ],
  'submission.not_found': [404, 'Förfrågan finns inte.', 'The proposal does not exist.'],
  'submission.reviewed': [409, 'Förfrågan är redan granskad.', 'The proposal was already reviewed.'],
} as const satisfies ErrorRows;
