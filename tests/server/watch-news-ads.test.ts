import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as schema from '#db/schema/index.ts';
import { sweepWatches } from '#src/features/watches/upkeep/service.ts';
import { formatPrice } from '#src/shared/text.ts';
import { makeAnnouncement, makeMember, makeSeries } from '#tests/support/content.ts';
import { EMAIL, openWatchWorld } from '#tests/support/watch-world.ts';
import { linkOf, type NewWatch } from '#tests/support/watches.ts';

const { app, at, change, driver, inMinutes, now, oldEvent, watch } = await openWatchWorld();

describe('ads', () => {
  const SALE = { announcement_type: 'sale', distance: '90 km', price: 1500 } as const;
  const titles = async () => (await driver.news()).map(({ to, subject }) => `${to} ${subject}`);
  const NEWS = `${EMAIL} Ny annons: Vasaloppet 90 km, ${formatPrice(1500)}`;

  async function race() {
    const { id: series_id } = await makeSeries(app.db);
    const event = await oldEvent({ series_id, distances: ['90 km', '45 km'] });
    const seller = await makeMember(app.db, { email: 'saljare@exempel.se' });
    return { event_id: event.id, series_id, seller };
  }

  async function makeAd(row: Parameters<typeof makeAnnouncement>[1]) {
    return makeAnnouncement(app.db, {
      ...SALE,
      created_at: now().toISOString(),
      renewed_at: now().toISOString(),
      ...row,
    });
  }

  test.each<[string, Partial<NewWatch>, boolean]>([
    ['the race', {}, true],
    ['its distance, spelled differently', { distance: '90km' }, true],
    ['another distance', { distance: '45 km' }, false],
    ['a price up to this one', { max_price: 1500 }, true],
    ['a lower price', { max_price: 1499 }, false],
    ['a higher price', { min_price: 1501 }, false],
    ['wanted places', { kind: 'market_wanted' }, false],
  ])('a new one is news for those who watch %s: %p', async (_, watched, isNews) => {
    const { event_id, seller } = await race();
    await watch({ kind: 'market_sale', event_id, ...watched });
    await makeAd({ event_id, user_id: seller.id });
    expect(await titles()).toEqual(isNews ? [NEWS] : []);
  });

  test('a new one is news for those who watch the series', async () => {
    const { event_id, series_id, seller } = await race();
    await watch({ kind: 'market_sale', series_id });
    await makeAd({ event_id, user_id: seller.id });
    expect(await titles()).toEqual([NEWS]);
  });

  test('one is news when its price comes within the range, once', async () => {
    const { event_id, seller } = await race();
    await watch({ kind: 'market_sale', event_id, max_price: 1500 });
    await watch({ kind: 'market_sale', event_id }, 'alla@exempel.se');
    const { id } = await makeAd({ event_id, user_id: seller.id, price: 2000 });
    expect((await titles()).length).toBe(1);
    const heard: string[] = [];
    for (const price of [1500, 1600, 1500]) {
      inMinutes(31);
      await app.db.update(schema.announcements).set({ price }).where(eq(schema.announcements.id, id));
      heard.push(...(await titles()));
    }
    expect(heard).toEqual([NEWS]);
  });

  test('one that is renewed on the morning after its last day is news', async () => {
    const { event_id, seller } = await race();
    await change(event_id, { event_date: '2027-06-06' });
    at('2027-01-15T20:00:00+01:00');
    const { id } = await makeAd({ event_id, user_id: seller.id });
    await driver.forgetChanges();
    await watch({ kind: 'market_sale', event_id });
    at('2027-03-16T09:00:00+01:00');
    await app.db
      .update(schema.announcements)
      .set({ renewed_at: now().toISOString() })
      .where(eq(schema.announcements.id, id));
    expect(await titles()).toEqual([NEWS]);
  });

  test('two are one mail', async () => {
    const { event_id, seller } = await race();
    await watch({ kind: 'market_sale', event_id });
    for (const price of [1500, 1600]) await makeAd({ event_id, user_id: seller.id, price });
    expect(await titles()).toEqual([`${EMAIL} 2 nya annonser: Vasaloppet 90 km`]);
  });

  test('one that is reserved when the mail is composed is news when it is free again', async () => {
    const { event_id, seller } = await race();
    const buyer = await makeMember(app.db);
    await watch({ kind: 'market_sale', event_id });
    const { id } = await makeAd({ event_id, user_id: seller.id });
    await driver.queue();
    const reserve = (reserved_for: string | null) =>
      app.db
        .update(schema.announcements)
        .set({ reserved_for, reserved_until: now().toISOString() })
        .where(eq(schema.announcements.id, id));
    await reserve(buyer.id);
    expect(await driver.compose('watch.news')).toEqual([]);
    await driver.queue();
    await reserve(null);
    expect(await titles()).toEqual([NEWS]);
  });

  test.each(['is_completed', 'is_paused'] as const)(
    'one with %s when the mail is composed is left out',
    async (state) => {
      const { event_id, seller } = await race();
      await watch({ kind: 'market_sale', event_id });
      await makeAd({ event_id, user_id: seller.id });
      await driver.queue();
      await app.db.update(schema.announcements).set({ [state]: true });
      expect(await driver.compose('watch.news')).toEqual([]);
    },
  );

  test("the owner's own, those of blocked members and those for suspended members are not news", async () => {
    const { event_id, seller } = await race();
    const [blocker, blocked, suspended] = [
      await makeMember(app.db, { email: 'b1@exempel.se' }),
      await makeMember(app.db, { email: 'b2@exempel.se' }),
      await makeMember(app.db, { email: 's@exempel.se', is_suspended: true }),
    ];
    for (const email of ['saljare@exempel.se', 'b1@exempel.se', 'b2@exempel.se', 's@exempel.se'])
      await watch({ kind: 'market_sale', event_id }, email);
    await app.db.insert(schema.blocks).values([
      { blocker_id: blocker.id, blocked_id: seller.id },
      { blocker_id: seller.id, blocked_id: blocked.id },
    ]);
    await makeAd({ event_id, user_id: seller.id });
    expect(suspended.id).toBeString();
    expect(await titles()).toEqual([]);
  });

  test('a block after the news was found keeps it from being mailed', async () => {
    const { event_id, seller } = await race();
    const reader = await makeMember(app.db, { email: EMAIL });
    await watch({ kind: 'market_sale', event_id });
    await makeAd({ event_id, user_id: seller.id });
    await driver.queue();
    await app.db.insert(schema.blocks).values({ blocker_id: seller.id, blocked_id: reader.id });
    expect(await driver.compose('watch.news')).toEqual([]);
  });

  describe('that match an ad of the other kind', () => {
    async function wantedAd(row: Parameters<typeof makeAnnouncement>[1] = {}) {
      const { event_id, seller } = await race();
      const buyer = await makeMember(app.db, { email: EMAIL });
      const own = await makeAd({ event_id, user_id: buyer.id, announcement_type: 'wanted', ...row });
      await driver.forgetChanges();
      return { event_id, seller, buyer, own };
    }

    test('are told to its owner, with a link that turns the alerts off', async () => {
      const { event_id, seller, own } = await wantedAd();
      await makeAd({ event_id, user_id: seller.id });
      const [mail] = await driver.news();
      expect(mail).toMatchObject({ to: EMAIL, subject: `Ny annons: Vasaloppet 90 km, ${formatPrice(1500)}` });
      const token = linkOf(mail, '/bevakning/annons/');
      const { body } = await app.api(`POST /watches/match/${token}`, { body: { scope: 'ad' } });
      expect(body).toEqual({
        order_number: own.order_number,
        event_name: 'Vasaloppet',
        ad: false,
        all: true,
      });
      inMinutes(120);
      await makeAd({ event_id, user_id: seller.id });
      expect(await titles()).toEqual([]);
    });

    test('are told to the owners of ads for sale too', async () => {
      const { event_id, seller } = await wantedAd({ announcement_type: 'sale' });
      await makeAd({ event_id, user_id: seller.id, announcement_type: 'wanted' });
      expect(await titles()).toEqual([NEWS.replace(', 1', ' söks, högst 1')]);
    });

    test.each<[string, Parameters<typeof makeAnnouncement>[1]]>([
      ['of another distance', { distance: '45 km' }],
      ['that is completed', { is_completed: true }],
      ['with the alerts off', { match_alerts: false }],
    ])('are not told to the owner of one %s', async (_, row) => {
      const { event_id, seller } = await wantedAd(row);
      await makeAd({ event_id, user_id: seller.id });
      expect(await titles()).toEqual([]);
    });

    test('are not mailed to an address that its mail server refused, for 90 days', async () => {
      const { event_id, seller, buyer } = await wantedAd();
      await app.db.insert(schema.watchers).values({ user_id: buyer.id, refused_at: now().toISOString() });
      await makeAd({ event_id, user_id: seller.id });
      expect(await titles()).toEqual([]);
      inMinutes(90 * 24 * 60 + 1);
      await sweepWatches(app.context);
      expect(await app.db.select({ refused_at: schema.watchers.refused_at }).from(schema.watchers)).toEqual([
        { refused_at: null },
      ]);
    });

    test('are mailed at most once an hour', async () => {
      const { event_id, seller } = await wantedAd();
      const heard: number[] = [];
      for (let minute = 0; minute <= 80; minute += 20) {
        await makeAd({ event_id, user_id: seller.id });
        heard.push((await titles()).length);
        inMinutes(20);
      }
      expect(heard).toEqual([1, 0, 0, 1, 0]);
    });

    test('one click in such a mail turns all alerts off', async () => {
      const { event_id, seller, buyer } = await wantedAd();
      await makeAd({ event_id, user_id: seller.id });
      const [mail] = await driver.news();
      await fetch(`${app.url}/bevakning/avsluta/${linkOf(mail, '/avsluta/')}`, { method: 'POST' });
      const [account] = await app.db.select().from(schema.accounts).where(eq(schema.accounts.id, buyer.id));
      expect(account?.match_alerts).toBe(false);
    });
  });
});
