import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import type { Db, Sql } from '#src/platform/database.ts';
import { withDeadline } from '#src/platform/limits/deadline.ts';
import type { Log } from '#src/platform/log.ts';

/** Notifies every instance when the caller's transaction commits. Each payload must be under 8 kB of JSON. */
export async function notify(db: Db, channel: string, ...payloads: unknown[]): Promise<void> {
  await db
    .select({ notified: sql`pg_notify(${channel}, one::text)` })
    .from(sql`json_array_elements(${JSON.stringify(payloads)}::text::json) one`)
    .prepare('notify')
    .execute();
}

export type ChannelListener = {
  onNotify: (payload: unknown) => void;
  /** Notifications may have been lost, because the connection was down. */
  onGap: () => void;
  /** The process is shutting down. There will be no more notifications. */
  onClose: () => void;
};

export type Notifications = {
  listen: (channel: string, listener: ChannelListener) => () => void;
  /**
   * Resolves when every notification on a subscribed channel that was committed before this call has been received.
   * Rejects if the channel is not being listened to.
   */
  catchUp: (channel: string) => Promise<void>;
  /** Whether all subscribed channels are being listened to. False once the connection is known to be lost. */
  isListening: () => boolean;
  close: () => void;
};

const CHECK_INTERVAL_MS = 1500;
const RESPONSE_TIMEOUT_MS = 1500;
const RECONNECT_DELAY_MS = 250;
/** Shorter, because a reader is waiting. */
const CATCH_UP_TIMEOUT_MS = 700;

/**
 * Opens one connection for the first listener. A closed or unresponsive connection is replaced. Each listener then gets
 * `onGap`, because notifications may have been lost.
 */
export function openNotifications(client: Sql, log: Log): Notifications {
  const channels = new Map<string, Set<ChannelListener>>();
  let isClosed = false;
  let isLossLogged = false;
  let connection: Sql | undefined;
  let listeningChannels = new Set<string>();
  let wake = () => {};

  const dispatch = (channel: string, payload: string) => {
    let value: unknown;
    try {
      value = JSON.parse(payload);
    } catch {
      // Not sent by this program.
      return reportGap(channel);
    }
    for (const listener of channels.get(channel) ?? []) listener.onNotify(value);
  };
  const reportGap = (channel: string) => {
    for (const listener of channels.get(channel) ?? []) listener.onGap();
  };
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, milliseconds);
    });

  const listen = (sql: Sql, channel: string) =>
    withDeadline(sql`listen ${sql(channel)}`, RESPONSE_TIMEOUT_MS);

  async function keepListening(): Promise<void> {
    for (; !isClosed; await pause(RECONNECT_DELAY_MS)) {
      let isClosedByServer = false;
      const sql = postgres({
        ...client.options,
        max: 1,
        idle_timeout: null,
        max_lifetime: null,
        fetch_types: false,
        onnotify: dispatch,
        onclose: () => {
          isClosedByServer = true;
          listeningChannels = new Set();
          wake();
        },
      } as unknown as postgres.Options<Record<string, never>>);
      connection = sql;
      try {
        listeningChannels = new Set();
        for (; !isClosedByServer && !isClosed; await pause(CHECK_INTERVAL_MS)) {
          // Listen to all channels each time: listening to a channel that was added later may have failed.
          const currentChannels = [...channels.keys()];
          await Promise.all(currentChannels.map((channel) => listen(sql, channel)));
          isLossLogged = false;
          for (const channel of currentChannels.filter((one) => !listeningChannels.has(one))) {
            listeningChannels.add(channel);
            reportGap(channel);
          }
        }
      } catch (err) {
        if (!isLossLogged && !isClosed)
          log.warn({ err }, 'The connection for notifications from the database was lost; reconnecting.');
        isLossLogged = true;
      }
      listeningChannels = new Set();
      void sql.end({ timeout: 0 });
    }
  }

  return {
    listen(channel, listener) {
      if (isClosed) {
        listener.onClose();
        return () => {};
      }
      const isFirst = channels.size === 0;
      const listeners = channels.get(channel);
      if (listeners) listeners.add(listener);
      else {
        channels.set(channel, new Set([listener]));
        if (isFirst) void keepListening();
        else if (connection) {
          // A new connection gets a new set, so a late reply on the old connection changes nothing.
          const current = listeningChannels;
          listen(connection, channel).then(
            () => {
              current.add(channel);
              reportGap(channel);
            },
            () => {},
          );
        }
      }
      return () => channels.get(channel)?.delete(listener);
    },
    async catchUp(channel) {
      const sql = connection;
      if (isClosed || !sql || !listeningChannels.has(channel))
        throw new Error(`Not listening on ${channel}.`);
      // PostgreSQL delivers pending notifications before the response to a statement.
      await withDeadline(sql`select`, CATCH_UP_TIMEOUT_MS);
      if (connection !== sql || !listeningChannels.has(channel))
        throw new Error(`Not listening on ${channel}.`);
    },
    isListening: () => !isClosed && [...channels.keys()].every((channel) => listeningChannels.has(channel)),
    close() {
      isClosed = true;
      wake();
      for (const listeners of channels.values()) for (const listener of [...listeners]) listener.onClose();
    },
  };
}
