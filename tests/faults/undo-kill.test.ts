// Set KILLS=20 for a thorough run (default: 3 kills).
import { afterAll, expect, test } from 'bun:test';
import { drizzle } from 'drizzle-orm/postgres-js';
import { makeAdmin } from '#tests/support/content.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { manyEvents, utf8 } from '#tests/support/event-files.ts';
import { sendImport } from '#tests/support/imports.ts';
import { startKillableProduct } from '#tests/support/killable-product.ts';

const KILLS = Number(process.env.KILLS ?? 3);
const ROWS = 5000;
/** Late enough that some have ended before the last kills. */
const MAX_DELAY_MS = 2500;

const outcomes: Record<string, number> = {};
const product = await startKillableProduct();
const admin = await product.withConnection((sql) => makeAdmin(drizzle(sql, { casing: 'snake_case' })));
afterAll(async () => {
  console.log(`After ${KILLS} kills each:`, outcomes);
  await product.stopAndRemove();
});

const send = (path: string, body: object) =>
  fetch(`${product.url()}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...admin.headers },
    body: JSON.stringify(body),
  }).catch(() => undefined);

const count = (query: string) =>
  product.withConnection(async (sql) => Number((await sql.unsafe(query))[0]?.count));

async function expectAllOrNone(
  kind: string,
  query: string,
  delayMs: number,
  request: () => Promise<unknown>,
) {
  const sent = request();
  await Bun.sleep(delayMs);
  await product.killProduct();
  await sent;
  const left = await count(query);
  expect([0, ROWS]).toContain(left);
  const outcome = `${kind}: ${left === 0 ? 'all' : 'none'}`;
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return left === 0;
}

const rounds = Array.from({ length: KILLS }, (_, round) => [round] as const);

test.each(rounds)(
  'a deletion of many events and the undoing of an import leave all or nothing after kill -9, round %i',
  async (round) => {
    const delayMs = () => (MAX_DELAY_MS * (round + Math.random())) / KILLS;
    const { body } = await sendImport(product.url(), admin, utf8(await manyEvents(ROWS)));
    expect(body.imported_count).toBe(ROWS);
    const ids = await product.withConnection(async (sql) =>
      (await sql`select id from events`).map(({ id }) => id),
    );
    const isDeleted = await expectAllOrNone('deletion', 'select count(*) from events', delayMs(), () =>
      send('/admin/events/bulk', { ids, delete: true }),
    );
    expect(await count('select count(*) from removed_events')).toBe(isDeleted ? ROWS : 0);
    if (isDeleted) {
      const batch = await product.withConnection(
        async (sql) => (await sql`select id from event_batches where kind = 'bulk'`)[0]?.id,
      );
      await expectAllOrNone('undone deletion', 'select count(*) from removed_events', delayMs(), () =>
        send(`/admin/events/bulk/${batch}/undo`, {}),
      );
      if ((await count('select count(*) from removed_events')) > 0)
        expect((await send(`/admin/events/bulk/${batch}/undo`, {}))?.status).toBe(200);
    }
    const isUndone = await expectAllOrNone('undone import', 'select count(*) from events', delayMs(), () =>
      send(`/admin/imports/${body.import_id}/undo`, {}),
    );
    expect(
      await count(`select count(*) from event_batches where kind = 'import' and undone_at is not null`),
    ).toBe(isUndone ? 1 : 0);
    await product.withConnection((sql) => emptyTables(sql, 'events, event_batches, removed_events'));
  },
  120_000,
);
