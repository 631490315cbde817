import { expect, test } from 'bun:test';
import { untilFullList } from '#tests/support/browser.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();

test('a press beside the name of a found card leads to its race and its calendar file, and Back to the same place in the list', async () => {
  const { page, finish } = await site.visit('/');
  await page.locator('input[name=q]:visible').fill('loppet');
  await page.waitForURL('**/?q=loppet');
  await untilFullList(page);
  const card = page.getByRole('article', { name: 'Lidingöloppet', exact: true });
  const link = card.getByRole('link', { name: 'Lidingöloppet', exact: true });
  await link.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(500);
  // A trial fails if the card covers the control.
  await card.getByRole('link', { name: /^Besök evenemangssida/ }).click({ trial: true });
  await card.getByRole('button', { name: /^Följ/ }).click({ trial: true });
  const badge = await card.locator('.date-badge').boundingBox();
  await page.mouse.click((badge?.x ?? 0) + 20, (badge?.y ?? 0) + 40);
  await page.getByRole('heading', { level: 1, name: 'Lidingöloppet' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/lopp/lidingoloppet/2027');
  await page.locator('.race-map .map-marker').waitFor();
  await page.getByRole('button', { name: 'Lägg till i kalender' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Kalenderfil' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('lidingoloppet-2027.ics');
  await page.getByRole('link', { name: 'Lidingöloppet 2026', exact: true }).click();
  await page.waitForFunction(() => document.title === 'Lidingöloppet 2026 – Loppkalendern');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await page.goBack();
  await link.waitFor();
  expect(new URL(page.url()).search).toBe('?q=loppet');
  await page.waitForFunction((before) => Math.abs(scrollY - before) < 3, scrolled);
  await finish();
});

test('the page copies its address and opens calendars on the web, by keyboard', async () => {
  const { page, finish } = await site.visit('/lopp/lidingoloppet/2027');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.context().route(/calendar\.google\.com/, (route) => route.fulfill({ body: 'calendar' }));
  await page.locator('.race-map .map-marker').waitFor();
  await page.getByRole('button', { name: 'Dela' }).press('Enter');
  await page.getByText('Länken är kopierad').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.getByRole('button', { name: 'Lägg till i kalender' }).press('Enter');
  const [calendar] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('menuitem', { name: 'Google Kalender' }).press('Enter'),
  ]);
  expect(new URL(calendar.url()).searchParams.get('dates')).toBe('20270925/20270927');
  await finish();
});

test('a page that was opened directly leads to another edition', async () => {
  const { page, finish } = await site.visit('/lopp/dalsland-xc');
  await page.locator('.race-map .map-marker').waitFor();
  await page.locator('.race-list a').first().click();
  await page.waitForFunction(() => document.title === 'Dalsland XC 2026 – Loppkalendern');
  await finish();
});

test('the page is complete without scripts', async () => {
  const context = await site.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/lopp/lidingoloppet/2027`);
  for (const text of [
    'Lidingöloppet',
    '25–26 sep. 2027',
    '30 km',
    'Lidingö, Uppland',
    'Arrangör',
    'Fler upplagor',
  ])
    expect(await page.getByText(text).first().isVisible()).toBe(true);
  for (const name of ['Lägg till i kalender', 'Dela'])
    expect(await page.getByRole('button', { name }).isVisible()).toBe(false);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Lägg till i kalender' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('lidingoloppet-2027.ics');
  await page.getByRole('link', { name: 'Lidingöloppet 2026', exact: true }).click();
  expect(await page.title()).toBe('Lidingöloppet 2026 – Loppkalendern');
  await context.close();
});
