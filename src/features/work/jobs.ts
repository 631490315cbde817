import type { Background } from '#src/platform/background/jobs.ts';
import { queueDigests } from './digest/service.ts';

const INTERVAL_MS = 300_000;

export const workBackground: Background = {
  jobs: [{ what: 'Queueing the digests of admins', everyMs: INTERVAL_MS, run: queueDigests }],
};
