// Bundled and run in a browser, by bench/search.ts.
import { searchOf } from '#src/features/events/search/races.ts';
import { understand } from '#src/features/events/search/understand.ts';

type Races = Parameters<typeof searchOf>[0];

declare const window: { measureSearches?: unknown };

const TODAY = '2026-12-01';
/** The clock of a browser has steps of 0.1 ms. */
const SEARCHES = 5;

/** Prepares a search as the page does, and returns the milliseconds that it takes for each query. */
window.measureSearches = (races: Races, queries: readonly string[]): Record<string, number> => {
  const search = searchOf(races);
  while (search.prepare(1000));
  for (const query of queries) search.find(understand(query, TODAY));
  const measure = (query: string) => {
    const start = performance.now();
    for (let count = 0; count < SEARCHES; count++) search.find(understand(query, TODAY));
    return (performance.now() - start) / SEARCHES;
  };
  return Object.fromEntries(queries.map((query) => [query, measure(query)]));
};
