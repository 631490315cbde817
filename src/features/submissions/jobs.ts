import { type Background, sweep } from '#src/platform/background/jobs.ts';
import { sweepSubmissions } from './service.ts';

export const submissionBackground: Background = {
  jobs: [sweep('proposals', sweepSubmissions)],
};
