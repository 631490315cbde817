import { type Background, sweep } from '#src/platform/background/jobs.ts';
import { sweepAdminSessions } from './sessions/service.ts';

export const adminBackground: Background = {
  jobs: [sweep('sessions of admins', sweepAdminSessions)],
};
