import { type Background, sweep } from '#src/platform/background/jobs.ts';
import { sweepDeals } from './service.ts';

export const conversationBackground: Background = {
  jobs: [sweep('deals', sweepDeals)],
};
