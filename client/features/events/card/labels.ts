import type { StampColor } from '#src/features/events/fields/choices.ts';

export const STAMP_COLOR_LABELS: Record<StampColor, string> = {
  red: 'Röd',
  orange: 'Orange',
  green: 'Grön',
  blue: 'Blå',
  purple: 'Lila',
  yellow: 'Gul',
};
