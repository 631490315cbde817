import { type Background, sweep } from '#src/platform/background/jobs.ts';
import { sweepOrganisers } from './service.ts';
import { deleteOldViews, storePageViews } from './views/service.ts';

/** How many page views a killed process loses. */
const VIEWS_INTERVAL_MS = 5000;

export const organiserBackground: Background = {
  jobs: [
    sweep('proposals and links of organisers', sweepOrganisers),
    sweep('page views', deleteOldViews),
    { what: 'Storing the page views', everyMs: VIEWS_INTERVAL_MS, run: storePageViews, trustsAnyClock: true },
  ],
};
