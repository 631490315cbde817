import { beforeEach, expect, test } from 'bun:test';
import * as schema from '#db/schema/index.ts';
import type { AdminWatches } from '#src/features/watches/admin/contract.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAdmin, makeEvent, makeMember, makeSeries } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { makeWatch, newConfirmToken, watchDriver } from '#tests/support/watches.ts';

const transport = 'trpc';

const NOW = new Date('2027-01-15T11:00:00Z');
const app = await appOfFile({ now: () => NOW });
const admin = await makeAdmin(app.db);
beforeEach(async () => {
  const { watchers, watchRequests, outbox, accounts, events, auditLog } = schema;
  for (const table of [watchers, watchRequests, outbox, accounts, events, auditLog])
    await app.db.delete(table);
  await watchDriver(app).forgetChanges();
});

const read = (input: Record<string, unknown> = {}) =>
  call<AdminWatches>(app, transport, 'admin.watches.get', admin, input);
const actions = () => app.db.select().from(schema.auditLog);

test('the overview counts watches by kind and race, what waits, and refused addresses, and names nobody', async () => {
  const { id: series_id, name, slug } = await makeSeries(app.db);
  const edition = await makeEvent(app.db, { event_name: 'Vasaloppet', series_id, edition: '2098' });
  const event = await makeEvent(app.db, { event_name: 'Lidingöloppet' });
  const vera = { email: 'vera@exempel.se' };
  await makeWatch(app, { owner: vera, event_id: edition.id });
  await makeWatch(app, { owner: vera, series_id });
  await makeWatch(app, { series_id, kind: 'market_sale' });
  await makeWatch(app, { event_id: event.id });
  await makeWatch(app, { query: 'landskap=Dalarna' });
  await app.db.insert(schema.outbox).values([
    { kind: 'watch.news', about: {} },
    { kind: 'watch.renewal', about: {}, failed_at: NOW.toISOString() },
    { kind: 'account.reset', about: {} },
  ]);
  await app.db.insert(schema.watchers).values({ email: 'borta@exempel.se', refused_at: NOW.toISOString() });
  const { body } = await read();
  expect(body.watcher).toBeNull();
  expect(body.overview).toMatchObject({
    addresses: 4,
    kinds: [
      { kind: 'search', watches: 1 },
      { kind: 'event', watches: 2 },
      { kind: 'series', watches: 1 },
      { kind: 'market_sale', watches: 1 },
      { kind: 'market_wanted', watches: 0 },
    ],
    most_watched: [
      { name, url: `/lopp/${slug}`, addresses: 2 },
      { name: 'Lidingöloppet', url: null, addresses: 1 },
    ],
    queue: { changes: 3, oldest_change: expect.any(String), news: 0, mails: 1, failed_mails: 1 },
    refused: 1,
    refusals: [{ email: 'b***@exempel.se', refused_at: NOW.toISOString() }],
  });
  expect(JSON.stringify(body)).not.toContain('vera@');
  expect(await actions()).toEqual([]);
});

test('looking up an address of a visitor shows its watches and requests, and is logged with the masked address', async () => {
  const email = 'vera@exempel.se';
  const { id } = await makeWatch(app, { owner: { email }, query: 'landskap=Dalarna' });
  await newConfirmToken(app, email);
  const { body } = await read({ email: 'Vera@EXEMPEL.se' });
  expect(body).toMatchObject({
    overview: null,
    watcher: {
      email,
      is_member: false,
      refused_at: null,
      watches: [{ id, title: 'Lopp i Dalarna' }],
      requests: [{ cadence: 'daily', confirmed_at: null, mail_count: 0 }],
    },
  });
  expect(await actions()).toMatchObject([{ action: 'watch.lookup', record_name: 'v***@exempel.se' }]);
});

test('looking up an address of a member is logged with the member', async () => {
  const member = await makeMember(app.db, { full_name: 'Anna Ek' });
  await makeWatch(app, { owner: { user_id: member.id } });
  const { body } = await read({ email: member.email });
  expect(body.watcher).toMatchObject({ is_member: true, watches: [{ kind: 'event' }] });
  expect(await actions()).toMatchObject([
    { action: 'watch.lookup', record_id: member.id, record_name: 'Anna Ek' },
  ]);
});

test('an unknown address has no watches, and a text that is no address returns 400', async () => {
  expect((await read({ email: 'ingen@exempel.se' })).body.watcher).toMatchObject({
    watches: [],
    requests: [],
  });
  expect(outcomeOf(await read({ email: 'vera' }))).toMatchObject([400, 'request.email', expect.any(String)]);
  const [entry] = await actions();
  expect([entry?.action, entry?.record_name]).toEqual(['watch.lookup', 'i***@exempel.se']);
});
