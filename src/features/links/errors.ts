import type { ErrorRows } from '#src/shared/error-rows.ts';

export const LINK_ERRORS = {
  'link.not_found': [404, 'Länken finns inte på något evenemang.', 'No event has the link.'],
} as const satisfies ErrorRows;
