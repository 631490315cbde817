// Set KILLS=15 for a thorough run (default: 2 kills of each kind).
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '#src/platform/config.ts';
import { createLog } from '#src/platform/log.ts';
import { openContext } from '#src/platform/open.ts';
import { backupsOf, contentOf, fillContent, storePng } from '#tests/support/backup.ts';
import { confirmAdmins, makeAdmin } from '#tests/support/content.ts';
import { postgresPid, type RunningServer, startServer, temporaryDir, until } from '#tests/support/process.ts';

const KILLS = Number(process.env.KILLS ?? 2);
/** Longer than an import of this size takes, so that the last kills come after its end. */
const MAX_DELAY_MS = 4000;
const dir = temporaryDir();
let server: RunningServer;
let headers: Record<string, string>;
/** Two backups. `currentState` is the index of the one in the database. */
const states: string[] = [];
let currentState = 1;
const outcomes: Record<string, number> = {};

const start = async () => {
  server = await startServer(dir.path, { DEMO: '0' });
};
const backups = () => backupsOf(server, headers);

beforeAll(async () => {
  await start();
  const opened = await openContext(
    readConfig({ DATA_DIR: dir.path, LOG_LEVEL: 'silent' }),
    createLog('silent'),
  );
  const { db, sql } = opened.context.database;
  ({ headers } = await makeAdmin(db, { username: 'boss' }));
  await confirmAdmins(db);
  await fillContent(sql, 1200);
  await storePng(opened.context, 500_000);
  // Otherwise each start would fetch, check, and bring moments back that lie too far ahead.
  await sql`update sources set due_at = now() + interval '12 hours'`;
  await sql`update link_checks set due_at = now() + interval '6 days'`;
  await opened.context.clock.check();
  states.push(await backups().export());
  await sql`update messages set message_text = 'new'`;
  await sql`delete from events where id in (select id from events limit 300)`;
  await sql`update banners set title = 'new'`;
  await sql`delete from contact_info`;
  states.push(await backups().export());
  await opened.close();
});
afterAll(async () => {
  console.log(`After ${KILLS} kills each:`, outcomes);
  server.signal('SIGTERM');
  await server.exited;
  dir.remove();
});

/** Leaves out the order-number sequence: after a crash it may skip numbers, so that none is issued twice. */
const comparable = (text: string) => contentOf(text).replace(/"announcement_numbers":\[[^\]]*\]/, '');

/** From the start of the import to some time after its end. */
const delayMs = (round: number) => (MAX_DELAY_MS * (round + Math.random())) / KILLS;

async function expectOldOrNew(kind: string): Promise<void> {
  // A database that has just crashed returns 503 for a while, so retry.
  let exported = '';
  await until(async () => {
    exported = comparable(await backups().export());
    return true;
  }, 20_000);
  const stateIndex = states.findIndex((state) => comparable(state) === exported);
  expect([0, 1]).toContain(stateIndex);
  const outcome = `${kind}: ${stateIndex === currentState ? 'the old' : 'the new'} state`;
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  currentState = stateIndex;
}

const rounds = Array.from({ length: KILLS }, (_, round) => [round] as const);
const importOther = () => backups().import(states[1 - currentState] ?? '');

test.each(rounds)(
  'kill -9 of the server during an import leaves the old or the new content, round %i',
  async (round) => {
    const importing = importOther().catch(() => {});
    await Bun.sleep(delayMs(round));
    server.signal('SIGKILL');
    await server.exited;
    await importing;
    await start();
    // The work directory held the content in parts. The start must remove them.
    expect(await readdir(join(dir.path, 'work'))).toEqual([]);
    await expectOldOrNew('server');
  },
);

test.each(rounds)(
  'kill -9 of the database during an import leaves the old or the new content and the server running, round %i',
  async (round) => {
    const importing = importOther().catch(() => undefined);
    await Bun.sleep(delayMs(round));
    process.kill(await postgresPid(dir.path), 'SIGKILL');
    const response = await importing;
    expect(response === undefined || [200, 500, 503].includes(response.status)).toBe(true);
    await expectOldOrNew('database');
  },
);
