import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { horizontalOverflow } from '#tests/support/browser.ts';
import { asMember, makeInbox, threadPath } from '#tests/support/inbox.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();
const inbox = await makeInbox(site.db);

const boxOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom, height } = element.getBoundingClientRect();
    return { top, bottom, height };
  });

test.each([
  ['/', 1280],
  ['/map', 1280],
  ['/marketplace', 1280],
  ['/contact', 1280],
  ['/lopp/vasaloppet/2027', 1280],
  ['/privacy', 1280],
  ['/privacy', 390],
  ['/rules', 390],
  ['/bevakning/bekrafta/x', 390],
  ['/arrangor', 390],
])('%s does not scroll sideways for a member, at %i px with text of double size', async (path, width) => {
  const { page, close } = await site.visit(path, { prepare: asMember(inbox.anna) });
  await page.setViewportSize({ width, height: 900 });
  await page.getByRole('button', { name: width < 1000 ? 'Jag' : 'Logga ut' }).waitFor();
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  await close();
});

describe('a window as low as after a zoom of 400 %', () => {
  test('has the tab bar at the end of the page instead of fixed on top of it', async () => {
    const { page, close } = await site.visit('/contact', { size: 'phone' });
    await page.locator('form [name=name]').waitFor();
    await page.setViewportSize({ width: 341, height: 203 });
    expect((await boxOf(page, '.tabs')).top).toBeGreaterThan(203);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const { top, bottom } = await boxOf(page, '.tabs');
    expect(top).toBeGreaterThanOrEqual((await boxOf(page, '.footer')).bottom - 1);
    expect(bottom).toBeLessThanOrEqual(204);
    await page.setViewportSize({ width: 341, height: 210 });
    expect((await boxOf(page, '.tabs')).bottom).toBe(210);
    await close();
  });

  test('scrolls the reply box of a conversation with its messages, from the newest on', async () => {
    const { anna, per, ad } = inbox;
    const { page, close } = await site.visit(threadPath(ad, per), { size: 'phone', prepare: asMember(anna) });
    await page.locator('.message', { hasText: 'Ring gärna' }).waitFor();
    for (const height of [390, 256]) {
      await page.setViewportSize({ width: 320, height });
      // The thread scrolls to its end after the new height is laid out.
      await page.waitForFunction(
        (bottom) => (document.querySelector('.reply')?.getBoundingClientRect().bottom ?? Infinity) <= bottom,
        height + 1,
      );
      await page.locator('.thread').evaluate((thread) => thread.scrollBy(0, -10_000));
      const head = await boxOf(page, '.thread-head');
      expect(head.top).toBe(0);
      if (height === 390) expect(head.height).toBeLessThan(height / 3);
      expect((await boxOf(page, '.reply')).top).toBeGreaterThan(height);
      await page.locator('.thread').evaluate((thread) => thread.scrollBy(0, 10_000));
    }
    expect((await boxOf(page, '.thread-head')).bottom).toBeLessThan(0);
    await close();
  });

  test('scrolls the head of a dialog with its body', async () => {
    const { anna, per } = inbox;
    // The ad of a conversation leads to the thread instead of the dialog.
    await site.sql`delete from conversations`;
    const { page, close } = await site.visit('/marketplace', { size: 'phone', prepare: asMember(anna) });
    await page.setViewportSize({ width: 320, height: 256 });
    await page
      .locator('article', { hasText: per.full_name })
      .first()
      .getByRole('button', { name: /^Kontakta/ })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.getByRole('button', { name: 'Rapportera användare' }).last().scrollIntoViewIfNeeded();
    expect((await boxOf(page, 'dialog[open] .dialog-head')).bottom).toBeLessThan(60);
    await close();
  });
});
