import { expect, test } from 'bun:test';
import * as schema from '#db/schema/index.ts';
import type { WatchesByLink, WatchesOfMail } from '#src/features/watches/contract.ts';
import { makeMember } from '#tests/support/content.ts';
import { EMAIL, openWatchWorld } from '#tests/support/watch-world.ts';
import { linkOf } from '#tests/support/watches.ts';

const { app, change, driver, inMinutes, oldEvent, unverifiedWatcher, watch } = await openWatchWorld();

test('an address that gets a verified account keeps its watches, and what it heard', async () => {
  const { id } = await oldEvent();
  await watch({ kind: 'event', event_id: id });
  await change(id, { event_date: '2027-03-14' });
  await driver.news();
  const member = await makeMember(app.db, { email: EMAIL });
  inMinutes(31);
  await change(id, { event_date: '2027-03-21' });
  const [mail] = await driver.news();
  expect([mail?.to, mail?.name]).toEqual([EMAIL, member.full_name]);
});

const watchedNumbers = async () =>
  (await app.db.select().from(schema.watches).orderBy(schema.watches.number)).map(
    ({ watcher_id, number, event_id }) => [watcher_id, number, event_id],
  );

test('the watches of an address that gets a verified account join those of the account, the same one once', async () => {
  const [{ id }, { id: other }] = [await oldEvent(), await oldEvent()];
  await watch({ kind: 'event', event_id: id });
  await watch({ kind: 'event', event_id: other });
  const { member, watcher_id, verify } = await unverifiedWatcher(id);
  await verify();
  expect(await watchedNumbers()).toEqual([
    [watcher_id, 1, id],
    [watcher_id, 3, other],
  ]);
  expect(await app.db.select().from(schema.watchers)).toMatchObject([
    { user_id: member.id, email: null, last_number: 3 },
  ]);
});

test('the links of mails to an address that joined an account end and show the watches of the account', async () => {
  const [first, second, third] = [await oldEvent(), await oldEvent(), await oldEvent()];
  const { manage_token } = await driver.watchAs(EMAIL, { kind: 'event', event_id: first.id });
  await watch({ kind: 'event', event_id: second.id });
  const tokens: string[] = [];
  for (const { id } of [first, second]) {
    await change(id, { event_date: '2027-03-14' });
    tokens.push(linkOf((await driver.news())[0], '/avsluta/'));
    inMinutes(31);
  }
  const { watcher_id, verify } = await unverifiedWatcher(third.id, first.id);
  await verify();
  expect(await watchedNumbers()).toEqual([
    [watcher_id, 1, third.id],
    [watcher_id, 2, first.id],
    [watcher_id, 4, second.id],
  ]);
  const list = async () =>
    (await app.api<WatchesByLink>(`GET /watches/${manage_token}`)).body.watches.map(
      ({ event_id }) => event_id,
    );
  expect((await list()).sort()).toEqual([first.id, second.id, third.id].sort());
  const ofMail = await app.api<WatchesOfMail>(`GET /watches/end/${tokens[0]}`);
  expect(ofMail.body.watches.map(({ event_id }) => event_id)).toEqual([first.id]);
  await app.api(`POST /watches/end/${tokens[0]}`);
  expect((await list()).sort()).toEqual([second.id, third.id].sort());
  await app.api(`POST /watches/end/${tokens[1]}`);
  expect(await list()).toEqual([third.id]);
});
