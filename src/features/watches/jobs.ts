import { type Background, sweep } from '#src/platform/background/jobs.ts';
import { processWatches } from './processing/service.ts';
import { sweepWatches } from './upkeep/service.ts';

/** How late news is found. Few mails are queued at a time, so a longer one would limit how many are sent. */
const INTERVAL_MS = 1000;

export const watchBackground: Background = {
  jobs: [
    sweep('watches', sweepWatches),
    { what: 'The processing of watches', everyMs: INTERVAL_MS, run: processWatches },
  ],
};
