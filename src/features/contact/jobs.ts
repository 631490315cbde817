import { type Background, sweep } from '#src/platform/background/jobs.ts';
import { sweepMessages } from './service.ts';

export const contactBackground: Background = {
  jobs: [sweep('contact messages', sweepMessages)],
};
