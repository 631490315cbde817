import type { Background } from '#src/platform/background/jobs.ts';
import { remindOwners } from './expiry/service.ts';
import { lapseReservations } from './reservation/service.ts';

/** How late an ad may change its state by itself. */
const INTERVAL_MS = 30_000;

export const announcementBackground: Background = {
  jobs: [
    { what: 'The processing of reservations', everyMs: INTERVAL_MS, run: lapseReservations },
    { what: 'The processing of reminders', everyMs: INTERVAL_MS, run: remindOwners },
  ],
};
