import { setTimeout as sleep } from 'node:timers/promises';
import type { Composers, Mail, MailContext } from '../mail';
import { backOff, describeFault, type Fault, faultOf, isLast } from './failures';
import { type Claimed, claim, finish, giveUp, putOff, renew } from './queue';
import { createMailTransport, LANES, type Transport } from './transport';

export type MailWorker = {
  /** Takes no more mails, gives those on their way five seconds, calls off the rest; they are sent after the next start. */
  stop: () => Promise<void>;
};

/** For tests; in milliseconds, but for `lease`. */
type Options = {
  transport?: Transport;
  poll?: number;
  lease?: number;
  limit?: number;
  patience?: number;
  rest?: number;
};

/** How often it looks for mails, how long one may take, how long those on their way may go on at the end. */
const POLL = 1000;
const LIMIT = 120_000;
const PATIENCE = 5000;
/** Seconds that a mail stays with a worker that has died; one that lives renews its hold. */
const LEASE = 30;
/** How often it tries, a poll apart, to note that a mail is sent. */
const END_TRIES = 15;
/** The first and the longest pause, in milliseconds, when server or database are away. */
const REST = 1000;
const REST_MOST = 60_000;

const NOTHING: { claimed: Claimed[]; dropped: number } = { claimed: [], dropped: 0 };

/**
 * Sends what the outbox holds, in the background (D22). Each mail is made and sent outside any transaction, and its row
 * deleted after that: what is cut off in between is sent again, never lost. Any number of instances share the outbox.
 */
export function startMail(ctx: MailContext, composers: Composers, options: Options = {}): MailWorker {
  const { database, log, config } = ctx;
  const { db } = database;
  const { poll = POLL, lease = LEASE, limit = LIMIT, patience = PATIENCE, rest = REST } = options;
  const transport = options.transport ?? createMailTransport(config, log, ctx.siteUrl);
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  const calledOff = new AbortController();
  let failures = 0;
  let resumeAt = 0;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const free = LANES - underWay.size;
      const { claimed, dropped } = free > 0 && performance.now() >= resumeAt ? await take(free) : NOTHING;
      // With fewer rows than asked for, nothing else is due.
      const isDrained = claimed.length + dropped < free;
      for (const row of claimed) {
        const work = deliver(row).finally(() => underWay.delete(work));
        underWay.add(work);
      }
      if (underWay.size === LANES) await Promise.race(underWay);
      else if (isDrained) await wait();
    }
  }

  const wait = () => sleep(poll, undefined, { signal: stopping.signal }).catch(() => {});

  async function take(free: number): Promise<typeof NOTHING> {
    try {
      return await claim(db, free, lease);
    } catch (err) {
      pause();
      log.warn({ err }, 'The outbox could not be read; it is tried again after a pause.');
      return NOTHING;
    }
  }

  /** Lets everything rest for longer and longer while nothing gets through. Those that fail together count once. */
  function pause(): void {
    if (performance.now() < resumeAt) return;
    resumeAt = performance.now() + Math.min(REST_MOST, rest * 2 ** Math.min(failures++, 10));
  }

  async function deliver(row: Claimed): Promise<void> {
    const renewing = setInterval(() => renew(db, row, lease).catch(() => {}), (lease * 1000) / 3);
    try {
      const mail = await compose(row);
      if (mail) await send(row, mail);
      await end(row);
    } catch (error) {
      await settle(row, error);
    } finally {
      clearInterval(renewing);
    }
  }

  /** A mail that is sent would be sent again if its row stayed: a database that is away for a moment is waited for. */
  async function end(row: Claimed): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await finish(db, row);
      } catch (error) {
        if (tries === END_TRIES || calledOff.signal.aborted) throw error;
        await sleep(poll);
      }
    }
  }

  function compose({ kind, about, attempts }: Claimed): Promise<Mail | undefined> {
    const composer = composers[kind];
    if (!composer) throw new Error(`There is no mail of kind ${kind}.`);
    return composer(ctx, about, { attempts });
  }

  async function send({ id, at }: Claimed, mail: Mail): Promise<void> {
    const signal = AbortSignal.any([calledOff.signal, AbortSignal.timeout(limit)]);
    try {
      await transport.send({ id, at, mail }, signal);
    } catch (error) {
      throw new NotSent(error);
    }
    failures = 0;
  }

  /** Says what becomes of a mail that failed. When even that cannot be written its hold runs out by itself. */
  async function settle(taken: Claimed, error: unknown): Promise<void> {
    const isOurs = !(error instanceof NotSent);
    const fault: Fault = isOurs ? 'deferred' : faultOf(error.cause);
    const row = fault === 'away' ? taken : { ...taken, refusals: taken.refusals + 1 };
    const about = { mail: row.id, kind: row.kind, attempts: row.attempts, refusals: row.refusals };
    const why = isOurs ? { err: error } : describeFault(error.cause);
    try {
      if (calledOff.signal.aborted) return await putOff(db, taken, 0);
      if (fault === 'away') pause();
      if (isLast(fault, row)) {
        await giveUp(db, row);
        log.error({ ...about, ...why }, 'A mail is given up; its row stays in the outbox.');
        return;
      }
      const seconds = backOff(fault, row, Math.random());
      await putOff(db, row, seconds);
      log.warn({ ...about, ...why, again_in_s: Math.round(seconds) }, 'A mail was not sent.');
    } catch (err) {
      log.warn({ ...about, err }, 'A mail that failed could not be put off; it is due when its hold ends.');
    }
  }

  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([Promise.allSettled(underWay), sleep(patience)]);
      calledOff.abort(new Error('The product stops.'));
      await running;
      await Promise.allSettled(underWay);
      transport.close();
    },
  };
}

/** The transport's error, told apart from our own. */
class NotSent extends Error {
  constructor(override readonly cause: unknown) {
    super('Not sent.');
  }
}
