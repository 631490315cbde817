import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import type { InitialMarket } from '#client/features/announcements/market-view.ts';
import { accounts, announcements, events, marketplaceSettings } from '#db/schema/index.ts';
import { choosePayloads, PayloadPlanter } from '#proofs/scripts/payloads.ts';
import type { MarketplaceSettings } from '#src/features/marketplace-settings/contract.ts';
import { makeAccount, makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { HOSTILE_HTML } from '#tests/support/hostile-html.ts';
import {
  dataIn,
  expectHarmless,
  isWithoutContent,
  type PagesApp,
  pagesApp,
} from '#tests/support/rendered-pages.ts';

const marketIn = (page: string) => dataIn<InitialMarket>(page, 'initial-market');
const NOW = new Date('2027-01-15T10:00:00+01:00');
const RENDERED_AD_COUNT = 9;

const app = await pagesApp();
afterEach(async () => {
  app.setNow();
  for (const table of [accounts, events, marketplaceSettings]) await app.db.delete(table);
});
afterAll(() => app.stop());

const get: PagesApp['get'] = (...call) => app.get(...call);
const fetchHtml = (path = '/marketplace') => app.fetchHtml(path);
const withoutReactComments = (page: string) => page.replaceAll('<!-- -->', '');
const ownersIn = (page: string) =>
  [...page.matchAll(/<span class="ad-card-owner" title="([^"]*)"/g)].map((match) => match[1]);

async function makeAds(count: number, event_id: string) {
  for (let index = 0; index < count; index++) {
    const { id } = await makeAccount(app.db, { full_name: `Medlem ${index}` });
    await makeAnnouncement(app.db, {
      user_id: id,
      event_id,
      announcement_type: index % 2 ? 'sale' : 'wanted',
      created_at: new Date(NOW.getTime() - 60_000 * (count - index)).toISOString(),
    });
  }
}

describe('the server-rendered market page', () => {
  test('contains the info box, its first ads, the counts and the data they are rendered from', async () => {
    const event = await makeEvent(app.db, { event_name: 'Varvet' });
    await makeAds(12, event.id);
    const page = await fetchHtml();
    const firstOwners = Array.from({ length: RENDERED_AD_COUNT }, (_, index) => `Medlem ${11 - index}`);
    expect(ownersIn(page)).toEqual(firstOwners);
    for (const text of ['Visar 12 av 12 annonser', 'Alla evenemang (12)', 'Var försiktig när du betalar.'])
      expect([text, withoutReactComments(page).includes(text)]).toEqual([text, true]);
    const market = marketIn(page);
    expect(market?.view.ads?.map(({ user_name }) => user_name)).toEqual(firstOwners);
    expect(market?.view.byType).toEqual({ all: 12, sale: 6, wanted: 6 });
    expect(dataIn<MarketplaceSettings>(page, 'marketplaceSettings')?.info_box_warning).toContain('försiktig');
  });

  test('applies its filters, but is sent without content for an event without ads', async () => {
    const [eventWithAds, eventWithoutAds] = [
      await makeEvent(app.db, { event_name: 'Ett' }),
      await makeEvent(app.db),
    ];
    await makeAds(4, eventWithAds.id);
    const wantedPage = await fetchHtml('/marketplace?type=wanted&utm_source=x');
    expect([ownersIn(wantedPage), marketIn(wantedPage)?.filter]).toEqual([
      ['Medlem 2', 'Medlem 0'],
      'type=wanted',
    ]);
    const salePage = withoutReactComments(await fetchHtml(`/marketplace?event=${eventWithAds.id}&type=sale`));
    expect(salePage.includes(`<option value="${eventWithAds.id}" selected="">Ett (2)</option>`)).toBe(true);
    expect(salePage.includes('Visar 2 av 4 annonser')).toBe(true);
    const sortedPage = withoutReactComments(await fetchHtml('/marketplace?sport=L%C3%B6pning&sort=date'));
    expect(sortedPage.includes('<option value="Löpning" selected="">Löpning (4)</option>')).toBe(true);
    expect(sortedPage.includes('<option value="date" selected="">')).toBe(true);
    for (const query of [`event=${eventWithoutAds.id}`, 'event=x'])
      expect([query, isWithoutContent(await fetchHtml(`/marketplace?${query}`))]).toEqual([query, true]);
    for (const query of [
      'sport=Simning',
      'sport=x',
      'landskap=Dalarna',
      'landskap=x',
      'q=zzz',
      'max_price=1',
    ])
      expect([query, (await fetchHtml(`/marketplace?${query}`)).includes('Inga annonser hittades')]).toEqual([
        query,
        true,
      ]);
  });

  test('has the filters as a form for browsers without scripts, and says how many ads it shows', async () => {
    const [event, other] = [
      await makeEvent(app.db, { event_name: 'Ett' }),
      await makeEvent(app.db, { event_name: 'Två' }),
    ];
    await makeAds(10, event.id);
    await makeAds(1, other.id);
    const page = withoutReactComments(await fetchHtml('/marketplace?q=ett&max_price=5000'));
    const form = /<form.*?<\/form>/s.exec(page)?.[0] ?? '';
    expect([...form.matchAll(/ name="([^"]+)"/g)].map((match) => match[1])).toEqual(
      'q sport landskap max_price type type type sort'.split(' '),
    );
    expect(form).toContain('name="max_price" value="5000"');
    expect(form).toContain('type="submit"');
    expect(page).toContain('Visar 10 av 11 annonser');
    expect(page).toContain('<noscript>Utan JavaScript visas bara de första 9 annonserna.</noscript>');
    expect(await fetchHtml('/marketplace?q=tv%C3%A5')).not.toContain('Utan JavaScript visas bara');
  });

  test('shows a text when there are no ads', async () => {
    expect((await fetchHtml()).includes('Inga annonser ännu')).toBe(true);
  });

  test('is the same for every caller, and contains no contact data', async () => {
    const { headers, id, email, phone_number, username } = await makeMember(app.db);
    await makeAnnouncement(app.db, { user_id: id });
    const [memberPage, anonymousPage] = [
      await (await get('/marketplace', headers)).text(),
      await fetchHtml(),
    ];
    expect(memberPage === anonymousPage).toBe(true);
    expect(ownersIn(memberPage)).toEqual(['Anna Andersson']);
    for (const secret of [email, phone_number ?? '', username])
      expect([secret, memberPage.includes(secret)]).toEqual([secret, false]);
    expect(memberPage.includes('Logga ut')).toBe(false);
  });

  test('omits ads that are completed, inactive or past, and those of suspended or deleted members', async () => {
    const names = ['Klar', 'Vilande', 'Spärrad', 'Borta', 'Igår', 'Kvar'];
    const ads: Record<string, { user_id: string; id: string }> = {};
    const yesterday = await makeEvent(app.db, { event_date: '2027-01-15' });
    for (const full_name of names) {
      const { id } = await makeAccount(app.db, { full_name });
      const event = full_name === 'Igår' ? { event_id: yesterday.id } : {};
      ads[full_name] = await makeAnnouncement(app.db, { user_id: id, ...event });
    }
    expect(ownersIn(await fetchHtml()).sort()).toEqual([...names].sort());
    const ad = (name: string) => eq(announcements.id, ads[name]?.id ?? '');
    const owner = (name: string) => eq(accounts.id, ads[name]?.user_id ?? '');
    await app.db.update(announcements).set({ is_completed: true }).where(ad('Klar'));
    await app.db.update(announcements).set({ is_active: false }).where(ad('Vilande'));
    await app.db.update(accounts).set({ is_suspended: true }).where(owner('Spärrad'));
    await app.db.delete(accounts).where(owner('Borta'));
    app.setNow('2027-01-16T10:00:00+01:00');
    const page = await fetchHtml();
    expect(ownersIn(page)).toEqual(['Kvar']);
    for (const name of names.slice(0, -1)) expect([name, page.includes(`>${name}<`)]).toEqual([name, false]);
  });

  test('gets another etag when an ad or the info box changes', async () => {
    const loadEtag = async () => (await get('/marketplace')).headers.get('etag') ?? '';
    const emptyTag = await loadEtag();
    expect((await get('/marketplace', { 'if-none-match': emptyTag })).status).toBe(304);
    await makeAnnouncement(app.db);
    const tagWithAd = await loadEtag();
    await app.db
      .insert(marketplaceSettings)
      .values({ info_box_title: 'Nytt', info_box_steps: [], info_box_warning: '' });
    expect(new Set([emptyTag, tagWithAd, await loadEtag()]).size).toBe(3);
    expect((await fetchHtml()).includes('Nytt')).toBe(true);
  });

  test('renders user input as text, whatever it contains', async () => {
    const payloadList = [...choosePayloads(100), ...HOSTILE_HTML].map((text) => text.replaceAll('\0', ''));
    const planter = new PayloadPlanter(payloadList, payloadList.length);
    for (let record = 0; record < payloadList.length; record += RENDERED_AD_COUNT) {
      const field = (name: string, index: number) =>
        planter.payloadFor(name, record + index).replaceAll('\0', '');
      for (let index = 0; index < RENDERED_AD_COUNT; index++) {
        const event = await makeEvent(app.db, { event_name: field('event_name', index) });
        const { id } = await makeAccount(app.db, { full_name: field('full_name', index) });
        const adTexts = { description: field('description', index), distance: field('distance', index) };
        await makeAnnouncement(app.db, { event_id: event.id, user_id: id, ...adTexts });
      }
      await app.db.insert(marketplaceSettings).values({
        info_box_title: field('title', 0),
        info_box_steps: [field('step', 0)],
        // Not sanitized, unlike what the API stores.
        info_box_warning: payloadList.slice(record, record + RENDERED_AD_COUNT).join(' '),
      });
      const page = await fetchHtml();
      expect(marketIn(page)?.view.ads).toHaveLength(RENDERED_AD_COUNT);
      await expectHarmless(page);
      for (const table of [accounts, events, marketplaceSettings]) await app.db.delete(table);
    }
  });

  test('is sent without its ads when they cannot be read', async () => {
    await makeAnnouncement(app.db);
    await app.sql.begin(async (sql) => {
      await sql`lock table announcements in access exclusive mode`;
      const response = await get('/marketplace');
      expect([response.status, isWithoutContent(await response.text())]).toEqual([200, true]);
    });
    expect(ownersIn(await fetchHtml())).toHaveLength(1);
  });
});
