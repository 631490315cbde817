import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { EVENT_TABS, TABS } from '#client/platform/navigation/portal-tabs.ts';
import { adminSessions, contactMessages, marketplaceSettings } from '#db/schema/index.ts';
import { setAdmin } from '#src/features/admins/service.ts';
import { axeInBothSchemes, toast } from '#tests/support/browser.ts';
import { HOSTILE_HTML, isHarmless } from '#tests/support/hostile-html.ts';
import { portalOf } from '#tests/support/portal.ts';
import { siteOfFile } from '#tests/support/site.ts';

const PASSWORD = 'Ordning2027';

let portal: Awaited<ReturnType<typeof portalOf>>;
const site = await siteOfFile();
portal = await portalOf(site, { username: 'vera' });
await setAdmin(site.context, 'olle', PASSWORD);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const waitForAlert = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).waitFor();
const waitForTitle = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const tab = (page: Page, name: string) =>
  page.locator('.portal-tabs').getByRole('link', { name: new RegExp(`^${name}`) });
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '');
const storageKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

async function logIn(page: Page, username = 'olle', password = PASSWORD) {
  await field(page, 'username').fill(username);
  await field(page, 'password').fill(password);
  await button(page, 'Logga in').click();
}

describe('the admin login', () => {
  test('rejects a wrong password, then returns to the requested tab', async () => {
    const { page, close } = await site.visit('/admin/dashboard?tab=contact');
    await waitForTitle(page, 'Adminportal');
    expect(pathOf(page)).toBe('/admin/login');
    expect(await page.title()).toBe('Adminportal – Loppkalendern');
    await button(page, 'Logga in').click();
    await waitForAlert(page, 'Please fill in all fields');
    expect(await field(page, 'username').evaluate((input) => input === document.activeElement)).toBe(true);
    await logIn(page, 'olle', 'fel');
    await waitForAlert(page, 'Login failed. Please check your credentials.');
    expect(await axeInBothSchemes(page)).toEqual([]);
    expect(await storageKeys(page)).toEqual([]);
    await logIn(page);
    await toast(page, 'Login successful!');
    await waitForTitle(page, 'Kontakt');
    expect(pathOf(page)).toBe('/admin/dashboard?tab=contact');
    expect(await storageKeys(page)).toEqual(['adminToken']);
    expect(await focusedId(page)).toBe('innehall');
    await close();
  });
});

describe('the admin session', () => {
  test('keeps an unsaved event when Back is cancelled and when the session expires', async () => {
    const { page, close } = await site.visit('/admin/dashboard?tab=banners');
    await logIn(page);
    await tab(page, 'Evenemang').click();
    await button(page, 'Lägg till evenemang').click();
    await field(page, 'event_name').fill('Halvskrivet lopp');
    await page.evaluate(() => history.back());
    await page.getByText('Det du har ändrat är inte sparat.').waitFor();
    await button(page, 'Fortsätt redigera').click();
    await page.waitForURL(/tab=events&event=new$/);
    expect(await field(page, 'event_name').inputValue()).toBe('Halvskrivet lopp');
    for (const [name, value] of [
      ['event_date', '2027-06-01'],
      ['distances', '5 km'],
    ] as const)
      await field(page, name).fill(value);
    await field(page, 'sport_type').selectOption('Simning');
    await site.db.delete(adminSessions);
    await button(page, 'Spara').click();
    await waitForAlert(page, 'Du är inte längre inloggad.');
    expect(await page.locator('[data-sonner-toast][data-type="error"]').count()).toBe(0);
    await logIn(page);
    await page.getByRole('dialog', { name: 'Lägg till evenemang' }).waitFor();
    expect(await field(page, 'event_name').inputValue()).toBe('Halvskrivet lopp');
    await button(page, 'Avbryt').click();
    await button(page, 'Stäng utan att spara').click();
    await button(page, 'Lägg till evenemang').click();
    expect(await field(page, 'event_name').inputValue()).toBe('');
    await button(page, 'Avbryt').click();
    await page.goBack();
    await waitForTitle(page, 'Banners');
    // The session of `portal` was deleted, too.
    portal = await portalOf(site, { username: 'maja' });
    await close();
  });

  test('ends in every window on logout, clears the storage and does not return on Back', async () => {
    const { page, close } = await site.visit('/admin/login');
    await logIn(page);
    await waitForTitle(page, 'Att göra');
    await tab(page, 'Banners').click();
    await waitForTitle(page, 'Banners');
    const token = await page.evaluate(() => localStorage.getItem('adminToken'));
    const otherPage = await page.context().newPage();
    await otherPage.goto(`${site.url}/admin/dashboard?tab=banners`);
    await waitForTitle(otherPage, 'Banners');
    await button(page, 'Logga ut').click();
    await waitForTitle(page, 'Adminportal');
    expect(pathOf(page)).toBe('/admin/login');
    expect(await page.getByRole('alert').count()).toBe(0);
    await waitForTitle(otherPage, 'Adminportal');
    await waitForAlert(otherPage, 'Du är inte längre inloggad.');
    expect(await storageKeys(page)).toEqual([]);
    const headers = { authorization: `Bearer ${token}` };
    expect((await site.api('GET /admin/verify', { headers })).status).toBe(401);
    await page.goBack();
    await waitForTitle(page, 'Adminportal');
    await close();
  });
});

test('the portal tabs work by keyboard, set title and focus, and count messages from the public pages', async () => {
  const { page, finish } = await portal.open();
  await waitForTitle(page, 'Att göra');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Hoppa till innehållet');
  await page.keyboard.press('Enter');
  expect(await focusedId(page)).toBe('innehall');
  const [first, ...otherTabs] = TABS;
  const inOrder = otherTabs.flatMap((one): { key: string; label: string }[] =>
    one.key === 'events' ? [one, ...EVENT_TABS] : [one],
  );
  for (const { key, label } of [...inOrder, first]) {
    await tab(page, label).focus();
    await page.keyboard.press('Enter');
    await waitForTitle(page, label);
    expect(await page.title()).toBe(`${label} – Adminportal – Loppkalendern`);
    expect(new URL(page.url()).searchParams.get('tab')).toBe(key);
    expect(await focusedId(page)).toBe('innehall');
    const current = await page.locator('.portal-tab[aria-current]').allTextContents();
    expect(current.some((text) => text.startsWith(label))).toBe(true);
  }
  await page.goBack();
  await waitForTitle(page, 'Kontakt');
  const counter = (label: string) => tab(page, label).locator('.counter');
  expect(await counter('Kontakt').textContent()).toBe('0');
  await site.api('POST /contact/message', {
    body: { name: 'Gäst', email: 'gast@example.se', subject: 'Fråga', message: 'Hej' },
  });
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await tab(page, 'Kontakt').getByText('1', { exact: true }).waitFor();
  expect(await counter('Kontakt').getAttribute('class')).toContain('counter-loud');
  await tab(page, 'Kontakt').getByText('oläst', { exact: true }).waitFor();
  await site.db.delete(contactMessages);
  expect(await page.locator('.portal-bar').evaluate((bar) => bar.getBoundingClientRect().right)).toBe(
    await page.evaluate(() => document.documentElement.clientWidth),
  );
  for (const [label, to] of [
    ['Start', '/'],
    ['Karta', '/map'],
    ['Kontakt', '/contact'],
    ['Föreslå evenemang', '/submit-event'],
  ] as const) {
    const link = page.locator('.portal-links').getByRole('link', { name: label });
    expect(await link.getAttribute('href')).toBe(to);
  }
  await finish();
});

describe('the marketplace settings', () => {
  const stepTexts = (page: Page) =>
    field(page, 'info_box_steps').evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value));

  test('are edited by keyboard, saved and shown on the market', async () => {
    await site.db.delete(marketplaceSettings);
    const { page, close } = await portal.open('?tab=marketplace-settings');
    await field(page, 'info_box_title').fill('Så gör du');
    const step = (index: number) => field(page, 'info_box_steps').nth(index);
    const isStepFocused = (index: number) => step(index).evaluate((one) => one === document.activeElement);
    await step(0).fill('Ett');
    await step(0).press('Enter');
    expect(await isStepFocused(1)).toBe(true);
    await page.keyboard.type('Nytt');
    await page.keyboard.press('Alt+ArrowUp');
    expect(await isStepFocused(0)).toBe(true);
    await button(page, 'Flytta ner steg 3').press('Enter');
    // The step is now the last, so focus moves to its "up" button.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Flytta upp steg 4',
    );
    await button(page, 'Ta bort steg 3').press('Enter');
    expect(await isStepFocused(2)).toBe(true);
    await button(page, 'Lägg till steg').press('Enter');
    expect(await isStepFocused(3)).toBe(true);
    const typed = await stepTexts(page);
    expect(typed.slice(0, 2)).toEqual(['Nytt', 'Ett']);
    const warning = field(page, 'info_box_warning');
    await warning.fill('<b>Akta</b> dig, fråga MrKoll <img src=x onerror=alert(1)><script>alert(2)</script>');
    const preview = page.locator('.info-box-warning-text');
    await preview.getByRole('link', { name: 'MrKoll' }).waitFor();
    expect(await axeInBothSchemes(page)).toEqual([]);
    expect(await preview.innerHTML()).toStartWith('<b>Akta</b> dig, fråga <a href="https://mrkoll.se"');
    await button(page, 'Spara').click();
    await toast(page, 'Inställningar sparade!');
    // The form shows the stored values: sanitized and without the empty step.
    expect(await warning.inputValue()).toBe('<b>Akta</b> dig, fråga MrKoll');
    expect(await stepTexts(page)).toEqual(typed.slice(0, 3));
    await page.locator('.portal-links').getByRole('link', { name: 'Start' }).click();
    await page.getByRole('link', { name: 'Startplatsmarknaden' }).click();
    await page.getByRole('heading', { name: 'Så gör du' }).waitFor();
    expect(await page.locator('.info-box-steps > li').allTextContents()).toEqual(typed.slice(0, 3));
    await close();
  });

  test('render hostile HTML as harmless HTML in the preview, and on the market even if it was stored unsanitized', async () => {
    const { page, problems, close } = await portal.open('?tab=marketplace-settings');
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      if (dialog.type() === 'beforeunload') return void dialog.accept();
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.evaluate(() => {
      const counter = Object.assign(window, { hits: 0, hit: () => void counter.hits++ });
    });
    // The sanitizer removes well-formed attacks before the content security policy can report them.
    await field(page, 'info_box_warning').fill(
      '<b onclick="hit()" style="color: red">x</b><img src=x onerror=hit()>',
    );
    await page.locator('.info-box-warning-text b').waitFor();
    expect(problems).toEqual([]);
    for (const html of HOSTILE_HTML) {
      await field(page, 'info_box_warning').fill(`före ${html}`);
      const shown = await page.locator('.info-box-warning-text').innerHTML();
      expect([html, isHarmless(shown)]).toEqual([html, true]);
    }
    expect(await page.evaluate(() => (window as { hits?: number }).hits)).toBe(0);
    await site.db.update(marketplaceSettings).set({ info_box_warning: HOSTILE_HTML.join(' text ') });
    await page.goto(`${site.url}/marketplace`);
    expect(isHarmless(await page.locator('.info-box-warning-text').innerHTML())).toBe(true);
    expect(dialogs).toEqual([]);
    await site.db.delete(marketplaceSettings);
    await close();
  });
});

test('the portal on a phone has a menu, keeps the current tab in view and does not overflow', async () => {
  const { page, finish } = await portal.open('?tab=contact', {
    size: 'phone',
    reducedMotion: 'reduce',
  });
  await waitForTitle(page, 'Kontakt');
  const isCurrentTabInView = () =>
    page.locator('.portal-tab[aria-current]').evaluate((one) => {
      const { left, right } = one.getBoundingClientRect();
      return left >= 0 && right <= window.innerWidth;
    });
  await page.locator('.portal-tab .counter').first().waitFor();
  expect(await isCurrentTabInView()).toBe(true);
  await button(page, 'Meny').press('ArrowDown');
  const focusedText = () => page.evaluate(() => document.activeElement?.textContent);
  await page.waitForFunction(() => document.activeElement?.textContent === 'Start');
  expect(await axeInBothSchemes(page)).toEqual([]);
  await page.keyboard.press('End');
  expect(await focusedText()).toBe('Logga ut');
  await page.keyboard.press('l');
  expect(await focusedText()).toBe('Logg');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  expect(await axeInBothSchemes(page)).toEqual([]);
  await button(page, 'Stäng').click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Meny');
  await tab(page, 'Inställningar').click();
  await field(page, 'info_box_title').waitFor();
  expect(await isCurrentTabInView()).toBe(true);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0);
  }
  await button(page, 'Meny').click();
  await page.getByRole('menuitem', { name: 'Logga ut' }).click();
  await waitForTitle(page, 'Adminportal');
  await finish();
});
