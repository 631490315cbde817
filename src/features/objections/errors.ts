import type { ErrorRows } from '#src/shared/error-rows.ts';

export const OBJECTION_ERRORS = {
  'objection.text': [400, 'Skriv varför beslutet är fel', 'The text of the objection is missing.'],
  'objection.not_found': [404, 'Invändningen finns inte.', 'The objection does not exist.'],
  'objection.decision': [400, 'Välj ett beslut', 'The decision is missing or unknown.'],
  'objection.decided': [409, 'Invändningen är redan avgjord.', 'The objection was already decided.'],
} as const satisfies ErrorRows;
