import { setTimeout as sleep } from 'node:timers/promises';
import type { Composers, Mail, MailContext } from '../mail';
import { backOff, describeFault, type Fault, faultOf, isLast } from './failures';
import { type Claimed, claim, finish, giveUp, putOff, renew } from './queue';
import { createMailTransport, LANES, type Transport } from './transport';

export type MailWorker = {
  /**
   * Stops the worker. Mails in delivery get five seconds, then they are aborted and sent again after the next start.
   */
  stop: () => Promise<void>;
};

/** For tests. In milliseconds, except `lease`, which is in seconds. */
type Options = {
  transport?: Transport;
  poll?: number;
  lease?: number;
  limit?: number;
  patience?: number;
  rest?: number;
};

/** How often the outbox is polled, in milliseconds. */
const POLL = 1000;
/** The time limit for sending one mail, in milliseconds. */
const LIMIT = 120_000;
/** How long mails in delivery may continue when the worker stops, in milliseconds. */
const PATIENCE = 5000;
/** How long a claim lasts, in seconds. A running worker renews its claims. */
const LEASE = 30;
/** How often the worker tries to delete the row of a sent mail, one poll interval apart. */
const END_TRIES = 15;
/** The first and the longest pause, in milliseconds, while the mail server or the database is unavailable. */
const REST = 1000;
const REST_MOST = 60_000;

const NOTHING: { claimed: Claimed[]; dropped: number } = { claimed: [], dropped: 0 };

/**
 * Sends the mails in the outbox in the background. Each mail is composed and sent outside any transaction, and its row
 * is deleted afterwards. A crash in between sends it again, but never loses it. Any number of instances can share the
 * outbox.
 */
export function startMail(ctx: MailContext, composers: Composers, options: Options = {}): MailWorker {
  const { database, log, config } = ctx;
  const { db } = database;
  const { poll = POLL, lease = LEASE, limit = LIMIT, patience = PATIENCE, rest = REST } = options;
  const transport = options.transport ?? createMailTransport(config, log, ctx.siteUrl);
  const inDelivery = new Set<Promise<void>>();
  const stopping = new AbortController();
  const aborting = new AbortController();
  let failures = 0;
  let resumeAt = 0;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const free = LANES - inDelivery.size;
      const { claimed, dropped } = free > 0 && performance.now() >= resumeAt ? await take(free) : NOTHING;
      // With fewer rows than asked for, nothing else is due.
      const isDrained = claimed.length + dropped < free;
      for (const row of claimed) {
        const work = deliver(row).finally(() => inDelivery.delete(work));
        inDelivery.add(work);
      }
      if (inDelivery.size === LANES) await Promise.race(inDelivery);
      else if (isDrained) await wait();
    }
  }

  const wait = () => sleep(poll, undefined, { signal: stopping.signal }).catch(() => {});

  async function take(free: number): Promise<typeof NOTHING> {
    try {
      return await claim(db, free, lease);
    } catch (err) {
      pause();
      log.warn({ err }, 'The outbox could not be read; retrying after a pause.');
      return NOTHING;
    }
  }

  /** Pauses all sending, with exponential back-off. Failures during a pause do not extend it. */
  function pause(): void {
    if (performance.now() < resumeAt) return;
    resumeAt = performance.now() + Math.min(REST_MOST, rest * 2 ** Math.min(failures++, 10));
  }

  async function deliver(row: Claimed): Promise<void> {
    const renewing = setInterval(() => renew(db, row, lease).catch(() => {}), (lease * 1000) / 3);
    try {
      const mail = await compose(row);
      if (mail) await send(row, mail);
      await deleteRow(row);
    } catch (error) {
      await handleFailure(row, error);
    } finally {
      clearInterval(renewing);
    }
  }

  /** Deletes the row of a sent mail, with retries: if the row stayed, the mail would be sent again. */
  async function deleteRow(row: Claimed): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await finish(db, row);
      } catch (error) {
        if (tries === END_TRIES || aborting.signal.aborted) throw error;
        await sleep(poll);
      }
    }
  }

  function compose({ kind, about, attempts }: Claimed): Promise<Mail | undefined> {
    const composer = composers[kind];
    if (!composer) throw new Error(`The outbox has a mail of the unknown kind ${kind}.`);
    return composer(ctx, about, { attempts });
  }

  async function send({ id, at }: Claimed, mail: Mail): Promise<void> {
    const signal = AbortSignal.any([aborting.signal, AbortSignal.timeout(limit)]);
    try {
      await transport.send({ id, at, mail }, signal);
    } catch (error) {
      throw new NotSent(error);
    }
    failures = 0;
  }

  /**
   * Schedules the retry of a failed mail, or marks it as failed. If the database is unavailable, the claim simply
   * expires.
   */
  async function handleFailure(claimed: Claimed, error: unknown): Promise<void> {
    const isOurs = !(error instanceof NotSent);
    const fault: Fault = isOurs ? 'deferred' : faultOf(error.cause);
    const row = fault === 'away' ? claimed : { ...claimed, refusals: claimed.refusals + 1 };
    const about = { mail: row.id, kind: row.kind, attempts: row.attempts, refusals: row.refusals };
    const why = isOurs ? { err: error } : describeFault(error.cause);
    try {
      if (aborting.signal.aborted) return await putOff(db, claimed, 0);
      if (fault === 'away') pause();
      if (isLast(fault, row)) {
        await giveUp(db, row);
        log.error(
          { ...about, ...why },
          'A mail failed permanently; its row stays in the outbox (see docs/operations.md).',
        );
        return;
      }
      const seconds = backOff(fault, row, Math.random());
      await putOff(db, row, seconds);
      log.warn(
        { ...about, ...why, again_in_s: Math.round(seconds) },
        'A mail was not sent; it will be retried.',
      );
    } catch (err) {
      log.warn(
        { ...about, err },
        'The retry of a mail could not be scheduled; it is due when its claim expires.',
      );
    }
  }

  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([Promise.allSettled(inDelivery), sleep(patience)]);
      aborting.abort(new Error('The server is stopping.'));
      await running;
      await Promise.allSettled(inDelivery);
      transport.close();
    },
  };
}

class NotSent extends Error {
  constructor(override readonly cause: unknown) {
    super('The mail was not sent.');
  }
}
