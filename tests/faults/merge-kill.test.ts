// Set KILLS=20 for a thorough run (default: 3 kills of each kind).
import { afterAll, expect, test } from 'bun:test';
import { startKillableProduct } from '#tests/support/killable-product.ts';

const KILLS = Number(process.env.KILLS ?? 3);
const ROWS = 4000;
/** A merge or its undo takes about a second. */
const MAX_DELAY_MS = 1300;
const PASSWORD = 'Ordning2027';

let headers: Record<string, string>;
const outcomes: Record<string, number> = {};
const [merged, kept] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];

const product = await startKillableProduct({ ADMIN_USERNAME: 'vera', ADMIN_PASSWORD: PASSWORD });
await product.withConnection(async (sql) => {
  await sql`insert into events (id, event_name, event_date, sport_type, distances, geocode_due)
    select id, 'Loppet ' || n, '2099-05-22', 'Löpning', '{10 km}', null
    from unnest(${[merged, kept]}::uuid[]) with ordinality as ids(id, n)`;
  const [account] = await sql<{ id: string }[]>`
    insert into marketplace_users (id, email, username, password_hash, full_name, is_verified)
    values (gen_random_uuid(), 'anna@lopp.example', 'anna', '', 'Anna', true) returning id`;
  await sql`insert into announcements (id, announcement_type, event_id, event_name, event_date, distance, price, user_id)
    select gen_random_uuid(), 'sale', ${merged}, 'Loppet', '2099-05-22', '10 km', 100, ${account?.id ?? ''}
    from generate_series(1, ${ROWS}::int)`;
  await sql`insert into page_views (event_id, day, views)
    select ${merged}, date '2027-01-01' + n, 1 from generate_series(1, ${ROWS}::int) n`;
});
afterAll(async () => {
  console.log(`After ${KILLS} kills of each kind:`, outcomes);
  await product.stopAndRemove();
});

async function logIn(): Promise<void> {
  const response = await fetch(`${product.url()}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'vera', password: PASSWORD }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
}

const send = (act: 'merge' | 'unmerge') =>
  fetch(`${product.url()}/api/admin/events/${merged}/${act}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(act === 'merge' ? { into: kept } : {}),
  }).catch(() => undefined);

/** Where the rows of the merged event are. */
async function whereAllRowsAre(): Promise<'merged' | 'two events'> {
  const [found] = await product.withConnection(
    (sql) => sql<Record<string, number>[]>`select
      (select count(*)::int from events where id = ${merged}) as events,
      (select count(*)::int from removed_events where id = ${merged}) as removed,
      (select count(*)::int from announcements where event_id = ${merged}) as own_ads,
      (select count(*)::int from announcements where event_id = ${kept}) as kept_ads,
      (select count(*)::int from page_views where event_id = ${merged}) as own_views,
      (select count(*)::int from page_views where event_id = ${kept}) as kept_views,
      (select count(*)::int from event_revisions where event_id = ${merged} and before is null) as own_history`,
  );
  const isMerged = found?.events === 0;
  expect(found).toEqual({
    events: isMerged ? 0 : 1,
    removed: isMerged ? 1 : 0,
    own_ads: isMerged ? 0 : ROWS,
    kept_ads: isMerged ? ROWS : 0,
    own_views: isMerged ? 0 : ROWS,
    kept_views: isMerged ? ROWS : 0,
    own_history: isMerged ? 0 : 1,
  });
  return isMerged ? 'merged' : 'two events';
}

const rounds = Array.from({ length: KILLS }, (_, round) => round).flatMap((round) =>
  (['killProduct', 'killDatabase', 'killBoth'] as const).map((kind) => [kind, round] as const),
);

test.each(rounds)(
  'a merge or its undo happens completely or not at all, with %s, round %i',
  async (kind, round) => {
    await logIn();
    const act = (await whereAllRowsAre()) === 'merged' ? 'unmerge' : 'merge';
    const sent = send(act);
    await Bun.sleep((MAX_DELAY_MS * (round + Math.random())) / KILLS);
    await product[kind]();
    const response = await sent;
    const outcome = await whereAllRowsAre();
    if (response?.status === 200) expect(outcome).toBe(act === 'merge' ? 'merged' : 'two events');
    const line = `${act}: ${outcome}`;
    outcomes[line] = (outcomes[line] ?? 0) + 1;
  },
);
