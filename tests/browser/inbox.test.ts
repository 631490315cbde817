import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { events, messages } from '../../db/schema';
import { axeInBothSchemes, horizontalOverflow, SIZES, sizes } from '../support/browser';
import { makeAnnouncement, makeMember, makeSeries } from '../support/content';
import { asMember, type Member, makeConversation, makeInbox, threadPath } from '../support/inbox';
import { byKeyboard } from '../support/page-driver';
import { type Site, startSite } from '../support/site';

const INBOX = '/marketplace/inbox';

let site: Site;
let inbox: Awaited<ReturnType<typeof makeInbox>>;
beforeAll(async () => {
  site = await startSite();
  inbox = await makeInbox(site.context.database.db);
});
afterAll(() => site.stop());

const db = () => site.context.database.db;

async function makePair() {
  const [seller, buyer] = [
    await makeMember(db(), { full_name: 'Siv Säljare' }),
    await makeMember(db(), { full_name: 'Bo Köpare' }),
  ];
  const { announcement, conversation } = await makeConversation(db(), {
    owner: seller,
    participant: buyer,
    written: [{ by: buyer, text: 'Finns platsen kvar?', at: '2027-01-14T16:30:00Z' }],
  });
  return { seller, buyer, announcement, conversation };
}

const open = (path: string, member: Member, options: Parameters<Site['visit']>[1] = {}) =>
  site.visit(path, {
    ...options,
    prepare: async (page) => {
      await asMember(member)(page);
      await options.prepare?.(page);
    },
  });

const replyBox = (page: Page) => page.getByRole('textbox', { name: /^Svar till/ });
const callLink = (page: Page, member: Member) =>
  page.getByRole('link', { name: `Ring ${member.full_name}: ${member.phone_number}` });
const bubble = (page: Page, text: string) => page.locator('.message', { hasText: text });

const waitForLiveStream = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('conversations.live') && response.ok());

describe('live messages', () => {
  test.each(sizes)('arrive in both directions without a reload at %s size', async (size) => {
    const { seller, buyer, announcement } = await makePair();
    const [sellerVisit, buyerVisit] = await Promise.all([
      open(threadPath(announcement, buyer), seller, { size }),
      open(threadPath(announcement, seller), buyer, { size }),
    ]);
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
    for (const { problems, close } of [sellerVisit, buyerVisit]) {
      expect(problems).toEqual([]);
      await close();
    }
  });

  test.each(sizes)('deal steps arrive in both directions by keyboard at %s size', async (size) => {
    const { seller, buyer, announcement } = await makePair();
    const [sellerVisit, buyerVisit] = await Promise.all([
      open(threadPath(announcement, buyer), seller, { size }),
      open(threadPath(announcement, seller), buyer, { size }),
    ]);
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
    for (const { page, problems, close } of [sellerVisit, buyerVisit]) {
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      // The reply box stays in view.
      expect(await replyBox(page).isVisible()).toBe(true);
      expect(problems).toEqual([]);
      await close();
    }
  });

  test.each(sizes)(
    'a reservation is seen at once, and the fifth final price tells others what places go for, by keyboard at %s size',
    async (size) => {
      const { seller, buyer, announcement } = await makePair();
      const { id: series_id } = await makeSeries(db());
      await db()
        .update(events)
        .set({ series_id })
        .where(eq(events.id, announcement.event_id ?? ''));
      const openAd = await makeAnnouncement(db(), { event_id: announcement.event_id });
      for (const final_price of [300, 400, 600, 700])
        await makeAnnouncement(db(), {
          event_id: announcement.event_id,
          is_completed: true,
          completed_at: '2027-01-02T12:00:00.000Z',
          final_price,
        });
      const [sellerVisit, buyerVisit] = await Promise.all([
        open(threadPath(announcement, buyer), seller, { size }),
        open(threadPath(announcement, seller), buyer, { size }),
      ]);
      const { press, write } = byKeyboard(sellerVisit.page);
      const choose = async (name: string) => {
        await press(sellerVisit.page.getByRole('button', { name: 'Fler val' }));
        await sellerVisit.page.getByRole('menuitem', { name }).focus();
        await sellerVisit.page.keyboard.press('Enter');
      };
      await choose('Reservera för Bo Köpare');
      await buyerVisit.page.getByText(/^Reserverad för dig till 17 jan/).waitFor({ timeout: 5000 });
      await choose('Förläng reservationen');
      await buyerVisit.page.getByText(/^Reserverad för dig till 19 jan/).waitFor({ timeout: 5000 });

      await press(sellerVisit.page.getByRole('button', { name: /^(Nästa steg|Så går affären till)/ }));
      await press(sellerVisit.page.getByRole('button', { name: 'Markera som klar' }));
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
      for (const { page, problems, close } of [sellerVisit, buyerVisit]) {
        expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
        expect(problems).toEqual([]);
        await close();
      }
    },
  );

  test('send the token in a header and never in a URL', async () => {
    const { seller, buyer, announcement } = await makePair();
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
    const { seller, buyer, announcement } = await makePair();
    const { page, close } = await open(threadPath(announcement, buyer), seller, {
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
    const { seller, buyer, announcement } = await makePair();
    let isUnavailable = true;
    const { page, close } = await open(threadPath(announcement, buyer), seller, {
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
  const { seller, buyer, announcement } = await makePair();
  let streamCount = 0;
  let live: Promise<unknown> | undefined;
  const { page, problems, close } = await open('/', seller, {
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
  expect(problems).toEqual([]);
  await close();
});

test.each(sizes)('the reply box is one line high and grows with the text at %s size', async (size) => {
  const [oneLineHeight, expectedThreeLinesHeight, maxHeight] = [50, 98, 208];
  const { page, close } = await open(threadPath(inbox.ad, inbox.per), inbox.anna, { size });
  await bubble(page, 'Ring gärna').waitFor();
  const boxHeight = () => replyBox(page).evaluate((box) => Math.round(box.getBoundingClientRect().height));
  expect(await boxHeight()).toBe(oneLineHeight);
  await replyBox(page).fill('En rad\noch två till\n');
  const threeLinesHeight = await boxHeight();
  expect(Math.abs(threeLinesHeight - expectedThreeLinesHeight)).toBeLessThanOrEqual(1);
  await replyBox(page).fill('ord '.repeat(100));
  expect(await boxHeight()).toBeGreaterThan(threeLinesHeight);
  await replyBox(page).fill('rad\n'.repeat(60));
  expect(await boxHeight()).toBeLessThanOrEqual(maxHeight);
  expect(await replyBox(page).evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
  // The messages scroll in the frame after the box has grown.
  await page.waitForFunction(
    ([newest, box]) =>
      (newest?.getBoundingClientRect().bottom ?? 0) < (box?.getBoundingClientRect().top ?? 0),
    [await bubble(page, 'Ring gärna').elementHandle(), await replyBox(page).elementHandle()] as const,
    { timeout: 2000 },
  );
  await replyBox(page).fill('');
  expect(await boxHeight()).toBe(oneLineHeight);
  await close();
});

describe('a reader of a conversation', () => {
  test('stays in place after scrolling up and gets a button to new messages', async () => {
    const { seller, buyer, announcement, conversation } = await makePair();
    await db()
      .insert(messages)
      .values(
        Array.from({ length: 40 }, (_, index) => ({
          conversation_id: conversation.id,
          sender_id: index % 2 ? seller.id : buyer.id,
          message_text: `Meddelande ${index} ${'ord '.repeat(12)}`,
          created_at: new Date(Date.UTC(2027, 0, 14, 17, index)).toISOString(),
        })),
      );
    const { page, problems, close } = await open(threadPath(announcement, buyer), seller, { size: 'phone' });
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
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the inbox on a phone', () => {
  test('opens a conversation without header and tabs, and goes back with the browser and with its own button', async () => {
    const { page, problems, close } = await open(INBOX, inbox.anna, { size: 'phone' });
    await page.getByRole('link', { name: /Per Holmström/ }).click();
    await bubble(page, 'Ring gärna').waitFor();
    expect(await page.locator('.tabs').isVisible()).toBe(false);
    expect(await page.locator('.header').isVisible()).toBe(false);
    const spaceBelowReply = () =>
      page
        .locator('.reply')
        .evaluate((reply) => Math.round(window.innerHeight - reply.getBoundingClientRect().bottom));
    expect(await spaceBelowReply()).toBe(0);
    await page.goBack();
    await page.getByRole('link', { name: /Per Holmström/ }).waitFor();
    expect(await page.locator('.tabs').isVisible()).toBe(true);
    await page.goForward();
    await page.getByRole('button', { name: 'Tillbaka till konversationerna' }).click();
    const row = page.getByRole('link', { name: /Per Holmström/ });
    await row.waitFor();
    expect(await row.evaluate((link) => link === document.activeElement)).toBe(true);
    // The button goes back in the history instead of adding an entry.
    expect(await page.evaluate(() => history.state.idx)).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  test('keeps the reply box in sight when the keyboard covers half of the screen', async () => {
    const { page, close } = await open(threadPath(inbox.ad, inbox.per), inbox.anna, { size: 'phone' });
    await replyBox(page).click();
    await page.setViewportSize({ width: 390, height: 420 });
    await page.waitForTimeout(200);
    const { bottom, newest } = await page.evaluate(() => ({
      bottom: document.querySelector('.reply')?.getBoundingClientRect().bottom ?? 0,
      newest: [...document.querySelectorAll('.message')].at(-1)?.getBoundingClientRect().bottom ?? 0,
    }));
    expect(bottom).toBeLessThanOrEqual(420);
    expect(newest).toBeLessThan(bottom);
    await close();
  });
});

test('the inbox has no axe violations and no overflow from 1280 to 320 px', async () => {
  const newMember = await makeMember(db());
  const { seller, buyer, announcement, conversation } = await makePair();
  await db()
    .insert(messages)
    .values({ conversation_id: conversation.id, sender_id: buyer.id, message_text: 'o'.repeat(600) });
  const views: [string, Member, string][] = [
    [INBOX, inbox.anna, 'text=Sara Åkesson'],
    [threadPath(inbox.ad, inbox.per), inbox.anna, '.message'],
    [INBOX, newMember, 'text=Inga konversationer ännu'],
    [threadPath(inbox.ad, inbox.per), newMember, 'text=Konversationen finns inte.'],
    [threadPath(announcement, buyer), seller, 'text=Bo Köpare'],
  ];
  for (const [path, member, selector] of views) {
    const { page, problems, close } = await open(path, member, { reducedMotion: 'reduce' });
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      // On a phone the inbox opens with its list.
      await page.goto(`${site.url}${path}`);
      await page.locator(selector).first().waitFor();
      if (width > 320) expect(await axeInBothSchemes(page)).toEqual([]);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      const overflowing = await page.evaluate(() =>
        [...document.querySelectorAll('.message, .conversation-row, .thread-head *')]
          .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
          .map((element) => element.className),
      );
      expect(overflowing).toEqual([]);
    }
    expect(problems.filter((problem) => !/404|Could not fetch/.test(problem))).toEqual([]);
    await close();
  }
});

test.each([
  ['a desktop', 1280, 700],
  ['a phone', 390, 844],
  ['a desktop at 200 % zoom', 640, 450],
])(
  'the reply box and the latest two messages are in view on %s, and the reply box beside open steps',
  async (_, width, height) => {
    const { seller, buyer, announcement, conversation } = await makePair();
    await db()
      .update(events)
      .set({
        sold_out: true,
        transfer_policy: 'allowed',
        transfer_periods: [
          { from: null, to: '2027-02-15', distances: [], fee: 220, payer: 'buyer', where: null },
        ],
        transfer_checked_on: '2027-01-10',
      })
      .where(eq(events.id, announcement.event_id ?? ''));
    await db()
      .insert(messages)
      .values(
        ['Ja, den är kvar.', 'Då tar jag den.', 'Toppen!', 'När byter vi namn?'].map((text, index) => ({
          conversation_id: conversation.id,
          sender_id: index % 2 ? buyer.id : seller.id,
          message_text: text,
          created_at: new Date(Date.UTC(2027, 0, 14, 18, index)).toISOString(),
        })),
      );
    const { page, close } = await open(threadPath(announcement, buyer), seller);
    await page.setViewportSize({ width, height });
    await page.goto(site.url + threadPath(announcement, buyer));
    await bubble(page, 'När byter vi namn?').waitFor();
    const boxOf = (target: Locator) => target.evaluate((element) => element.getBoundingClientRect().toJSON());
    const replyTop = async () => {
      const { top, bottom } = await boxOf(page.locator('.reply'));
      expect(bottom).toBeLessThanOrEqual(height);
      return top;
    };
    const top = (await boxOf(page.locator('.deal'))).bottom;
    for (const text of ['Toppen!', 'När byter vi namn?']) {
      const message = await boxOf(bubble(page, text));
      expect(message.top).toBeGreaterThanOrEqual(top);
      expect(message.bottom).toBeLessThanOrEqual(await replyTop());
    }

    await page.getByRole('button', { name: /^Nästa steg/ }).click();
    const deal = await boxOf(page.locator('.deal-body'));
    expect(deal.bottom).toBeLessThanOrEqual((await replyTop()) + 1);
    for (const name of ['Överens om priset', 'Slutförd']) {
      const step = page.getByRole('checkbox', { name });
      await step.focus();
      // The focus ring is 5 px wide.
      const ring = await boxOf(step);
      expect(ring.top - 5).toBeGreaterThanOrEqual(deal.top);
      expect(ring.bottom + 5).toBeLessThanOrEqual(deal.bottom);
    }
    await close();
  },
);

test('the inbox is 70vh high and its messages at most 40vh', async () => {
  const { page, close } = await open(threadPath(inbox.ad, inbox.per), inbox.anna);
  await bubble(page, 'Ring gärna').waitFor();
  const [card, log] = await page.evaluate(() =>
    ['.inbox', '.messages'].map((name) => document.querySelector(name)?.getBoundingClientRect().height ?? 0),
  );
  expect(card).toBeCloseTo(0.7 * SIZES.desktop.height, 0);
  expect(log).toBeLessThanOrEqual(0.4 * SIZES.desktop.height);
  await close();
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
