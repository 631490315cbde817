import { useQueryClient } from '@tanstack/react-query';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import {
  type AnnouncementFilter,
  type Choices,
  countByType,
  type EventChoices,
  eventChoices,
  filterAnnouncements,
  landskapChoices,
  sportChoices,
} from '#src/features/announcements/filter/rules.ts';
import { type Found, isSimilar } from '#src/features/events/search/ranks.ts';
import { LANDSKAP } from '#src/shared/landskap.ts';
import { SPORTS } from '#src/shared/sports.ts';
import { writeFilter } from './filter-url.ts';

export type MarketView = {
  ads: readonly PublicAnnouncement[] | undefined;
  /** No ad has all words of the search. */
  isSimilar: boolean;
  shown: number;
  total: number;
  /** For each filter, the number of ads per choice that match the other filters. */
  byType: Record<AnnouncementFilter['type'], number>;
  events: EventChoices;
  sports: Choices;
  landskap: Choices;
};

/** The server-rendered part of the market: the first ads and, of the long lists of choices, only the chosen one. */
export type InitialMarket = {
  filter: string;
  view: MarketView;
};

/** Fills two phone screens, or three rows on a desktop. */
const INITIAL_AD_COUNT = 9;

/** `kilometres`: of the events from the place of the search, by event id. */
type MarketContext = {
  found: Found<PublicAnnouncement> | undefined;
  kilometres: ReadonlyMap<string, number> | undefined;
};

export function marketViewOf(
  ads: readonly PublicAnnouncement[],
  typedFilter: AnnouncementFilter,
  { found, kilometres }: MarketContext,
): MarketView {
  const filter = { ...typedFilter, found, kilometres };
  const visibleAds = filterAnnouncements(ads, filter);
  return {
    ads: visibleAds,
    isSimilar: !!found && isSimilar(found),
    shown: visibleAds.length,
    total: ads.length,
    byType: countByType(ads, filter),
    events: eventChoices(ads, filter),
    sports: sportChoices(ads, filter),
    landskap: landskapChoices(ads, filter),
  };
}

/** False for values of unlimited number: a search, a price, and invented sports and landskap. */
export const isBoundedFilter = ({ q, max_price, sport, landskap }: AnnouncementFilter): boolean =>
  q === '' && max_price === null && isNoneOrOneOf(SPORTS, sport) && isNoneOrOneOf(LANDSKAP, landskap);

const isNoneOrOneOf = (values: readonly string[], value: string) => value === '' || values.includes(value);

/** Returns undefined for an event without ads: otherwise every invented one would be rendered and cached. */
export function initialMarket(
  ads: readonly PublicAnnouncement[],
  filter: AnnouncementFilter,
  context: MarketContext,
): InitialMarket | undefined {
  const view = marketViewOf(ads, filter, context);
  const events = onlyChosen(view.events, filter.event);
  if (filter.event && events.choices.length === 0) return undefined;
  const sports = onlyChosen(view.sports, filter.sport);
  const landskap = onlyChosen(view.landskap, filter.landskap);
  return {
    filter: writeFilter(filter),
    view: { ...view, ads: view.ads?.slice(0, INITIAL_AD_COUNT), events, sports, landskap },
  };
}

const onlyChosen = <Of extends Choices>(all: Of, chosen: string): Of => ({
  ...all,
  choices: all.choices.filter(({ key }) => key === chosen),
});

export const initialMarketKey = (today: string) => ['initial-market', today] as const;

/** For any other filter than the server-rendered one, `ads` is undefined. */
export function useInitialMarket(filter: AnnouncementFilter, today: string): MarketView | undefined {
  const market = useQueryClient().getQueryData<InitialMarket>(initialMarketKey(today));
  if (!market) return undefined;
  return market.filter === writeFilter(filter)
    ? market.view
    : { ...market.view, ads: undefined, isSimilar: false };
}
