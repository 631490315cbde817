import { bearer } from '#tests/support/accounts.ts';
import { makeAdmin, makeAnnouncement, makeEvent } from '#tests/support/content.ts';
import { testDatabase } from '#tests/support/database.ts';
import { databaseEnvironment, startServer, temporaryDir } from '#tests/support/process.ts';

const METRICS_TOKEN = 'the-token-of-the-scraper-in-this-proof';

const RACE = { event_date: '2099-05-01', distances: '10 km', sport_type: 'Löpning' } as const;

export type Pair = Awaited<ReturnType<typeof startPair>>;

/** Two processes on one database, with some races. */
export async function startPair(eventCount: number) {
  const { target, database, drop } = await testDatabase();
  const data = temporaryDir();
  const environment = {
    ...databaseEnvironment(target),
    TRUSTED_PROXIES: '127.0.0.1',
    PUBLIC_URL: 'https://lopp.example',
    METRICS_TOKEN,
  };
  const event = await makeEvent(database.db, { event_name: 'Lopp 0' });
  for (let index = 1; index < eventCount; index++)
    await makeEvent(database.db, { event_name: `Annat lopp ${index}`, event_date: '2099-05-02' });
  await makeAnnouncement(database.db, { event_id: event.id });
  const { headers } = await makeAdmin(database.db);
  const servers = [await startServer(data.path, environment), await startServer(data.path, environment)];
  const urls = servers.map(({ url }) => url) as [string, string];

  /** How many requests for an operation the two have received. */
  async function countRequests(operation: string): Promise<number> {
    const texts = await Promise.all(
      urls.map(async (url) => (await fetch(`${url}/api/metrics`, { headers: bearer(METRICS_TOKEN) })).text()),
    );
    const series = new RegExp(`^lopp_http_requests_total\\{operation="${operation}".* (\\d+)$`, 'gm');
    return texts.flatMap((text) => [...text.matchAll(series)]).reduce((sum, [, n]) => sum + Number(n), 0);
  }

  return {
    urls,
    countRequests,
    /** Renames the race on one instance. Resolves when that has acknowledged it. */
    async rename(event_name: string, url: string): Promise<void> {
      const response = await fetch(`${url}/api/admin/events/${event.id}`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ...RACE, event_name }),
      });
      if (!response.ok) throw new Error(`The race was not renamed: ${await response.text()}`);
    },
    stop: async () => {
      for (const server of servers) server.signal('SIGTERM');
      await Promise.all(servers.map(({ exited }) => exited));
      await drop();
      data.remove();
    },
  };
}
