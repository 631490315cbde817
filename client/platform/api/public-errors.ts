import { ACCOUNT_ERRORS } from '#src/features/accounts/errors.ts';
import { ANNOUNCEMENT_ERRORS } from '#src/features/announcements/errors.ts';
import { BLOCK_ERRORS } from '#src/features/blocks/errors.ts';
import { CONTACT_ERRORS } from '#src/features/contact/errors.ts';
import { CONVERSATION_ERRORS } from '#src/features/conversations/errors.ts';
import { EVENT_ERRORS } from '#src/features/events/errors.ts';
import { MAIL_STOP_ERRORS } from '#src/features/mail-stops/errors.ts';
import { NOTICE_ERRORS } from '#src/features/notices/errors.ts';
import { PRIVACY_ERRORS } from '#src/features/privacy/errors.ts';
import { REPORT_ERRORS } from '#src/features/reports/errors.ts';
import { WATCH_ERRORS } from '#src/features/watches/errors.ts';
import { REQUEST_ERRORS } from '#src/shared/request-errors.ts';

/** Called by the bundler, so that the scripts of public pages have no English texts. */
export const publicErrors = (): [code: string, row: [status: number, text: string]][] =>
  Object.entries({
    ...REQUEST_ERRORS,
    ...EVENT_ERRORS,
    ...CONTACT_ERRORS,
    ...ACCOUNT_ERRORS,
    ...PRIVACY_ERRORS,
    ...ANNOUNCEMENT_ERRORS,
    ...CONVERSATION_ERRORS,
    ...BLOCK_ERRORS,
    ...REPORT_ERRORS,
    ...NOTICE_ERRORS,
    ...MAIL_STOP_ERRORS,
    ...WATCH_ERRORS,
  }).map(([code, [status, text]]) => [code, [status, text]]);
