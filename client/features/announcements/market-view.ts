import type { PublicAnnouncement } from '../../../src/features/announcements/contract';
import {
  type AnnouncementFilter,
  countByType,
  eventChoices,
  filterAnnouncements,
} from '../../../src/features/announcements/rules';
import type { MarketplaceSettings } from '../../../src/features/marketplace-settings/contract';
import { dayInStockholm } from '../../../src/shared/dates';
import type { FirstMarket, MarketView } from '../../../src/shared/first-page';
import { firstPage, renderedAt } from '../../platform/first-page';
import { writeFilter } from './use-ad-filter';

/** Two windows of a phone and more; three rows of a desktop. */
const FIRST = 9;

/** What the market shows of all ads. */
export function viewOf(ads: readonly PublicAnnouncement[], filter: AnnouncementFilter): MarketView {
  const shown = filterAnnouncements(ads, filter);
  return {
    ads: shown,
    shown: shown.length,
    total: ads.length,
    byType: countByType(ads, filter.event),
    ofType: countByType(ads, '')[filter.type],
    choices: eventChoices(ads, filter.type),
  };
}

/** What the market begins with; undefined under an event that has no ads: anybody can think of such without end. */
export function firstMarket(
  ads: readonly PublicAnnouncement[],
  settings: MarketplaceSettings,
  filter: AnnouncementFilter,
): FirstMarket | undefined {
  const view = viewOf(ads, filter);
  const choices = view.choices.filter(({ key }) => key === filter.event);
  if (filter.event && choices.length === 0) return undefined;
  return {
    filter: writeFilter(filter),
    settings,
    view: { ...view, ads: view.ads?.slice(0, FIRST), choices },
  };
}

/** The market as it came with the page today; under other filters its ads are still to come. */
export function firstView(filter: AnnouncementFilter, today: string): MarketView | undefined {
  const market = firstPage()?.market;
  if (!market || dayInStockholm(renderedAt() ?? new Date()) !== today) return undefined;
  return market.filter === writeFilter(filter) ? market.view : { ...market.view, ads: undefined };
}
