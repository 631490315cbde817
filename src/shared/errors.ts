import { ACCOUNT_ERRORS } from '#src/features/accounts/errors.ts';
import { ADMIN_ERRORS } from '#src/features/admins/errors.ts';
import { ANNOUNCEMENT_ERRORS } from '#src/features/announcements/errors.ts';
import { BACKUP_ERRORS } from '#src/features/backup/errors.ts';
import { BANNER_ERRORS } from '#src/features/banners/errors.ts';
import { BLOCK_ERRORS } from '#src/features/blocks/errors.ts';
import { CONTACT_ERRORS } from '#src/features/contact/errors.ts';
import { CONVERSATION_ERRORS } from '#src/features/conversations/errors.ts';
import { DUPLICATE_ERRORS } from '#src/features/duplicates/errors.ts';
import { EVENT_ERRORS } from '#src/features/events/errors.ts';
import { HISTORY_ERRORS } from '#src/features/history/errors.ts';
import { IMPORT_ERRORS } from '#src/features/imports/errors.ts';
import { LINK_ERRORS } from '#src/features/links/errors.ts';
import { MAIL_STOP_ERRORS } from '#src/features/mail-stops/errors.ts';
import { SETTINGS_ERRORS } from '#src/features/marketplace-settings/errors.ts';
import { NOTICE_ERRORS } from '#src/features/notices/errors.ts';
import { OBJECTION_ERRORS } from '#src/features/objections/errors.ts';
import { ORGANISER_ERRORS } from '#src/features/organisers/errors.ts';
import { PRIVACY_ERRORS } from '#src/features/privacy/errors.ts';
import { REPORT_ERRORS } from '#src/features/reports/errors.ts';
import { SOURCE_ERRORS } from '#src/features/sources/errors.ts';
import { STATEMENT_ERRORS } from '#src/features/statements/errors.ts';
import { SUBMISSION_ERRORS } from '#src/features/submissions/errors.ts';
import { WATCH_ERRORS } from '#src/features/watches/errors.ts';
import type { ErrorStatus } from './error-rows.ts';
import { REQUEST_ERRORS } from './request-errors.ts';

export const ERRORS = {
  ...REQUEST_ERRORS,
  ...EVENT_ERRORS,
  ...SOURCE_ERRORS,
  ...LINK_ERRORS,
  ...DUPLICATE_ERRORS,
  ...HISTORY_ERRORS,
  ...ORGANISER_ERRORS,
  ...IMPORT_ERRORS,
  ...BANNER_ERRORS,
  ...BACKUP_ERRORS,
  ...CONTACT_ERRORS,
  ...SUBMISSION_ERRORS,
  ...ADMIN_ERRORS,
  ...SETTINGS_ERRORS,
  ...ACCOUNT_ERRORS,
  ...PRIVACY_ERRORS,
  ...ANNOUNCEMENT_ERRORS,
  ...CONVERSATION_ERRORS,
  ...BLOCK_ERRORS,
  ...REPORT_ERRORS,
  ...NOTICE_ERRORS,
  ...STATEMENT_ERRORS,
  ...OBJECTION_ERRORS,
  ...MAIL_STOP_ERRORS,
  ...WATCH_ERRORS,
};

export type ErrorCode = keyof typeof ERRORS;

export type ErrorBody = { detail: string; code: ErrorCode };

export function isErrorCode(text: unknown): text is ErrorCode {
  return typeof text === 'string' && Object.hasOwn(ERRORS, text);
}

/** For developers who call the API. */
export const errorDescriptions = (): Record<ErrorCode, string> =>
  Object.fromEntries(Object.entries(ERRORS).map(([code, [, , text]]) => [code, text])) as Record<
    ErrorCode,
    string
  >;

export const statusOf = (code: ErrorCode): ErrorStatus => ERRORS[code][0];
export const detailOf = (code: ErrorCode): string => ERRORS[code][1];

/** `retryAfter` is in seconds, for 429 and 503. `detail` is more exact than the text of the code. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, options: { retryAfter?: number; detail?: string; cause?: unknown } = {}) {
    super(options.detail ?? detailOf(code), { cause: options.cause });
    this.code = code;
    this.retryAfter = options.retryAfter;
  }

  get status(): ErrorStatus {
    return statusOf(this.code);
  }

  get body(): ErrorBody {
    return { detail: this.message, code: this.code };
  }
}
