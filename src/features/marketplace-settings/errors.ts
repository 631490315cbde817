import type { ErrorRows } from '#src/shared/error-rows.ts';

export const SETTINGS_ERRORS = {
  'settings.too_many_steps': [400, 'Inforutan kan ha högst 20 steg.', 'The info box has more than 20 steps.'],
  'settings.advice': [400, 'Välj bland de råd som finns.', 'One of the rules of advice does not exist.'],
  'settings.changed': [
    409,
    'Någon annan har ändrat inforutan sedan du öppnade den.',
    'Somebody else has changed the info box since the state in `shown`.',
  ],
} as const satisfies ErrorRows;
