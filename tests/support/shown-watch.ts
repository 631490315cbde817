import type { Watch } from '#src/features/watches/contract.ts';

export const watchOf = (part: Partial<Watch> & { id: string }): Watch => ({
  kind: 'event',
  title: 'Vasaloppet',
  url: '/lopp/vasaloppet/2027',
  query: null,
  event_id: 'e',
  series_id: null,
  distance: null,
  min_price: null,
  max_price: null,
  cadence: 'direct',
  created_at: '2027-01-10T08:00:00.000Z',
  is_expiring: false,
  ...part,
});
