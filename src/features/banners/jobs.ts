import { type Background, sweep } from '#src/platform/background/jobs.ts';
import { sweepUploads } from './upload/service.ts';

export const bannerBackground: Background = {
  jobs: [sweep('uploads', sweepUploads)],
};
