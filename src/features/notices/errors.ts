import type { ErrorRows } from '#src/shared/error-rows.ts';

export const NOTICE_ERRORS = {
  'notice.required': [400, 'Fyll i alla fält', 'A required field is missing.'],
  'notice.url': [
    400,
    'Ange adressen till en annons på Startplatsmarknaden.',
    'The value is not the address or path of the page of an ad.',
  ],
  'notice.good_faith': [
    400,
    'Försäkra att uppgifterna stämmer.',
    'The sender does not assure that the notice is made in good faith.',
  ],
  'notice.full': [
    503,
    'Vi har fått ovanligt många anmälningar. Försök igen senare.',
    'Too many notices are undecided. Try again later.',
  ],
  'notice.not_found': [404, 'Anmälan finns inte.', 'The notice does not exist.'],
  'notice.decision': [400, 'Välj ett beslut', 'The decision is missing or unknown.'],
  'notice.decided': [409, 'Anmälan är redan avgjord.', 'The notice was already decided.'],
} as const satisfies ErrorRows;
