import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { connect, type Sql } from '#src/platform/database.ts';
import { backupsOf, fillContent } from '#tests/support/backup.ts';
import { confirmAdmins, makeAdmin } from '#tests/support/content.ts';
import {
  databaseEnvironment,
  type RunningServer,
  startServer,
  temporaryDir,
} from '#tests/support/process.ts';
import { reportFigures, sized } from '#tests/support/proof.ts';
import { keepBusy } from './restores/work.ts';
import { type OwnPostgres, ownPostgres } from './support/own-postgres.ts';

const RESTORES = sized(12, 200);
const CONTROL_RESTORES = sized(12, 40);
const RACES = 300;
const WITHOUT_PAUSE_FILE = join(import.meta.dir, 'restores/without-pause.ts');

let postgres: OwnPostgres;
beforeAll(async () => {
  postgres = await ownPostgres();
});
afterAll(() => postgres.stop());

type Outcome = { failures: string[]; slowestMs: number; background: number };

/** Imports a backup again and again, while two instances do all their background work and members write. */
async function restoreUnderWork(count: number, environment: Record<string, string>): Promise<Outcome> {
  const { target, database, drop } = await postgres.open();
  const folders = [temporaryDir(), temporaryDir()];
  const servers: RunningServer[] = [];
  const outcome: Outcome = { failures: [], slowestMs: 0, background: 0 };
  try {
    for (const { path } of folders)
      servers.push(
        await startServer(path, {
          ...databaseEnvironment(target),
          DEMO: '0',
          LINK_CHECK: '1',
          ...environment,
        }),
      );
    const { headers } = await makeAdmin(database.db);
    await confirmAdmins(database.db);
    const client = connect(target, { max: 1, connection: { statement_timeout: 0 } });
    await client.begin((sql) => fillContent(sql as unknown as Sql, RACES));
    await client.end();
    const [one, other] = servers.map((server) => backupsOf(server, headers));
    if (!one || !other) throw new Error('restoreUnderWork needs two servers.');
    const backup = await one.export();
    const work = keepBusy(
      database,
      servers.map((server) => server.url),
    );
    for (let index = 0; index < count; index++) {
      await confirmAdmins(database.db);
      const startedAt = performance.now();
      const { status, body } = await (index % 2 === 0 ? one : other).import(backup);
      outcome.slowestMs = Math.max(outcome.slowestMs, performance.now() - startedAt);
      const isRejected =
        status !== 200 || Object.values(body.collections).some((result) => result.status !== 'success');
      if (isRejected) outcome.failures.push(`${index}: ${status} ${JSON.stringify(body)}`);
    }
    outcome.background = await work.stop();
    return outcome;
  } finally {
    for (const server of servers) server.signal('SIGTERM');
    await Promise.all(servers.map(({ exited }) => exited));
    await drop();
    for (const folder of folders) folder.remove();
  }
}

test('every restore ends, under all background work of two instances', async () => {
  const outcome = await restoreUnderWork(RESTORES, {});
  if (outcome.failures.length > 0) console.log(outcome.failures.slice(0, 5).join('\n'));
  const control = await restoreUnderWork(CONTROL_RESTORES, {
    BUN_OPTIONS: `--preload=${WITHOUT_PAUSE_FILE}`,
  });
  console.log(control.failures.slice(0, 3).join('\n'));
  reportFigures({
    order: 18,
    promise: 'A backup can always be restored, however busy the calendar is',
    sample:
      `${RESTORES} restores of ${RACES} races with everything else, alternately on two instances that geocode, check links, fetch sources, mail, match watches and ` +
      `sweep, beside ${outcome.background} writes of others; the slowest took ${Math.round(outcome.slowestMs)} ms`,
    violations: outcome.failures.length,
    control: {
      without: `pausing background work and trying again (${CONTROL_RESTORES} restores)`,
      violations: control.failures.length,
    },
  });
  expect(outcome.failures).toEqual([]);
  expect(control.failures.length).toBeGreaterThan(0);
}, 3_600_000);
