import type { ErrorRows } from '#src/shared/error-rows.ts';

export const WATCH_ERRORS = {
  'watch.distance': [
    400,
    'Loppet har ingen sådan distans.',
    'The race, or the series, has no such distance.',
  ],
  'watch.target': [
    400,
    'Välj vad du vill följa.',
    'What to watch is missing, unknown, or does not fit the kind.',
  ],
  'watch.cadence': [400, 'Välj hur ofta du vill få mejl.', 'The cadence is missing or unknown.'],
  'watch.email': [
    400,
    'Ange din e-postadress.',
    'The e-mail address is missing. Only members may leave it out.',
  ],
  'watch.price': [
    400,
    'Ange ett pris i hela kronor.',
    'A price is not a whole number of kronor from 1 to 1,000,000.',
  ],
  'watch.price_order': [
    400,
    'Det högsta priset kan inte vara lägre än det lägsta.',
    'The highest price is below the lowest.',
  ],
  'watch.query_too_long': [
    400,
    'Urvalet är för stort att följa. Ta bort något filter.',
    'The query is longer than 1,000 characters.',
  ],
  'watch.over': [
    409,
    'Det finns inget kvar att följa: loppet eller perioden är över.',
    'The race was run or was postponed more than a year ago, or the period is over.',
  ],
  'watch.too_many': [
    409,
    'Du har redan 50 bevakningar. Avsluta någon först.',
    'The address already has 50 watches.',
  ],
  'watch.not_found': [404, 'Bevakningen finns inte.', 'The address has no such watch.'],
  'watch.link_invalid': [400, 'Länken är ogiltig eller har gått ut.', 'The token of the link is not valid.'],
} as const satisfies ErrorRows;
