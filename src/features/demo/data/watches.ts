import type { Cadence, WatchKind } from '#src/features/watches/contract.ts';

type DemoWatch = {
  member: string;
  kind: Exclude<WatchKind, 'search'>;
  event: string;
  cadence: Cadence;
  daysAgo: number;
  maxPrice?: number;
};

/** Three members watch the market of the race with the most ads. */
export const DEMO_WATCHES: DemoWatch[] = [
  { member: 'Anna', kind: 'event', event: 'Vätternrundan', cadence: 'direct', daysAgo: 14 },
  { member: 'Anna', kind: 'series', event: 'Tjejmilen', cadence: 'weekly', daysAgo: 9 },
  { member: 'Anna', kind: 'market_wanted', event: 'Göteborgsvarvet', cadence: 'direct', daysAgo: 3 },
  { member: 'Cecilia', kind: 'market_sale', event: 'Göteborgsvarvet', cadence: 'direct', daysAgo: 20 },
  { member: 'Cecilia', kind: 'event', event: 'Göteborgsvarvet', cadence: 'daily', daysAgo: 20 },
  {
    member: 'David',
    kind: 'market_sale',
    event: 'Göteborgsvarvet',
    cadence: 'daily',
    daysAgo: 8,
    maxPrice: 900,
  },
  { member: 'Emma', kind: 'market_sale', event: 'Göteborgsvarvet', cadence: 'weekly', daysAgo: 5 },
];
