import { accountBackground } from './features/accounts/jobs.ts';
import { adminBackground } from './features/admins/jobs.ts';
import { announcementBackground } from './features/announcements/jobs.ts';
import { auditBackground } from './features/audit/jobs.ts';
import { bannerBackground } from './features/banners/jobs.ts';
import { contactBackground } from './features/contact/jobs.ts';
import { conversationBackground } from './features/conversations/jobs.ts';
import { eventBackground } from './features/events/jobs.ts';
import { linkBackground } from './features/links/jobs.ts';
import { noticeBackground } from './features/notices/jobs.ts';
import { organiserBackground } from './features/organisers/jobs.ts';
import { reportBackground } from './features/reports/jobs.ts';
import { sourceBackground } from './features/sources/jobs.ts';
import { statementBackground } from './features/statements/jobs.ts';
import { submissionBackground } from './features/submissions/jobs.ts';
import { watchBackground } from './features/watches/jobs.ts';
import { workBackground } from './features/work/jobs.ts';
import { type Background, sweep } from './platform/background/jobs.ts';
import { sweepLoginAddresses } from './platform/limits/login-addresses.ts';
import { sweepRateLimits } from './platform/limits/rate-limit.ts';
import { sweepOutbox } from './platform/mail/queue.ts';
import { sweepFileOutbox } from './platform/mail/transport.ts';

const CLOCK_INTERVAL_MS = 60_000;

const platformBackground: Background = {
  jobs: [
    {
      what: 'The check of the clock',
      everyMs: CLOCK_INTERVAL_MS,
      run: ({ clock }) => clock.check(),
      trustsAnyClock: true,
    },
    sweep('rate limits', ({ database }) => sweepRateLimits(database.db)),
    sweep('addresses of logins', sweepLoginAddresses),
    sweep('the outbox', ({ database }) => sweepOutbox(database.db)),
    sweep('mails in files', sweepFileOutbox),
  ],
};

/** What each instance does in the background, besides sending mails. */
const background: readonly Background[] = [
  platformBackground,
  accountBackground,
  adminBackground,
  announcementBackground,
  auditBackground,
  bannerBackground,
  contactBackground,
  conversationBackground,
  eventBackground,
  linkBackground,
  noticeBackground,
  organiserBackground,
  reportBackground,
  sourceBackground,
  statementBackground,
  submissionBackground,
  watchBackground,
  workBackground,
];

export const jobs = background.flatMap(({ jobs = [] }) => jobs);
export const workers = background.flatMap(({ workers = [] }) => workers);
