import type { ErrorRows } from '#src/shared/error-rows.ts';

export const ORGANISER_ERRORS = {
  'organiser.required': [400, 'Ange arrangörens e-postadress.', 'The e-mail address is missing.'],
  'organiser.not_found': [404, 'Arrangören finns inte.', 'The series has no organiser with this id.'],
  'organiser.too_many': [409, 'En serie kan ha högst 20 arrangörer.', 'The series has 20 organisers.'],
  'organiser.copy_date': [
    400,
    'Välj ett senare datum, högst två år framåt.',
    'The date of the copy is past, not later than the original, or more than two years ahead.',
  ],
  'proposal.not_found': [
    404,
    'Förslaget finns inte. Arrangören kan ha ersatt det.',
    'The proposal does not exist. A later one of the organiser may have replaced it.',
  ],
  'proposal.reviewed': [409, 'Förslaget är redan granskat.', 'The proposal has been reviewed already.'],
  'proposal.status': [
    400,
    'Välj om förslaget ska godkännas eller avvisas.',
    '`status` is neither `approved` nor `rejected`.',
  ],
  'proposal.conflict': [
    409,
    'Evenemanget har ändrats sedan förslaget skickades.',
    'A field of the event has changed since the proposal was made. `overwrite` approves it anyway.',
  ],
} as const satisfies ErrorRows;
