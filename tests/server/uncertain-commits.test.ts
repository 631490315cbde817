// A caller who gets 503 may retry, so a commit that was cut off must be reported as uncertain instead.
import { afterAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Socket } from 'bun';
import { contactMessages } from '#db/schema/index.ts';
import { type ConnectionTarget, connect } from '#src/platform/database.ts';
import { call } from '#tests/support/call.ts';
import { testDatabase } from '#tests/support/database.ts';
import { temporaryDir } from '#tests/support/process.ts';
import { newCaller, TRANSPORTS, testApp } from '#tests/support/transports.ts';

type Cut = { statement: 'insert into "contact_messages"' | 'commit'; isExecuted: boolean };

/** Cuts the connection when the given statement arrives, before or after it is executed. */
function cuttingProxy(target: ConnectionTarget, socketDir: string) {
  if (!('socketDir' in target)) throw new Error('The target has no socket.');
  let cut: Cut | undefined;
  type Connection = { database?: Promise<Socket<Connection>>; endsAtResponse?: boolean };
  const server = Bun.listen<Connection>({
    unix: join(socketDir, '.s.PGSQL.5432'),
    socket: {
      open(client) {
        client.data = {
          database: Bun.connect<Connection>({
            unix: join(target.socketDir, '.s.PGSQL.5432'),
            socket: {
              data: (_database, bytes) =>
                void (client.data.endsAtResponse ? client.end() : client.write(bytes)),
              close: () => void client.end(),
            },
            data: {},
          }),
        };
      },
      async data(client, bytes) {
        const message = Buffer.from(bytes);
        const database = await client.data.database;
        if (cut && message.includes(cut.statement)) {
          client.data.endsAtResponse = true;
          if (!cut.isExecuted) {
            client.end();
            database?.end();
            return;
          }
        }
        database?.write(message);
      },
      async close(client) {
        (await client.data.database)?.end();
      },
    },
  });
  return {
    setCut: (newCut?: Cut) => {
      cut = newCut;
    },
    stop: () => server.stop(true),
  };
}

const dir = temporaryDir();
const testDb = await testDatabase();
const proxy = cuttingProxy(testDb.target, dir.path);
const app = await testApp({ on: { target: { ...testDb.target, socketDir: dir.path } } });
afterAll(async () => {
  proxy.setCut();
  await app.stop();
  proxy.stop();
  await testDb.drop();
  dir.remove();
});

const MESSAGE = { name: 'Anna', email: 'anna@example.se', subject: 'Fråga', message: 'Hej' };

async function sendMessageWithCut(transport: (typeof TRANSPORTS)[number], cut: Cut) {
  await testDb.database.db.delete(contactMessages);
  proxy.setCut(cut);
  const response = await call(
    app,
    transport,
    'public.contact.sendMessage',
    { headers: newCaller() },
    MESSAGE,
  );
  proxy.setCut();
  const sql = connect(testDb.target, { max: 1 });
  const rows = await sql`select from contact_messages`;
  await sql.end();
  return { response, stored: rows.length };
}

describe.each([...TRANSPORTS])('over %s', (transport) => {
  test.each([
    ['was executed without a response', true, 1],
    ['never reached the database', false, 0],
  ])('a commit that %s is reported as uncertain', async (_, isExecuted, expectedCount) => {
    const { response, stored } = await sendMessageWithCut(transport, { statement: 'commit', isExecuted });
    expect(response).toMatchObject({ status: 503, body: { code: 'server.uncertain' } });
    expect(stored).toBe(expectedCount);
  });
  test('a statement that is cut off before the commit returns 503 with Retry-After', async () => {
    const { response, stored } = await sendMessageWithCut(transport, {
      statement: 'insert into "contact_messages"',
      isExecuted: false,
    });
    expect(response).toMatchObject({ status: 503, body: { code: 'server.unavailable' } });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(stored).toBe(0);
  });
});
