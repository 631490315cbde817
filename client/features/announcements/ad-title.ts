import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { TYPE_LABELS } from '#src/features/announcements/fields.ts';

/** `Säljes: Vasaloppet, 90 km`. */
export const adTitle = ({
  announcement_type,
  event_name,
  distance,
}: Pick<PublicAnnouncement, 'announcement_type' | 'event_name' | 'distance'>): string =>
  `${TYPE_LABELS[announcement_type]}: ${event_name}, ${distance}`;
