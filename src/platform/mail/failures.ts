/**
 * Whose fault a failed attempt is. `away`: the server's, or the way to it, whatever the mail: it is down, hangs, refuses
 * our login or our sender. `refused`: it will not have this mail, for good; `deferred`: not now.
 */
export type Fault = 'away' | 'refused' | 'deferred';

type SmtpError = { code?: string; command?: string; responseCode?: number };

/** The fault of an error from the transport. */
export function faultOf(error: unknown): Fault {
  const { code, command, responseCode = 0 } = error as SmtpError;
  const isAboutMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM');
  // 421 is a server that closes, in answer to whatever.
  if (!isAboutMail || responseCode === 421) return 'away';
  // Without an answer it is an address that cannot even be said to a server.
  return responseCode >= 400 && responseCode < 500 ? 'deferred' : 'refused';
}

/** What may be told of an error from the transport: never its words, in which servers repeat the address. */
export function describeFault(error: unknown) {
  const { code = 'unknown', command, responseCode } = error as SmtpError;
  return { reason: code, ...(command && { command }), ...(responseCode && { response: responseCode }) };
}

const FIRST = 5;
const MOST: Record<Fault, number> = { away: 60, refused: 3600, deferred: 3600 };

/** What has been counted of a mail: how often it was taken, and how often it failed through its own fault. */
export type Counts = { attempts: number; refusals: number };

/**
 * Seconds until the next attempt: doubled each time, up to a minute when the server is at fault and to an hour when the
 * mail is. `chance` from 0 to 1 spreads them, by a fifth to either side, so that not all come back at once.
 */
export function backOff(fault: Fault, { attempts, refusals }: Counts, chance: number): number {
  const times = fault === 'away' ? attempts : refusals;
  return Math.min(MOST[fault], FIRST * 2 ** Math.min(times - 1, 20)) * (0.8 + 0.4 * chance);
}

/**
 * A mail is given up when it failed so often through its own fault: after some 10 minutes of refusals, 5 days of
 * deferrals. What a server that is away, or a restart, cost it does not count.
 */
const GIVE_UP: Record<Fault, number> = { away: Number.POSITIVE_INFINITY, refused: 8, deferred: 125 };

/** Whether the attempt that failed was the last. */
export const isLast = (fault: Fault, { refusals }: Counts) => refusals >= GIVE_UP[fault];
