import { useQueryClient } from '@tanstack/react-query';
import type { AnnouncementType, PublicAnnouncement } from '../../../src/features/announcements/contract';
import {
  type AnnouncementFilter,
  countByType,
  type EventChoice,
  eventChoices,
  filterAnnouncements,
} from '../../../src/features/announcements/rules';
import { writeFilter } from './filter-url';

export type MarketView = {
  ads: readonly PublicAnnouncement[] | undefined;
  shown: number;
  total: number;
  /** Number of ads of the chosen event, per type. */
  byType: Record<AnnouncementType | 'all', number>;
  /** Number of ads of the chosen type, over all events. */
  typeCount: number;
  choices: readonly EventChoice[];
};

/** The server-rendered part of the market: the first ads and, of the events, only the chosen one. */
export type InitialMarket = {
  filter: string;
  view: MarketView;
};

/** Fills two phone screens, or three rows on a desktop. */
const INITIAL_AD_COUNT = 9;

export function marketViewOf(ads: readonly PublicAnnouncement[], filter: AnnouncementFilter): MarketView {
  const visibleAds = filterAnnouncements(ads, filter);
  return {
    ads: visibleAds,
    shown: visibleAds.length,
    total: ads.length,
    byType: countByType(ads, filter.event),
    typeCount: countByType(ads, '')[filter.type],
    choices: eventChoices(ads, filter.type),
  };
}

/** Returns undefined for an event without ads: otherwise every invented id would be rendered and cached. */
export function initialMarket(
  ads: readonly PublicAnnouncement[],
  filter: AnnouncementFilter,
): InitialMarket | undefined {
  const view = marketViewOf(ads, filter);
  const choices = view.choices.filter(({ key }) => key === filter.event);
  if (filter.event && choices.length === 0) return undefined;
  return {
    filter: writeFilter(filter),
    view: { ...view, ads: view.ads?.slice(0, INITIAL_AD_COUNT), choices },
  };
}

export const initialMarketKey = (today: string) => ['initial-market', today] as const;

/** For any other filter than the server-rendered one, `ads` is undefined. */
export function useInitialMarket(filter: AnnouncementFilter, today: string): MarketView | undefined {
  const market = useQueryClient().getQueryData<InitialMarket>(initialMarketKey(today));
  if (!market) return undefined;
  return market.filter === writeFilter(filter) ? market.view : { ...market.view, ads: undefined };
}
