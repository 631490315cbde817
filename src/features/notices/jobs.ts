import { type Background, sweep } from '#src/platform/background/jobs.ts';
import { sweepNotices } from './service.ts';

export const noticeBackground: Background = {
  jobs: [sweep('notices', sweepNotices)],
};
