import postgres from 'postgres';
import { withDeadline } from '#src/platform/limits/deadline.ts';
import type { Host } from './hosts.ts';
import { atMostOne } from './rows.ts';

/** Finds the server that accepts writes. */
export type Primary = {
  /** Queries all hosts at once, unless the primary is known. Rejects if none accepts writes. */
  find: () => Promise<Host>;
  /** Call it when a connection to the host is lost: another server may be promoted now. */
  forget: (host: Host) => void;
};

const ASK_LIMIT_MS = 1000;

/** The `code` is one of a lost connection, so that calls return 503. */
const noPrimary = () =>
  Object.assign(new Error('No host of DATABASE_URL accepts writes.'), { code: 'CONNECT_NOPRIMARY' });

/** Rejects unless the host accepts writes. */
export type Ask = (host: Host) => Promise<void>;

export function createPrimary(hosts: readonly Host[], ask: Ask): Primary {
  let known: Host | undefined;
  let searching: Promise<Host> | undefined;
  async function search(): Promise<Host> {
    const asked = hosts.map(async (host) => {
      await withDeadline(ask(host), ASK_LIMIT_MS);
      return host;
    });
    known = await Promise.any(asked).catch(() => {
      throw noPrimary();
    });
    return known;
  }
  return {
    async find() {
      if (known) return known;
      searching ??= search().finally(() => {
        searching = undefined;
      });
      return searching;
    },
    forget: (host) => {
      if (known === host) known = undefined;
    },
  };
}

/** `options` are those of the driver, with user, password, database and TLS. */
export const askWith =
  (options: postgres.ParsedOptions): Ask =>
  async ({ host, port }) => {
    const { socket: _, ...others } = options as postgres.ParsedOptions & { socket?: unknown };
    const sql = postgres({
      ...others,
      host: [host],
      port: [port],
      max: 1,
      connect_timeout: ASK_LIMIT_MS / 1000,
      fetch_types: false,
      onclose: undefined,
      onnotify: undefined,
    } as unknown as postgres.Options<Record<string, never>>);
    try {
      const state = await atMostOne(sql<{ is_writable: boolean }[]>`
        select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as is_writable`);
      if (!state?.is_writable) throw new Error('The server is a standby.');
    } finally {
      void sql.end({ timeout: 0 });
    }
  };
