import type { EventStatus, StampColor } from '#src/features/events/fields/choices.ts';

export const STATUS_LABELS: Record<EventStatus, string> = {
  scheduled: 'Som planerat',
  cancelled: 'Inställt',
  postponed: 'Framflyttat, nytt datum ej klart',
};

export const STAMP_COLOR_LABELS: Record<StampColor, string> = {
  red: 'Röd',
  orange: 'Orange',
  green: 'Grön',
  blue: 'Blå',
  purple: 'Lila',
  yellow: 'Gul',
};
