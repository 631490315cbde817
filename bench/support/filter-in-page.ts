// Bundled and run in a browser, by bench/growth.ts.
import {
  countDistances,
  countLandskap,
  countMonths,
  countSports,
} from '#client/features/events/filter/facets.ts';
import { sectionsOf } from '#client/features/events/filter/sections.ts';
import { createFilter, NO_FILTER } from '#src/features/events/filter/filter.ts';
import type { EventPages } from '#src/features/events/list/contract.ts';
import { eventsOf } from '#src/features/events/list/rules.ts';

declare const window: { measureFilters?: unknown };

/** The clock of a browser has steps of 0.1 ms. */
const FILTERS = 5;

const FILTER = { ...NO_FILTER, sport: 'Löpning', landskap: 'Dalarna' };

/** What a press on a filter computes, and what the response of the server takes before, in milliseconds. */
window.measureFilters = (json: string, today: string): { received: number; filtered: number } => {
  const start = performance.now();
  const events = eventsOf(JSON.parse(json) as EventPages);
  const received = performance.now() - start;
  const press = () => {
    const context = { today };
    const input = { events, filter: FILTER, context };
    sectionsOf(events.filter(createFilter(FILTER, context)), { filter: FILTER });
    for (const count of [countSports, countLandskap, countDistances, countMonths]) count(input);
  };
  press();
  const filterStart = performance.now();
  for (let count = 0; count < FILTERS; count++) press();
  return { received, filtered: (performance.now() - filterStart) / FILTERS };
};
