import { type AdStatus, STATUS_LABELS, statusOf } from '../../../../src/features/announcements/admin/rules';
import { Tag, type Tone } from '../../../ui/tag';

const TONES: Record<AdStatus, Tone> = {
  active: 'plain',
  expired: 'plain',
  inactive: 'warn',
  completed: 'ok',
};

export function StatusTag({ ad }: { ad: Parameters<typeof statusOf>[0] }) {
  const status = statusOf(ad);
  return <Tag tone={TONES[status]}>{STATUS_LABELS[status]}</Tag>;
}
