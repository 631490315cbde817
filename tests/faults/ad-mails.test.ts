import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { announcements, conversations, outbox } from '#db/schema/index.ts';
import { addDaysTo, dayInStockholm } from '#src/shared/dates.ts';
import { makeAccount, makeEvent } from '#tests/support/content.ts';
import { testDatabase } from '#tests/support/database.ts';
import { until } from '#tests/support/process.ts';

const KILLS = Number(process.env.KILLS ?? 12);
const ADS_PER_KILL = 60;

const testDb = await testDatabase();
afterAll(() => testDb.drop());

const startWorker = () =>
  Bun.spawn(
    [process.execPath, join(import.meta.dir, '../support/ad-worker.ts'), JSON.stringify(testDb.target)],
    {
      stdout: 'ignore',
      stderr: 'inherit',
    },
  );

test('each mail about a reservation or an ad that expires is queued once, by two instances that are killed', async () => {
  const { db } = testDb.database;
  const [owner, buyer, event] = [await makeAccount(db), await makeAccount(db), await makeEvent(db)];
  const countMails = async () => (await db.select({ id: outbox.id }).from(outbox)).length;
  const day = dayInStockholm(new Date());
  const ad = {
    announcement_type: 'sale' as const,
    event_id: event.id,
    event_name: event.event_name,
    event_date: event.event_date,
    distance: '10 km',
    price: 500,
    user_id: owner.id,
  };
  let workers = [startWorker(), startWorker()];
  for (let kill = 0; kill < KILLS; kill++) {
    const rows = await db
      .insert(announcements)
      .values(
        Array.from({ length: ADS_PER_KILL }, (_, index) =>
          index % 2 === 0
            ? { ...ad, reserved_for: buyer.id, reserved_until: new Date().toISOString() }
            : { ...ad, renewed_at: `${addDaysTo(day, -55)}T12:00:00.000Z` },
        ),
      )
      .returning({ id: announcements.id });
    await db
      .insert(conversations)
      .values(rows.map(({ id }) => ({ announcement_id: id, participant_id: buyer.id })));
    await Bun.sleep(Math.random() * 40);
    const [killed] = workers;
    killed?.kill('SIGKILL');
    await killed?.exited;
    workers = [...workers.slice(1), startWorker()];
  }
  const expected = KILLS * ADS_PER_KILL * 1.5;
  await until(async () => (await countMails()) >= expected, 30_000);
  for (const worker of workers) worker.kill('SIGKILL');
  await Promise.all(workers.map(({ exited }) => exited));
  const repeated = await db.execute(
    sql`select kind, about, count(*) from ${outbox} group by kind, about having count(*) > 1`,
  );
  expect([await countMails(), [...repeated]]).toEqual([expected, []]);
}, 60_000);
