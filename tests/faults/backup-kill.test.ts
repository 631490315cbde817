/**
 * Death during the import of a backup (D19): kill -9 of the server, and of the database alone. What is there afterwards is
 * all of the old or all of the new, byte for byte. KILLS is how many times each; 15 shows it in full.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../src/platform/config';
import { createLog } from '../../src/platform/log';
import { openContext } from '../../src/platform/open';
import { backupsOf, contentOf, fillContent, keepPng } from '../support/backup';
import { makeAdmin } from '../support/content';
import { postgresPid, type RunningServer, startServer, temporaryDir, until } from '../support/process';

const KILLS = Number(process.env.KILLS ?? 2);
/** An import of this size takes less, also on a busy machine: the last kills come when it has ended. */
const LATEST_MS = 4000;
const dir = temporaryDir();
let server: RunningServer;
let headers: Record<string, string>;
/** Two backups of the same portal, and which of them is there. */
const states: string[] = [];
let present = 1;
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
  await fillContent(sql, 1200);
  await keepPng(opened.context, 500_000);
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

/** A database that died goes on with a later number than it gave last: none is ever given twice (D13). */
const ofState = (text: string) => contentOf(text).replace(/"announcement_numbers":\[[^\]]*\]/, '');

/** Spread over the import, from its first step to past its end. */
const delay = (round: number) => (LATEST_MS * (round + Math.random())) / KILLS;

async function expectOldOrNew(kind: string): Promise<void> {
  // A database that died a moment ago answers 503, and to try again.
  let found = '';
  await until(async () => {
    found = ofState(await backups().export());
    return true;
  }, 20_000);
  const now = states.findIndex((state) => ofState(state) === found);
  expect([0, 1]).toContain(now);
  const outcome = `${kind}: ${now === present ? 'the old' : 'the new'} state`;
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  present = now;
}

const rounds = Array.from({ length: KILLS }, (_, round) => [round] as const);
const importOther = () => backups().import(states[1 - present] ?? '');

test.each(rounds)('kill -9 of the server, round %i', async (round) => {
  const importing = importOther().catch(() => {});
  await Bun.sleep(delay(round));
  server.signal('SIGKILL');
  await server.exited;
  await importing;
  await start();
  // All content was in it, in parts.
  expect(await readdir(join(dir.path, 'work'))).toEqual([]);
  await expectOldOrNew('server');
});

test.each(rounds)('kill -9 of the database alone, round %i: the server goes on', async (round) => {
  const importing = importOther().catch(() => undefined);
  await Bun.sleep(delay(round));
  process.kill(await postgresPid(dir.path), 'SIGKILL');
  const answer = await importing;
  expect(answer === undefined || [200, 500, 503].includes(answer.status)).toBe(true);
  await expectOldOrNew('database');
});
