import { describe, expect, test } from 'bun:test';
import * as schema from '#db/schema/index.ts';
import type { WatchesByLink } from '#src/features/watches/contract.ts';
import { searchIndexOf } from '#src/features/watches/matching/rules.ts';
import { insertSearch } from '#src/features/watches/matching/store.ts';
import { sweepWatches } from '#src/features/watches/upkeep/service.ts';
import { makeEvent, makeSeries } from '#tests/support/content.ts';
import { laterBy, openWatchCalls, SEARCH, tokenIn } from '#tests/support/watch-calls.ts';
import { EMAIL } from '#tests/support/watch-world.ts';
import { linkOf } from '#tests/support/watches.ts';

const { app, at, create, driver, watchCount } = await openWatchCalls();

describe('how long a watch lasts', () => {
  test('is until the day after the event, or until the last day of a chosen or searched period', async () => {
    const { id } = await makeEvent(app.db, { event_date: '2027-01-20' });
    await driver.watchAs(EMAIL, { kind: 'event', event_id: id });
    await driver.watchAs(EMAIL, { kind: 'search', query: 'from=2027-01-01&to=2027-01-20' });
    await driver.watchAs(EMAIL, { kind: 'search', query: 'q=mora 20 januari 2027' });
    // The next January, whenever that is.
    await driver.watchAs(EMAIL, { kind: 'search', query: 'q=mora januari' });
    for (const [day, count] of [
      ['2027-01-20T22:59:59Z', 4],
      ['2027-01-20T23:00:00Z', 1],
    ] as const) {
      at(day);
      await sweepWatches(app.context);
      expect(await watchCount()).toBe(count);
    }
  });

  test('that of a postponed event until 365 days after its old date, and it can be watched so long', async () => {
    const { id } = await makeEvent(app.db, { event_date: '2027-01-20', status: 'postponed' });
    const target = { kind: 'event', event_id: id } as const;
    await driver.watchAs(EMAIL, target);
    for (const [day, count] of [
      ['2027-01-21T11:00:00Z', 1],
      ['2028-01-20T11:00:00Z', 1],
      ['2028-01-21T11:00:00Z', 0],
    ] as const) {
      at(day);
      await sweepWatches(app.context);
      expect(await watchCount()).toBe(count);
      const { body } = await create('rest', { ...target, cadence: 'daily', email: EMAIL });
      expect(body).toMatchObject(count === 1 ? { watch: null } : { code: 'watch.over' });
    }
  });

  test('an address without watches is kept for 90 days, so that earlier links work when it watches again', async () => {
    const first = await driver.watchAs(EMAIL, SEARCH);
    const list = async () =>
      (await app.api<WatchesByLink>(`GET /watches/${first.manage_token}`)).body.watches.map(
        ({ title }) => title,
      );
    await app.api(`DELETE /watches/${first.manage_token}`);
    await sweepWatches(app.context);
    at(laterBy(89));
    await sweepWatches(app.context);
    await driver.watchAs(EMAIL, SEARCH);
    expect(await list()).toEqual(['Lopp i Dalarna']);
    at(laterBy(91));
    await app.api(`DELETE /watches/${first.manage_token}`);
    for (const [days, count] of [
      [91, 1],
      [180.9, 1],
      [181.1, 0],
    ] as const) {
      at(laterBy(days));
      await sweepWatches(app.context);
      expect(await app.db.select().from(schema.watchers)).toHaveLength(count);
    }
  });

  test('a search that is watched while unused ones are swept is still found', async () => {
    const found = () => app.db.select({ query: schema.watchedSearches.query }).from(schema.watchedSearches);
    const { manage_token } = await driver.watchAs(EMAIL, SEARCH);
    await app.api(`DELETE /watches/${manage_token}`);
    await app.db.transaction(async (tx) => {
      await insertSearch(tx, searchIndexOf(SEARCH.query));
      await sweepWatches(app.context);
    });
    expect(await found()).toEqual([{ query: SEARCH.query }]);
    await sweepWatches(app.context);
    expect(await found()).toEqual([]);
  });

  test('others until 30 days after a question that comes after a year, unless it is answered', async () => {
    const { manage_token } = await driver.watchAs(EMAIL, SEARCH);
    const { id: series_id } = await makeSeries(app.db);
    await driver.watchAs('otto@exempel.se', { kind: 'series', series_id });
    at(laterBy(365.1));
    await sweepWatches(app.context);
    await sweepWatches(app.context);
    const mails = await driver.compose('watch.renewal');
    expect(mails.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
      expect.stringMatching(/^otto@exempel.se Vill du fortsätta följa\? serie-.* \(nästa års datum\)/),
      `${EMAIL} Vill du fortsätta följa? Lopp i Dalarna`,
    ]);
    const link = mails.find(({ to }) => to === EMAIL)?.button.url;
    const before = await app.api<WatchesByLink>(`GET /watches/${manage_token}`);
    expect(before.body.watches[0]?.is_expiring).toBe(true);
    await app.api(`POST /watches/${tokenIn(link)}/renew`);
    at(laterBy(396));
    await sweepWatches(app.context);
    expect((await app.db.select().from(schema.watches)).map(({ kind }) => kind)).toEqual(['search']);
  });

  test('one click ends those that a mail is about, whatever its body, and again', async () => {
    const { id } = await makeEvent(app.db, { event_name: 'Vasaloppet', event_date: '2027-03-07' });
    await driver.watchAs(EMAIL, { kind: 'event', event_id: id });
    await driver.watchAs(EMAIL, SEARCH);
    await driver.forgetChanges();
    await app.db.update(schema.events).set({ status: 'cancelled' });
    const [mail] = await driver.news();
    const token = linkOf(mail, '/avsluta/');
    for (let press = 0; press < 2; press++) {
      const response = await fetch(`${app.url}/bevakning/avsluta/${token}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
      expect(response.status).toBe(200);
    }
    expect((await app.db.select().from(schema.watches)).map(({ kind }) => kind)).toEqual(['search']);
  });
});
