import { sweepLinks } from './features/accounts/links/service.ts';
import { sweepSessions } from './features/accounts/sessions/service.ts';
import { sweepAdminSessions } from './features/admins/sessions/service.ts';
import { remindOwners } from './features/announcements/expiry/service.ts';
import { lapseReservations } from './features/announcements/reservation/service.ts';
import { sweepAuditLog } from './features/audit/service.ts';
import { sweepUploads } from './features/banners/upload/service.ts';
import { sweepMessages } from './features/contact/service.ts';
import { sweepDeals } from './features/conversations/service.ts';
import { sweepRemovedEvents } from './features/events/deletion/service.ts';
import { sweepNotices } from './features/notices/service.ts';
import { sweepOrganisers } from './features/organisers/service.ts';
import { storePageViews } from './features/organisers/views/service.ts';
import { sweepEvidence } from './features/reports/service.ts';
import { sweepStatementLinks } from './features/statements/service.ts';
import { sweepSubmissions } from './features/submissions/service.ts';
import { processWatches } from './features/watches/processing/service.ts';
import { sweepWatches } from './features/watches/upkeep/service.ts';
import { queueDigests } from './features/work/digest/service.ts';
import type { BackgroundContext } from './platform/context.ts';
import { sweepLoginAddresses } from './platform/limits/login-addresses.ts';
import { sweepRateLimits } from './platform/limits/rate-limit.ts';
import { sweepOutbox } from './platform/mail/queue.ts';
import { sweepFileOutbox } from './platform/mail/transport.ts';

/** Work that is repeated every `ms` milliseconds. `what` is for the log. */
export type Job = { what: string; ms: number; tasks: (() => Promise<unknown>)[] };

const SWEEP_INTERVAL_MS = 3_600_000;
const CLOCK_INTERVAL_MS = 60_000;
/** How late an ad may change its state by itself. */
const ADS_INTERVAL_MS = 30_000;
/** How late news is found. Few mails are queued at a time, so a longer one would limit how many are sent. */
const WATCHES_INTERVAL_MS = 1000;
/** How many page views a killed process loses. */
const VIEWS_INTERVAL_MS = 5000;
const DIGESTS_INTERVAL_MS = 300_000;

/** Besides the workers of mails, sources, links and places, which have loops of their own. */
export function jobsOf(context: BackgroundContext): Job[] {
  const { clock, database } = context;
  /** What deletes, ends or announces something because of the time waits while the clock may be wrong. */
  const ifTrusted = (tasks: Job['tasks']) =>
    tasks.map((task) => async () => {
      if (clock.isTrusted()) await task();
    });
  return [
    { what: 'The check of the clock', ms: CLOCK_INTERVAL_MS, tasks: [() => clock.check()] },
    {
      what: 'A cleanup of expired data',
      ms: SWEEP_INTERVAL_MS,
      tasks: ifTrusted([
        () => sweepRateLimits(database.db),
        () => sweepRemovedEvents(context),
        () => sweepSessions(context),
        () => sweepAdminSessions(context),
        () => sweepLoginAddresses(context),
        () => sweepLinks(context),
        () => sweepOutbox(database.db),
        () => sweepFileOutbox(context),
        () => sweepUploads(context),
        () => sweepMessages(context),
        () => sweepSubmissions(context),
        () => sweepOrganisers(context),
        () => sweepNotices(context),
        () => sweepEvidence(context),
        () => sweepDeals(context),
        () => sweepStatementLinks(context),
        () => sweepWatches(context),
        () => sweepAuditLog(context),
      ]),
    },
    {
      what: 'The processing of reservations or reminders',
      ms: ADS_INTERVAL_MS,
      tasks: ifTrusted([() => lapseReservations(context), () => remindOwners(context)]),
    },
    { what: 'Storing the page views', ms: VIEWS_INTERVAL_MS, tasks: [() => storePageViews(context)] },
    {
      what: 'Queueing the digests of admins',
      ms: DIGESTS_INTERVAL_MS,
      tasks: ifTrusted([() => queueDigests(context)]),
    },
    {
      what: 'The processing of watches',
      ms: WATCHES_INTERVAL_MS,
      tasks: ifTrusted([() => processWatches(context)]),
    },
  ];
}
