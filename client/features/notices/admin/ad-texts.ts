import { TYPE_LABELS } from '#src/features/announcements/fields.ts';
import type { AdminNotice } from '#src/features/notices/contract.ts';
import { formatPrice } from '#src/shared/text.ts';

/** `SP-1042 Vasaloppet`. Only the number if nothing else is known. */
export const titleOfAd = ({ order_number, announcement }: AdminNotice): string =>
  announcement ? `${order_number} ${announcement.event_name}` : order_number;

/** `Säljes, 90 km, 2 450 SEK, av Anna Ek`. */
export const adLine = (ad: NonNullable<AdminNotice['announcement']>): string =>
  [TYPE_LABELS[ad.announcement_type], ad.distance, formatPrice(ad.price), `av ${ad.user_name}`].join(', ');
