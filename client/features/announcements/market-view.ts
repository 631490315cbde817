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

/** The ads that pass the filters, and the choices of the filters. */
export type MarketView = {
  /** Undefined while they are fetched. */
  ads: readonly PublicAnnouncement[] | undefined;
  /** How many pass the filters. */
  shown: number;
  total: number;
  /** How many ads of each type the chosen event has. */
  byType: Record<AnnouncementType | 'all', number>;
  /** How many ads of the chosen type all events have. */
  ofType: number;
  /** The events to choose from. */
  choices: readonly EventChoice[];
};

/** The beginning of the market, which the server renders: the first ads, and of the events only the chosen one. */
export type InitialMarket = {
  /** The filters it was rendered with, as the URL has them. */
  filter: string;
  view: MarketView;
};

/** Two windows of a phone and more; three rows of a desktop. */
const INITIAL = 9;

export function marketViewOf(ads: readonly PublicAnnouncement[], filter: AnnouncementFilter): MarketView {
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

/** The beginning of the market. Undefined for an event without ads: each made-up id would be rendered and cached. */
export function initialMarket(
  ads: readonly PublicAnnouncement[],
  filter: AnnouncementFilter,
): InitialMarket | undefined {
  const view = marketViewOf(ads, filter);
  const choices = view.choices.filter(({ key }) => key === filter.event);
  if (filter.event && choices.length === 0) return undefined;
  return { filter: writeFilter(filter), view: { ...view, ads: view.ads?.slice(0, INITIAL), choices } };
}

/** The key in the query cache. */
export const initialMarketKey = (today: string) => ['initial-market', today] as const;

/** The market as the server sent it today. Under other filters than it was rendered with it has no ads yet. */
export function useInitialMarket(filter: AnnouncementFilter, today: string): MarketView | undefined {
  const market = useQueryClient().getQueryData<InitialMarket>(initialMarketKey(today));
  if (!market) return undefined;
  return market.filter === writeFilter(filter) ? market.view : { ...market.view, ads: undefined };
}
