/**
 * Why an attempt failed.
 * - `away`: the mail server is unavailable, whatever the mail. It is down, hangs, or rejects our login or our sender.
 * - `refused`: the server permanently rejects this mail.
 * - `deferred`: the server temporarily rejects this mail.
 */
export type Fault = 'away' | 'refused' | 'deferred';

type SmtpError = { code?: string; command?: string; responseCode?: number };

export function faultOf(error: unknown): Fault {
  const { code, command, responseCode = 0 } = error as SmtpError;
  const isAboutMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM');
  // 421 means that the server is closing the connection, whatever the command was.
  if (!isAboutMail || responseCode === 421) return 'away';
  // Without a response code, the address is so malformed that it was not sent to the server.
  return responseCode >= 400 && responseCode < 500 ? 'deferred' : 'refused';
}

/** Describes an error of the transport for the log, without its message, in which servers repeat the recipient. */
export function describeFault(error: unknown) {
  const { code = 'unknown', command, responseCode } = error as SmtpError;
  return { reason: code, ...(command && { command }), ...(responseCode && { response: responseCode }) };
}

/** The first delay and the longest ones, in seconds. */
const FIRST = 5;
const MOST: Record<Fault, number> = { away: 60, refused: 3600, deferred: 3600 };

export type Counts = { attempts: number; refusals: number };

/**
 * Returns the seconds until the next attempt. The delay doubles each time, up to a minute if the server is unavailable
 * and up to an hour if it rejects the mail. `chance`, from 0 to 1, adds up to 20 % jitter either way.
 */
export function backOff(fault: Fault, { attempts, refusals }: Counts, chance: number): number {
  const times = fault === 'away' ? attempts : refusals;
  return Math.min(MOST[fault], FIRST * 2 ** Math.min(times - 1, 20)) * (0.8 + 0.4 * chance);
}

/**
 * A mail fails permanently after this many rejections: after some 10 minutes of permanent ones, or 5 days of temporary
 * ones. Attempts that failed because of an unavailable server or a restart do not count.
 */
const GIVE_UP: Record<Fault, number> = { away: Number.POSITIVE_INFINITY, refused: 8, deferred: 125 };

export const isLast = (fault: Fault, { refusals }: Counts) => refusals >= GIVE_UP[fault];
