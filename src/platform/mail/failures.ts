/**
 * Why an attempt failed.
 * - `away`: the mail server is unavailable, whatever the mail. It is down, hangs, or rejects our login or our sender.
 * - `refused`: the server permanently rejects this mail.
 * - `deferred`: the server temporarily rejects this mail.
 */
export type FailureKind = 'away' | 'refused' | 'deferred';

type SmtpError = { code?: string; command?: string; responseCode?: number; response?: string };

export function classifyFailure(error: unknown): FailureKind {
  const { code, command, responseCode = 0 } = error as SmtpError;
  const isAboutMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM');
  // 421 means that the server is closing the connection, whatever the command was.
  if (!isAboutMail || responseCode === 421) return 'away';
  // Without a response code, the address is so malformed that it was not sent to the server.
  return responseCode >= 400 && responseCode < 500 ? 'deferred' : 'refused';
}

/** Whether the server permanently rejects the address, and not the sender or the content. */
export function isRecipientRefused(error: unknown): boolean {
  const { command, responseCode = 0 } = error as SmtpError;
  return command === 'RCPT TO' && responseCode >= 500 && classifyFailure(error) === 'refused';
}

/** The enhanced status codes of a mailbox that does not exist or takes no mails (RFC 3463, RFC 7505). */
const UNKNOWN_MAILBOX = /^550[ -]5\.1\.(1|10)\b/;

/** Whether the server says that there is no such mailbox, so that another attempt has no point. */
export function isUnknownRecipient(error: unknown): boolean {
  const { response = '' } = error as SmtpError;
  return isRecipientRefused(error) && UNKNOWN_MAILBOX.test(response);
}

/** Omits the message, in which servers repeat the recipient. */
export function describeFailure(error: unknown) {
  const { code = 'unknown', command, responseCode } = error as SmtpError;
  return { reason: code, ...(command && { command }), ...(responseCode && { response: responseCode }) };
}

const FIRST_DELAY_SECONDS = 5;
const MAX_DELAY_SECONDS: Record<FailureKind, number> = { away: 60, refused: 3600, deferred: 3600 };

/** `refusals` counts how often the server rejected the mail, temporarily or permanently. */
export type Counts = { attempts: number; refusals: number };

/** More would exceed every maximum delay. */
const DOUBLINGS_MAX = 20;

/**
 * Returns a delay that doubles each time, up to a minute if the server is unavailable and up to an hour if it rejects
 * the mail. `random`, from 0 to 1, adds up to 20 % jitter either way.
 */
export function retryDelaySeconds(
  failureKind: FailureKind,
  { attempts, refusals }: Counts,
  random: number,
): number {
  const failureCount = failureKind === 'away' ? attempts : refusals;
  return (
    Math.min(
      MAX_DELAY_SECONDS[failureKind],
      FIRST_DELAY_SECONDS * 2 ** Math.min(failureCount - 1, DOUBLINGS_MAX),
    ) *
    (0.8 + 0.4 * random)
  );
}

/**
 * A mail fails permanently after this many rejections: after some 10 minutes of permanent ones, or 5 days of temporary
 * ones. Attempts that failed because of an unavailable server or a restart do not count.
 */
const MAX_REFUSALS: Record<FailureKind, number> = {
  away: Number.POSITIVE_INFINITY,
  refused: 8,
  deferred: 125,
};

export const isPermanent = (failureKind: FailureKind, { refusals }: Counts) =>
  refusals >= MAX_REFUSALS[failureKind];
