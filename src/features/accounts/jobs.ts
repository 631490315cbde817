import { type Background, sweep } from '#src/platform/background/jobs.ts';
import { sweepLinks } from './links/service.ts';
import { sweepSessions } from './sessions/service.ts';

export const accountBackground: Background = {
  jobs: [sweep('links', sweepLinks), sweep('sessions of members', sweepSessions)],
};
