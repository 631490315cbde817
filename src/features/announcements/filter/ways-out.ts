import { kronorText } from '#src/shared/text.ts';
import type { PublicAnnouncement } from '../contract.ts';
import {
  ALL_ANNOUNCEMENTS,
  type AnnouncementFilter,
  filterAnnouncements,
  type SearchedFilter,
} from './rules.ts';

/** A filter that finds ads, and what it is called. */
export type WayOut = { label: string; filter: AnnouncementFilter };

const OTHER_TYPES = { sale: ['wanted', 'söks'], wanted: ['sale', 'säljes'] } as const;

const WITHOUT = { landskap: 'i hela landet', sport: 'i andra sporter', event: 'för andra lopp' } as const;

/** What one press would find for a filter that finds nothing. */
export function waysOut(ads: readonly PublicAnnouncement[], searched: SearchedFilter): WayOut[] {
  const { found, kilometres, ...filter } = searched;
  const adsOf = (change: Partial<AnnouncementFilter>) =>
    filterAnnouncements(ads, { ...searched, ...change, ...(change.q === '' && { found: undefined }) });
  const ways: WayOut[] = [];

  const offer = (change: Partial<AnnouncementFilter>, label: string) => {
    const { length } = adsOf(change);
    if (length > 0) ways.push({ label: `${length} ${label}`, filter: { ...filter, ...change } });
  };
  if (filter.max_price !== null && filter.type === 'wanted') offer({ max_price: null }, 'oavsett pris');
  else if (filter.max_price !== null) {
    const byPrice = { type: 'sale', max_price: null, sort: 'price' } as const;
    const [cheapest] = adsOf(byPrice);
    if (cheapest)
      ways.push({ label: `Billigast nu ${kronorText(cheapest.price)}`, filter: { ...filter, ...byPrice } });
  }
  if (filter.type !== 'all') {
    const [type, label] = OTHER_TYPES[filter.type];
    offer({ type }, label);
  }
  for (const key of ['landskap', 'sport', 'event'] as const)
    if (filter[key]) offer({ [key]: ALL_ANNOUNCEMENTS[key] }, WITHOUT[key]);
  if (filter.q.trim()) offer({ q: '' }, `utan ”${filter.q.trim()}”`);
  return ways;
}
