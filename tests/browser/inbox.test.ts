import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import type { Locator } from 'playwright-core';
import { events, messages } from '#db/schema/index.ts';
import { axeInBothSchemes, horizontalOverflow, SIZES, sizes } from '#tests/support/browser.ts';
import { makeMember } from '#tests/support/content.ts';
import {
  bubble,
  type Member,
  makeInbox,
  makePair,
  replyBox,
  threadPath,
  visitAs,
} from '#tests/support/inbox.ts';
import type { Site } from '#tests/support/site.ts';
import { siteOfFile } from '#tests/support/site.ts';

const INBOX = '/marketplace/inbox';

const site = await siteOfFile();
const inbox = await makeInbox(site.db);

const open = (path: string, member: Member, options: Parameters<Site['visit']>[1] = {}) =>
  visitAs(site, member, path, options);

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

describe('the inbox on a phone', () => {
  test('opens a conversation without header and tabs, and goes back with the browser and with its own button', async () => {
    const { page, finish } = await open(INBOX, inbox.anna, { size: 'phone' });
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
    await finish();
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
  const newMember = await makeMember(site.db);
  const { seller, buyer, announcement, conversation } = await makePair(site.db);
  await site.db
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
    const { seller, buyer, announcement, conversation } = await makePair(site.db);
    await site.db
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
    await site.db.insert(messages).values(
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
