import type { ErrorRows } from '#src/shared/error-rows.ts';

export const DUPLICATE_ERRORS = {
  'merge.not_found': [
    404,
    'Det finns ingen sammanslagning att ångra.',
    'The event has not been merged, or that can no longer be undone.',
  ],
  'merge.too_late': [
    409,
    'En sammanslagning går att ångra i 30 dagar.',
    'The merge is more than 30 days old.',
  ],
  'merge.covered': [
    409,
    'Evenemanget som det slogs ihop med har i sin tur slagits ihop eller tagits bort. Ångra det först.',
    'The event that it was merged into has itself been merged or deleted since. Undo that first.',
  ],
} as const satisfies ErrorRows;
