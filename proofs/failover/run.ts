import { makeCaller } from '#proofs/acknowledged-writes/caller.ts';
import { runClient } from '#proofs/acknowledged-writes/flows.ts';
import { type Balance, balance, describeViolations, newLedger } from '#proofs/acknowledged-writes/ledger.ts';
import { makePeople } from '#proofs/acknowledged-writes/people.ts';
import { readStoredData } from '#proofs/acknowledged-writes/stored-data.ts';
import { startCluster } from '#proofs/support/postgres-cluster.ts';
import { migrateDatabase } from '#src/platform/database.ts';
import { type RunningServer, startServer, temporaryDir, until } from '#tests/support/process.ts';

/** Nothing listens on this port, so every mail stays in the outbox and can be counted. */
const UNREACHABLE_SMTP_URL = 'smtp://127.0.0.1:9';
const SECRET_KEY = 'the-same-secret-key-of-both-instances';
const CLIENTS_PER_INSTANCE = 4;
const WELL_LIMIT_MS = 60_000;
/** A change reaches other instances within a second. */
const SEEN_AFTER_MS = 1000;

export type Options = {
  failovers: number;
  members: number;
  /** The control: commits do not wait for the standby, which receives nothing for a while before the failover. */
  isSynchronous?: boolean;
};

export type Report = Balance & {
  /** For each failover, until both instances accepted a write again. */
  secondsUntilWell: number[];
  secondsUntilListening: number[];
  violationDescriptions: string[];
};

export async function failOverUnderLoad({
  failovers,
  members,
  isSynchronous = true,
}: Options): Promise<Report> {
  const cluster = await startCluster({ isSynchronous });
  const folders = [temporaryDir(), temporaryDir()];
  let servers: RunningServer[] = [];
  let isOver = false;
  const sql = () => cluster.open();
  const withSql = async <Result>(work: (client: ReturnType<typeof sql>) => Promise<Result>) => {
    const client = sql();
    try {
      return await work(client);
    } finally {
      await client.end({ timeout: 5 });
    }
  };
  try {
    await migrateDatabase({ url: cluster.url });
    servers = await Promise.all(
      folders.map(({ path }) =>
        startServer(path, {
          DATABASE_URL: cluster.url,
          SMTP_URL: UNREACHABLE_SMTP_URL,
          SECRET_KEY,
          TRUSTED_PROXIES: '127.0.0.1',
        }),
      ),
    );
    const people = await withSql((client) => makePeople(client, members));
    const ledger = newLedger();
    let markerCount = 0;
    const runs = servers.flatMap(({ url }) => {
      const load = {
        call: makeCaller(() => url, ledger),
        people,
        marker: () => `x${++markerCount}x`,
        chance: (share: number) => Math.random() < share,
      };
      return Array.from({ length: CLIENTS_PER_INSTANCE }, () => runClient(load, () => isOver));
    });
    const urls = servers.map(({ url }) => url);
    const secondsUntilWell: number[] = [];
    const secondsUntilListening: number[] = [];
    for (let turn = 0; turn < failovers; turn++) {
      await Bun.sleep(500 + Math.random() * 1000);
      if (!isSynchronous) {
        await cluster.stopReplication();
        await Bun.sleep(1000);
      }
      const startedAt = performance.now();
      const failingOver = cluster.failOver();
      await Promise.all(
        urls.map((url) => until(() => acceptsWrite(url, people.admin.headers), WELL_LIMIT_MS)),
      );
      secondsUntilWell.push((performance.now() - startedAt) / 1000);
      // A change on one instance reaches the other once it listens again.
      await until(() => isSeenOnTheOther(urls, people.admin.headers), WELL_LIMIT_MS);
      secondsUntilListening.push((performance.now() - startedAt) / 1000);
      await failingOver;
      if (turn < failovers - 1) await cluster.attach();
    }
    await Bun.sleep(1000);
    isOver = true;
    await Promise.all(runs);
    const stored = await withSql(readStoredData);
    const sum = balance(ledger, stored);
    return {
      ...sum,
      secondsUntilWell,
      secondsUntilListening,
      violationDescriptions: describeViolations(sum, stored),
    };
  } finally {
    isOver = true;
    for (const server of servers) server.signal('SIGKILL');
    await Promise.all(servers.map(({ exited }) => exited));
    await cluster.stop();
    for (const folder of folders) folder.remove();
  }
}

const changePhone = (url: string, headers: Record<string, string>, phone: string) =>
  fetch(`${url}/api/admin/contact/info`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ phone }),
    keepalive: false,
    signal: AbortSignal.timeout(6000),
  });

const acceptsWrite = async (url: string, headers: Record<string, string>) =>
  (await changePhone(url, headers, '08-0')).ok;

/** Notifications tell the other instance to read the changed row again. */
async function isSeenOnTheOther([one = '', other]: string[], headers: Record<string, string>) {
  const phone = `08-${Date.now()}`;
  if (!(await changePhone(one, headers, phone)).ok) return false;
  await Bun.sleep(SEEN_AFTER_MS);
  return (await (await fetch(`${other}/api/contact/info`)).text()).includes(phone);
}
