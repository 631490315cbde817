import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { events, messages } from '#db/schema/index.ts';
import { axeInBothSchemes, horizontalOverflow, type Size } from '#tests/support/browser.ts';
import { makeAnnouncement, makeSeries } from '#tests/support/content.ts';
import { bubble, type Member, makePair, replyBox, threadPath, visitAs } from '#tests/support/inbox.ts';
import { byKeyboard } from '#tests/support/page-driver.ts';
import type { Site } from '#tests/support/site.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();

const open = (path: string, member: Member, options: Parameters<Site['visit']>[1] = {}) =>
  visitAs(site, member, path, options);

type Pair = Awaited<ReturnType<typeof makePair>>;

const openBoth = ({ seller, buyer, announcement }: Pair, sizes: { seller: Size; buyer: Size }) =>
  Promise.all([
    open(threadPath(announcement, buyer), seller, { size: sizes.seller }),
    open(threadPath(announcement, seller), buyer, { size: sizes.buyer }),
  ]);

const callLink = (page: Page, member: Member) =>
  page.getByRole('link', { name: `Ring ${member.full_name}: ${member.phone_number}` });

const waitForLiveStream = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('conversations.live') && response.ok());

describe('live messages', () => {
  test('arrive in both directions without a reload', async () => {
    const pair = await makePair(site.db);
    const { seller } = pair;
    const [sellerVisit, buyerVisit] = await openBoth(pair, { seller: 'phone', buyer: 'desktop' });
    await Promise.all([
      bubble(sellerVisit.page, 'Finns').waitFor(),
      bubble(buyerVisit.page, 'Finns').waitFor(),
    ]);
    await replyBox(buyerVisit.page).fill('Jag tar den!');
    await buyerVisit.page.getByRole('button', { name: 'Skicka' }).click();
    await bubble(sellerVisit.page, 'Jag tar den!').waitFor({ timeout: 5000 });
    await buyerVisit.page.getByText('Svar skickat!').waitFor();
    const hint = buyerVisit.page.getByText('Telefonnumret visas när du har fått svar.');
    await hint.waitFor();
    expect(await callLink(buyerVisit.page, seller).count()).toBe(0);
    await replyBox(sellerVisit.page).fill('Toppen, då säger vi det.');
    await sellerVisit.page.getByRole('button', { name: 'Skicka' }).click();
    await bubble(buyerVisit.page, 'Toppen').waitFor({ timeout: 5000 });
    await callLink(buyerVisit.page, seller).waitFor();
    expect(await hint.count()).toBe(0);
    expect(await bubble(buyerVisit.page, 'Jag tar den!').getAttribute('class')).toContain('message-own');
    expect(await bubble(buyerVisit.page, 'Toppen').getAttribute('class')).not.toContain('message-own');
    // Messages are marked as read when they arrive in an open conversation.
    expect(await unreadOf(seller)).toBe(0);
    for (const { finish } of [sellerVisit, buyerVisit]) await finish();
  });

  test('deal steps arrive in both directions by keyboard', async () => {
    const pair = await makePair(site.db);
    const { seller, buyer } = pair;
    const [sellerVisit, buyerVisit] = await openBoth(pair, { seller: 'phone', buyer: 'desktop' });
    const toggleOf = (page: Page) => page.getByRole('button', { name: /^(Nästa steg|Så går affären till)/ });
    const stepOf = (page: Page, name: string) => page.getByRole('checkbox', { name });
    const unfold = async (page: Page) => byKeyboard(page).press(toggleOf(page));
    /** Space ticks a box; Enter would not. */
    const tick = async (page: Page, name: string) => {
      await stepOf(page, name).focus();
      await page.keyboard.press('Space');
    };
    await Promise.all([unfold(sellerVisit.page), unfold(buyerVisit.page)]);
    await tick(buyerVisit.page, 'Överens om priset');
    await byKeyboard(buyerVisit.page).write('price', '900');
    await buyerVisit.page.keyboard.press('Enter');
    await sellerVisit.page.getByText(/^överens om 900/).waitFor({ timeout: 5000 });
    const seenBySeller = sellerVisit.page.getByRole('listitem').filter({ hasText: 'Överens om priset' });
    await seenBySeller.getByText(`${buyer.full_name}, `).waitFor({ timeout: 5000 });
    expect(await stepOf(sellerVisit.page, 'Överens om priset').isDisabled()).toBe(true);
    await tick(sellerVisit.page, 'Namnbyte begärt');
    await buyerVisit.page.getByText(`${seller.full_name}, `).waitFor({ timeout: 5000 });
    await tick(buyerVisit.page, 'Betalt');
    await byKeyboard(buyerVisit.page).press(buyerVisit.page.getByRole('button', { name: 'Bocka av ändå' }));
    await sellerVisit.page.getByText('Betala först när arrangören har bekräftat namnbytet.').waitFor();
    await toggleOf(sellerVisit.page).getByText('3 av 5').waitFor();
    expect(await axeInBothSchemes(sellerVisit.page)).toEqual([]);
    for (const { page, finish } of [sellerVisit, buyerVisit]) {
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      // The reply box stays in view.
      expect(await replyBox(page).isVisible()).toBe(true);
      await finish();
    }
  });

  test('a reservation is seen at once, and the fifth final price tells others what places go for, by keyboard', async () => {
    const pair = await makePair(site.db);
    const { seller, announcement } = pair;
    const { id: series_id } = await makeSeries(site.db);
    await site.db
      .update(events)
      .set({ series_id })
      .where(eq(events.id, announcement.event_id ?? ''));
    const openAd = await makeAnnouncement(site.db, { event_id: announcement.event_id });
    for (const final_price of [300, 400, 600, 700])
      await makeAnnouncement(site.db, {
        event_id: announcement.event_id,
        is_completed: true,
        completed_at: '2027-01-02T12:00:00.000Z',
        final_price,
      });
    const [sellerVisit, buyerVisit] = await openBoth(pair, { seller: 'desktop', buyer: 'phone' });
    const { press, write } = byKeyboard(sellerVisit.page);
    const choose = async (name: string) => {
      await press(sellerVisit.page.getByRole('button', { name: 'Fler val' }));
      // Disabled until the choice before it is stored.
      await sellerVisit.page.getByRole('menuitem', { name, disabled: false }).focus();
      await sellerVisit.page.keyboard.press('Enter');
    };
    await press(sellerVisit.page.getByRole('button', { name: 'Reservera' }));
    await press(sellerVisit.page.getByRole('dialog').getByRole('button', { name: 'Reservera' }));
    await buyerVisit.page.getByText(/^Reserverad för dig till 17 jan/).waitFor({ timeout: 5000 });
    await choose('Förläng reservationen');
    await buyerVisit.page.getByText(/^Reserverad för dig till 19 jan/).waitFor({ timeout: 5000 });

    await press(sellerVisit.page.getByRole('button', { name: /^(Nästa steg|Så går affären till)/ }));
    await press(sellerVisit.page.getByRole('button', { name: 'Markera som klar' }));
    await press(sellerVisit.page.getByRole('button', { name: 'Markera som klar ändå' }));
    await write('final_price', '500');
    await press(sellerVisit.page.getByRole('dialog').getByRole('button', { name: 'Markera som klar' }));
    await buyerVisit.page.getByText('Slutförd').first().waitFor({ timeout: 5000 });
    await buyerVisit.page.getByRole('button', { name: /^Så går affären till 1 av 5/ }).click();
    await buyerVisit.page
      .getByRole('listitem')
      .filter({ hasText: 'Slutförd' })
      .getByText(`${seller.full_name}, `)
      .waitFor();
    await buyerVisit.page.goto(`${site.url}/marketplace/annons/${openAd.order_number}`);
    await buyerVisit.page.getByText(/^Brukar gå för 500/).waitFor();
    expect(await axeInBothSchemes(buyerVisit.page)).toEqual([]);
    for (const { page, finish } of [sellerVisit, buyerVisit]) {
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      await finish();
    }
  });

  test('send the token in a header and never in a URL', async () => {
    const { seller, buyer, announcement } = await makePair(site.db);
    const requests: { url: string; bearer: string | undefined }[] = [];
    const { page, close } = await open(threadPath(announcement, buyer), seller, {
      prepare: async (page) => {
        page.on('request', (request) =>
          requests.push({ url: request.url(), bearer: request.headers().authorization }),
        );
        waitForLiveStream(page).catch(() => {});
      },
    });
    await bubble(page, 'Finns').waitFor();
    await page.waitForTimeout(300);
    expect(requests.filter(({ url }) => url.includes(seller.token))).toEqual([]);
    expect(requests.find(({ url }) => url.includes('conversations.live'))?.bearer).toBe(
      `Bearer ${seller.token}`,
    );
    await close();
  });

  test('are polled every 10 s without a stream', async () => {
    const { seller, buyer, announcement } = await makePair(site.db);
    const { page, close } = await open(threadPath(announcement, buyer), seller, {
      fakeTimers: true,
      prepare: (page) => page.route('**/trpc/marketplace.conversations.live*', (route) => route.abort()),
    });
    await bubble(page, 'Finns').waitFor();
    await page.waitForTimeout(500);
    await send(buyer, announcement, seller, 'Kommer det fram?');
    await page.waitForTimeout(300);
    expect(await bubble(page, 'Kommer').count()).toBe(0);
    await page.clock.runFor(11_000);
    await bubble(page, 'Kommer det fram?').waitFor({ timeout: 5000 });
    await close();
  });

  test('are caught up after a lost stream reconnects', async () => {
    const { seller, buyer, announcement } = await makePair(site.db);
    let isUnavailable = true;
    const { page, close } = await open(threadPath(announcement, buyer), seller, {
      fakeTimers: true,
      prepare: (page) =>
        page.route('**/trpc/marketplace.conversations.live*', (route) =>
          isUnavailable ? route.abort() : route.continue(),
        ),
    });
    await bubble(page, 'Finns').waitFor();
    await send(buyer, announcement, seller, 'Medan du var borta');
    isUnavailable = false;
    const live = waitForLiveStream(page);
    await page.clock.runFor(3000);
    await live;
    await bubble(page, 'Medan du var borta').waitFor({ timeout: 5000 });
    await send(buyer, announcement, seller, 'Och nu direkt');
    await bubble(page, 'Och nu direkt').waitFor({ timeout: 5000 });
    await close();
  });
});

test('the unread badge follows the messages on every page, with one stream', async () => {
  const { seller, buyer, announcement } = await makePair(site.db);
  let streamCount = 0;
  let live: Promise<unknown> | undefined;
  const { page, finish } = await open('/', seller, {
    prepare: async (page) => {
      live = waitForLiveStream(page);
      page.on('request', (request) => {
        if (request.url().endsWith('conversations.live')) streamCount++;
      });
    },
  });
  const badge = (count: number) =>
    page.getByRole('link', {
      name: count ? new RegExp(`^Meddelanden, ${count} `) : 'Meddelanden',
      exact: !count,
    });
  await badge(0).waitFor();
  await live;
  await send(buyer, announcement, seller, 'Ett');
  await badge(1).waitFor({ timeout: 5000 });
  await page.locator('header').getByRole('link', { name: 'Kontakt' }).click();
  await page.locator('form [name=name]').waitFor();
  await send(buyer, announcement, seller, 'Två');
  await badge(2).waitFor({ timeout: 5000 });
  // Read in another window.
  await site.api(`GET /marketplace/conversations/${announcement.id}/${buyer.id}`, {
    headers: seller.headers,
  });
  await badge(0).waitFor({ timeout: 5000 });
  expect(streamCount).toBe(1);
  await finish();
});

describe('a reader of a conversation', () => {
  test('stays in place after scrolling up and gets a button to new messages', async () => {
    const { seller, buyer, announcement, conversation } = await makePair(site.db);
    await site.db.insert(messages).values(
      Array.from({ length: 40 }, (_, index) => ({
        conversation_id: conversation.id,
        sender_id: index % 2 ? seller.id : buyer.id,
        message_text: `Meddelande ${index} ${'ord '.repeat(12)}`,
        created_at: new Date(Date.UTC(2027, 0, 14, 17, index)).toISOString(),
      })),
    );
    const { page, finish } = await open(threadPath(announcement, buyer), seller, { size: 'phone' });
    const log = page.getByRole('log');
    await bubble(page, 'Meddelande 39').waitFor();
    const distanceFromEnd = () =>
      log.evaluate((pane) => pane.scrollHeight - pane.scrollTop - pane.clientHeight);
    expect(await distanceFromEnd()).toBeLessThan(2);
    await log.evaluate((pane) => pane.scrollTo({ top: 200 }));
    await page.waitForTimeout(100);
    await send(buyer, announcement, seller, 'Något nytt');
    const button = page.getByRole('button', { name: 'Nya meddelanden' });
    await button.waitFor({ timeout: 5000 });
    expect(await log.evaluate((pane) => pane.scrollTop)).toBe(200);
    await button.click();
    expect(await distanceFromEnd()).toBeLessThan(2);
    expect(await button.count()).toBe(0);
    await send(buyer, announcement, seller, 'Ännu nyare');
    await bubble(page, 'Ännu nyare').waitFor({ timeout: 5000 });
    expect(await distanceFromEnd()).toBeLessThan(2);
    await finish();
  });
});

/** Over REST, as another window would. */
async function send(from: Member, ad: { id: string }, to: Member, message_text: string): Promise<void> {
  const { status } = await site.api(`POST /marketplace/conversations/${ad.id}/${to.id}/reply`, {
    body: { message_text },
    headers: from.headers,
  });
  expect(status).toBe(200);
}

async function unreadOf(member: Member): Promise<number> {
  const { body } = await site.trpc<{ unread_count: number }>('query', 'marketplace.conversations.unread', {
    headers: member.headers,
  });
  return body.unread_count;
}
