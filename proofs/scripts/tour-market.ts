import { type Window, waitUntilIdle } from './watch.ts';

export async function memberPages(window: Window, thread: string, dialogs: number): Promise<void> {
  const { page, look } = window;
  await window.open('/marketplace', '.ad-card');
  const contacts = page.getByRole('button', { name: 'Kontakta' });
  const reports = page.locator('.ad-card-report');
  const count = await contacts.count();
  for (let at = 0; at < Math.min(count, dialogs); at++) {
    const index = Math.floor((at * count) / dialogs);
    for (const button of [contacts.nth(index), reports.nth(index)]) {
      await button.evaluate((element: HTMLElement) => element.click());
      await page.locator('dialog[open], [role=dialog]').first().waitFor();
      await look(page, `/marketplace, dialog of ad ${index}`);
      await page.keyboard.press('Escape');
      await page.locator('dialog[open], [role=dialog]').first().waitFor({ state: 'detached' });
    }
  }
  await window.open('/marketplace/create', 'form');
  const search = page.locator('[name="event_id"]').first();
  for (const typed of ['s', 'a', 'hit', '<', '(', 'x', '=', ':', '/']) {
    await search.fill(typed);
    await page.waitForTimeout(120);
    await look(page, `/marketplace/create, suggestions for ${typed}`);
  }
  await search.fill('s');
  await page.locator('[role=option]').first().click();
  await look(page, '/marketplace/create, after choosing an event');
  await window.open(thread, '.thread-head');
  await page.locator('.conversation-list li').first().waitFor();
  await look();
  await openConversations(window, dialogs);
  await window.open('/marketplace/profile', 'h1');
  await page.locator('h1').first().waitFor();
  const allWatches = page.locator('.own-watches').getByRole('button', { name: /^Visa alla/ });
  if (await allWatches.count()) await allWatches.click();
  await look();
  await clickEach(
    window,
    page.getByRole('button', { name: 'Redigera' }),
    Math.min(dialogs, 8),
    '/marketplace/profile',
  );
}

async function clickEach(
  window: Window,
  buttons: ReturnType<Window['page']['locator']>,
  count: number,
  where: string,
) {
  const all = await buttons.count();
  for (let at = 0; at < Math.min(all, count); at++) {
    const button = buttons.nth(Math.floor((at * all) / count));
    if (!(await button.count())) continue;
    await button.evaluate((element: HTMLElement) => element.click());
    await window.page.waitForTimeout(150);
    await window.look(window.page, `${where}, button ${at}`);
    await window.page.keyboard.press('Escape');
    await window.page.waitForTimeout(100);
  }
}

export async function visitInbox(window: Window, dialogs: number): Promise<void> {
  await window.open('/marketplace/inbox', '.conversation-list li');
  await openConversations(window, dialogs);
}

async function openConversations(window: Window, dialogs: number): Promise<void> {
  const { page, look } = window;
  const conversationPaths = await page
    .locator('.conversation-list a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  for (
    let at = 0;
    at < conversationPaths.length;
    at += Math.max(1, Math.floor(conversationPaths.length / dialogs))
  ) {
    await page
      .locator('.conversation-list a')
      .nth(at)
      .evaluate((link: HTMLElement) => link.click());
    await page.locator('.thread-head').first().waitFor();
    await waitUntilIdle(page);
    await look(page, `${conversationPaths[at]}`);
  }
}
