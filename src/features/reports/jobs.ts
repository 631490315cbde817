import { type Background, sweep } from '#src/platform/background/jobs.ts';
import { sweepEvidence } from './service.ts';

export const reportBackground: Background = {
  jobs: [sweep('evidence', sweepEvidence)],
};
