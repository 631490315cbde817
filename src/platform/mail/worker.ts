import { setTimeout as sleep } from 'node:timers/promises';
import type { Composers, Mail, MailContext, RefusalHandlers } from '#src/platform/mail.ts';
import { handleFailure, NotSent } from './failed-mail.ts';
import { createPause } from './pause.ts';
import { type ClaimedMail, claimMails, deleteMail, renewClaim } from './queue.ts';
import { createMailTransport, MAX_PARALLEL_MAILS, type Transport } from './transport.ts';

type MailWorker = {
  /**
   * Stops the worker. Mails in delivery get five seconds, then they are aborted and sent again after the next start.
   */
  stop: () => Promise<void>;
};

type Options = {
  onRefused?: RefusalHandlers;
  // For tests.
  transport?: Transport;
  pollMs?: number;
  leaseSeconds?: number;
  sendTimeoutMs?: number;
  stopTimeoutMs?: number;
  firstPauseMs?: number;
};

const POLL_INTERVAL_MS = 1000;
const SEND_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 5000;
/** A running worker renews its claims. */
const LEASE_SECONDS = 30;
/** Attempts to delete the row of a sent mail, one poll interval apart. */
const DELETE_ATTEMPTS = 15;
/** The first pause while the mail server or the database is unavailable. */
const FIRST_PAUSE_MS = 1000;

const NO_MAILS: { claimed: ClaimedMail[]; dropped: number } = { claimed: [], dropped: 0 };

/**
 * Sends the mails in the outbox in the background. Each mail is composed and sent outside any transaction, and its row
 * is deleted afterwards. A crash in between sends it again, but never loses it. Any number of instances can share the
 * outbox.
 */
export function startMailWorker(ctx: MailContext, composers: Composers, options: Options = {}): MailWorker {
  const { database, log, config } = ctx;
  const { db } = database;
  const {
    onRefused = {},
    pollMs = POLL_INTERVAL_MS,
    leaseSeconds = LEASE_SECONDS,
    sendTimeoutMs = SEND_TIMEOUT_MS,
    stopTimeoutMs = STOP_TIMEOUT_MS,
    firstPauseMs = FIRST_PAUSE_MS,
  } = options;
  const transport = options.transport ?? createMailTransport(config, log, ctx.siteUrl);
  const inDelivery = new Set<Promise<void>>();
  const stopping = new AbortController();
  const aborting = new AbortController();
  const pause = createPause(firstPauseMs);

  async function processOutbox(): Promise<void> {
    while (!stopping.signal.aborted) {
      const freeSlots = MAX_PARALLEL_MAILS - inDelivery.size;
      const { claimed, dropped } =
        freeSlots > 0 && pause.isOver() ? await claimDueMails(freeSlots) : NO_MAILS;
      // With fewer rows than asked for, nothing else is due.
      const isDrained = claimed.length + dropped < freeSlots;
      for (const row of claimed) {
        const work = deliver(row).finally(() => inDelivery.delete(work));
        inDelivery.add(work);
      }
      if (inDelivery.size === MAX_PARALLEL_MAILS) await Promise.race(inDelivery);
      else if (isDrained) await waitForPoll();
    }
  }

  const waitForPoll = () => sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => {});

  async function claimDueMails(freeSlots: number): Promise<typeof NO_MAILS> {
    try {
      return await claimMails(db, freeSlots, leaseSeconds);
    } catch (err) {
      pause.begin();
      log.warn({ err }, 'The outbox could not be read; retrying after a pause.');
      return NO_MAILS;
    }
  }

  async function deliver(row: ClaimedMail): Promise<void> {
    const renewing = setInterval(
      () => renewClaim(db, row, leaseSeconds).catch(() => {}),
      (leaseSeconds * 1000) / 3,
    );
    try {
      const mail = await compose(row);
      if (mail) await send(row, mail);
      await deleteRow(row);
    } catch (error) {
      await handleFailure({ ctx, onRefused, pause, aborting: aborting.signal }, row, error);
    } finally {
      clearInterval(renewing);
    }
  }

  /** Deletes the row of a sent mail, with retries: if the row stayed, the mail would be sent again. */
  async function deleteRow(row: ClaimedMail): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await deleteMail(db, row);
      } catch (error) {
        if (attempt === DELETE_ATTEMPTS || aborting.signal.aborted) throw error;
        await sleep(pollMs);
      }
    }
  }

  function compose({ kind, about, attempts }: ClaimedMail): Promise<Mail | undefined> {
    const composer = composers[kind];
    if (!composer) throw new Error(`The outbox has a mail of the unknown kind ${kind}.`);
    return composer(ctx, about, { attempts });
  }

  async function send({ id, createdAt }: ClaimedMail, mail: Mail): Promise<void> {
    const signal = AbortSignal.any([aborting.signal, AbortSignal.timeout(sendTimeoutMs)]);
    try {
      await transport.send({ id, createdAt, mail }, signal);
    } catch (error) {
      throw new NotSent(error);
    }
    pause.reset();
  }

  const running = processOutbox();
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([Promise.allSettled(inDelivery), sleep(stopTimeoutMs)]);
      aborting.abort(new Error('The server is stopping.'));
      await running;
      await Promise.allSettled(inDelivery);
      transport.close();
    },
  };
}
