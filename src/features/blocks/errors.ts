import type { ErrorRows } from '#src/shared/error-rows.ts';

export const BLOCK_ERRORS = {
  'block.self': [400, 'Du kan inte blockera dig själv.', 'Members cannot block themselves.'],
  'block.too_many': [
    409,
    'Du har redan blockerat 1 000 medlemmar. Häv någon blockering först.',
    'The member already blocks 1,000 members.',
  ],
} as const satisfies ErrorRows;
