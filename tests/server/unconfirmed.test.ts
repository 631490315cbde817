// D5: who is answered 503 may try again, for nothing of their call is stored; a commit that was cut off is not answered.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Socket } from 'bun';
import { contactMessages } from '../../db/schema';
import { type ConnectionTarget, connect } from '../../src/platform/database';
import { call } from '../support/call';
import { testDatabase } from '../support/database';
import { DOORS, newCaller, type TestApp, testApp } from '../support/doors';
import { temporaryDir } from '../support/process';

type Cut = { at: 'insert into "contact_messages"' | 'commit'; isPassedOn: boolean };

/** Stands before a database, and cuts a connection off when that statement comes, before or after it is carried out. */
function cuttingProxy(target: ConnectionTarget, socketDir: string) {
  if (!('socketDir' in target)) throw new Error('There is no socket.');
  let cut: Cut | undefined;
  type Side = { other?: Promise<Socket<Side>>; isDoomed?: boolean };
  const server = Bun.listen<Side>({
    unix: join(socketDir, '.s.PGSQL.5432'),
    socket: {
      open(client) {
        client.data = {
          other: Bun.connect<Side>({
            unix: join(target.socketDir, '.s.PGSQL.5432'),
            socket: {
              data: (_database, bytes) => void (client.data.isDoomed ? client.end() : client.write(bytes)),
              close: () => void client.end(),
            },
            data: {},
          }),
        };
      },
      async data(client, bytes) {
        const words = Buffer.from(bytes);
        const database = await client.data.other;
        if (cut && words.includes(cut.at)) {
          client.data.isDoomed = true;
          if (!cut.isPassedOn) {
            client.end();
            database?.end();
            return;
          }
        }
        database?.write(words);
      },
      async close(client) {
        (await client.data.other)?.end();
      },
    },
  });
  return {
    set: (to?: Cut) => {
      cut = to;
    },
    stop: () => server.stop(true),
  };
}

const dir = temporaryDir();
let kit: Awaited<ReturnType<typeof testDatabase>>;
let proxy: ReturnType<typeof cuttingProxy>;
let app: TestApp;
beforeAll(async () => {
  kit = await testDatabase();
  proxy = cuttingProxy(kit.target, dir.path);
  app = await testApp({ on: { target: { ...kit.target, socketDir: dir.path } } });
});
afterAll(async () => {
  proxy.set();
  await app.stop();
  proxy.stop();
  await kit.drop();
  dir.remove();
});

const MESSAGE = { name: 'Anna', email: 'anna@example.se', subject: 'Fråga', message: 'Hej' };

/** What the sender of a message hears when the connection to the database is cut then. */
async function send(door: (typeof DOORS)[number], cut: Cut) {
  await kit.database.db.delete(contactMessages);
  proxy.set(cut);
  const answer = await call(app, door, 'public.contact.sendMessage', { headers: newCaller() }, MESSAGE).catch(
    ({ code }) => code,
  );
  proxy.set();
  const sql = connect(kit.target, { max: 1 });
  const rows = await sql`select from contact_messages`;
  await sql.end();
  return { answer, stored: rows.length };
}

describe.each([...DOORS])('through %s', (door) => {
  test('a commit that was made, but not heard of, is neither a success nor a failure: no answer', async () => {
    expect(await send(door, { at: 'commit', isPassedOn: true })).toEqual({ answer: 'ECONNRESET', stored: 1 });
  });
  test('nor is one that never came to the database', async () => {
    expect(await send(door, { at: 'commit', isPassedOn: false })).toEqual({
      answer: 'ECONNRESET',
      stored: 0,
    });
  });
  test('what was cut off before its commit is 503, with the time to try again', async () => {
    const { answer, stored } = await send(door, { at: 'insert into "contact_messages"', isPassedOn: false });
    expect(answer).toMatchObject({ status: 503, body: { code: 'server.unavailable' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(stored).toBe(0);
  });
});
