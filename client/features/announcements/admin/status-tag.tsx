import { Tag, type Tone } from '#client/ui/tag.tsx';
import type { AdminAnnouncement } from '#src/features/announcements/admin/contract.ts';
import { type AdStatus, STATUS_LABELS, statusOf } from '#src/features/announcements/admin/rules.ts';

const TONES: Record<AdStatus, Tone> = {
  active: 'plain',
  expired: 'plain',
  inactive: 'warn',
  completed: 'ok',
};

/** A reserved ad is active too, which the tag does not repeat. */
export function StatusTag({ ad }: { ad: AdminAnnouncement }) {
  const status = statusOf(ad);
  if (status === 'active' && ad.reserved) return <Tag tone="warn">Reserverad</Tag>;
  return <Tag tone={TONES[status]}>{STATUS_LABELS[status]}</Tag>;
}
