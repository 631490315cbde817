import { beforeEach, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeInBothSchemes, axeViolations } from '#tests/support/browser.ts';
import { MP4, png, WEBM } from '#tests/support/media.ts';
import { portalOf } from '#tests/support/portal.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();
const portal = await portalOf(site);
beforeEach(async () => {
  await site.sql`delete from banners`;
  await site.sql`
    insert into banners (id, title, file_url, file_type, order_index)
    select gen_random_uuid(), title, '/demo/ski.webp', 'image', at - 1
    from unnest(array['Ett', 'Två', 'Tre', 'Fyra']) with ordinality as one (title, at)`;
});

const storedTitles = async () =>
  (await site.sql`select title, order_index from banners order by order_index`).map((row, index) => {
    expect(row.order_index).toBe(index);
    return row.title;
  });
const field = (page: Page, name: string) => page.locator(`dialog [name="${name}"]`);
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const waitForToast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]', { hasText: text }).last().waitFor();
const waitForError = (page: Page, text: string) =>
  page.locator('.field-error, .alert', { hasText: text }).waitFor();
const bannerTitles = (page: Page) => page.locator('.banner-row-text strong').allTextContents();
const expectEventually = async (read: () => Promise<unknown>, expected: unknown) => {
  for (let attempt = 0; attempt < 100 && !Bun.deepEquals(await read(), expected); attempt++)
    await Bun.sleep(50);
  expect(await read()).toEqual(expected as never);
};

async function open(options: Parameters<typeof portal.open>[1] = {}, path = '?tab=banners') {
  const visit = await portal.open(path, options);
  visit.page.setDefaultTimeout(10_000);
  await visit.page.getByText('Fyra').first().waitFor();
  return visit;
}

async function dropFile(page: Page, bytes: Buffer, name: string, type: string): Promise<void> {
  const data = await page.evaluateHandle(
    ({ base64, name, type }) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type }));
      return transfer;
    },
    { base64: bytes.toString('base64'), name, type },
  );
  for (const kind of ['dragover', 'drop'])
    await page.dispatchEvent('.file-drop', kind, { dataTransfer: data });
}

async function readCarousel() {
  const { page, finish } = await site.visit('/');
  await page.locator('.carousel-slide').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('.carousel img')].every(
      (picture) => picture.naturalWidth > 0,
    ),
  );
  const shown = {
    titles: await page.locator('.carousel .type-banner').allTextContents(),
    sources: await page
      .locator('.carousel img, .carousel video')
      .evaluateAll((media) => media.map((one) => one.getAttribute('src'))),
    firstTag: await page
      .locator('.carousel-slide')
      .first()
      .evaluate((slide) => slide.querySelector('video, img')?.tagName),
  };
  if (shown.firstTag === 'VIDEO')
    await page.waitForFunction(
      () => (document.querySelector<HTMLVideoElement>('.carousel video')?.currentTime ?? 0) > 0,
    );
  await finish();
  return shown;
}

test('the carousel is updated when a banner is created, changed to a video, moved, hidden and deleted', async () => {
  const { page, finish } = await open();
  await button(page, 'Skapa banner').click();
  await button(page, 'Spara').click();
  await waitForError(page, 'Vänligen ladda upp en fil eller ange en extern URL');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('file');
  await dropFile(page, png([200, 40, 40], [600, 120]), 'vår bild.png', 'image/png');
  await page.locator('.banner-file-name', { hasText: 'vår bild.png' }).waitFor();
  expect(await page.locator('.field-error').count()).toBe(0);
  expect(await field(page, 'external_url').isDisabled()).toBe(true);
  await page.waitForFunction(
    () => (document.querySelector<HTMLImageElement>('.banner-preview img')?.naturalWidth ?? 0) === 600,
  );
  await button(page, 'Ta bort filen').click();
  expect(await field(page, 'external_url').isDisabled()).toBe(false);
  expect(await page.locator('.banner-preview img').count()).toBe(0);
  await field(page, 'file').setInputFiles({
    name: 'b.png',
    mimeType: 'image/png',
    buffer: png([0, 90, 0], [600, 120]),
  });
  await page.locator('.banner-file-name', { hasText: 'b.png' }).waitFor();
  await field(page, 'title').fill('Vårens lopp');
  await field(page, 'description').fill('Anmälan är öppen.');
  await field(page, 'link_url').fill('/map');
  await page.locator('.banner-preview', { hasText: 'Vårens loppAnmälan är öppen.' }).waitFor();
  expect(await field(page, 'order_index').inputValue()).toBe('4');
  await field(page, 'order_index').fill('1');
  await button(page, 'Spara').click();
  await waitForToast(page, 'Banner skapad!');
  await expectEventually(() => bannerTitles(page), ['Ett', 'Vårens lopp', 'Två', 'Tre', 'Fyra']);
  await page.locator('.portal-tab[aria-current]', { hasText: '5' }).waitFor();
  const [{ file_url: pictureUrl } = { file_url: '' }] =
    await site.sql`select file_url from banners where title = 'Vårens lopp'`;
  expect(pictureUrl).toMatch(/^\/uploads\/[0-9a-f]{64}\.png$/);
  expect((await readCarousel()).sources[1]).toBe(pictureUrl);

  await button(page, 'Redigera: Vårens lopp').click();
  expect(new URL(page.url()).searchParams.get('banner')).toBeTruthy();
  await button(page, 'Ta bort filen').click();
  await field(page, 'file').setInputFiles({ name: 'f.webm', mimeType: 'video/webm', buffer: WEBM });
  await page.locator('.banner-file-name', { hasText: 'f.webm' }).waitFor();
  expect(await field(page, 'file_type').inputValue()).toBe('video');
  await page.waitForFunction(
    () => (document.querySelector<HTMLVideoElement>('.banner-preview video')?.readyState ?? 0) >= 2,
  );
  await field(page, 'order_index').fill('0');
  await button(page, 'Spara').click();
  await waitForToast(page, 'Banner uppdaterad!');
  await expectEventually(() => bannerTitles(page), ['Vårens lopp', 'Ett', 'Två', 'Tre', 'Fyra']);
  await page.waitForFunction(
    () => (document.querySelector<HTMLVideoElement>('.banner-thumbnail video')?.readyState ?? 0) >= 2,
  );
  const shown = await readCarousel();
  expect([shown.firstTag, shown.titles[0]]).toEqual(['VIDEO', 'Vårens lopp']);

  expect(await button(page, 'Flytta upp: Vårens lopp').isDisabled()).toBe(true);
  expect(await button(page, 'Flytta ner: Fyra').isDisabled()).toBe(true);
  // Two quick presses by keyboard: the second one acts on the same banner at its new position.
  await button(page, 'Flytta upp: Fyra').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  expect(await bannerTitles(page)).toEqual(['Vårens lopp', 'Ett', 'Fyra', 'Två', 'Tre']);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Flytta upp: Fyra',
  );
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  // At the top the button is disabled: focus stays, and another press moves nothing.
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Flytta upp: Fyra',
  );
  expect(await button(page, 'Flytta upp: Fyra').isDisabled()).toBe(true);
  await expectEventually(storedTitles, ['Fyra', 'Vårens lopp', 'Ett', 'Två', 'Tre']);
  expect(await bannerTitles(page)).toEqual(await storedTitles());

  await page.getByRole('switch', { name: 'Aktiv: Ett' }).press('Space');
  await expectEventually(
    async () => (await site.sql`select title from banners where not is_active`).map(({ title }) => title),
    ['Ett'],
  );
  expect((await readCarousel()).titles).toEqual(['Fyra', 'Vårens lopp', 'Två', 'Tre']);

  await button(page, 'Ta bort: Två').click();
  await page.getByText('Är du säker på att du vill ta bort bannern "Två"?').waitFor();
  await button(page, 'Avbryt').click();
  await button(page, 'Ta bort: Två').click();
  await button(page, 'Ta bort').click();
  await waitForToast(page, 'Banner borttagen');
  await expectEventually(storedTitles, ['Fyra', 'Vårens lopp', 'Ett', 'Tre']);
  await expectEventually(() => bannerTitles(page), await storedTitles());
  await finish();
});

test('the banners tab on a phone has all actions in a menu and does not scroll sideways', async () => {
  const { page, finish } = await open({ size: 'phone' });
  const chooseInMenu = async (title: string, item: string) => {
    await button(page, `Åtgärder för ${title}`).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await chooseInMenu('Två', 'Flytta upp');
  await expectEventually(storedTitles, ['Två', 'Ett', 'Tre', 'Fyra']);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Åtgärder för Två',
  );
  await chooseInMenu('Tre', 'Inaktivera');
  await page.locator('li', { hasText: 'Tre' }).getByText('Inaktiv').waitFor();
  await button(page, 'Skapa banner').click();
  await field(page, 'title').fill('Mobil');
  await field(page, 'file').setInputFiles({
    name: `${'En film med ett långt namn '.repeat(4)}.mp4`,
    mimeType: 'video/mp4',
    buffer: MP4,
  });
  await page.locator('.banner-file-name', { hasText: 'En film' }).waitFor();
  await page.setViewportSize({ width: 320, height: 700 });
  const hasNoOverflow = () =>
    page.evaluate(() =>
      [document.documentElement.scrollWidth, document.querySelector('.dialog-body')?.scrollWidth ?? 0].every(
        (wide) => wide <= 320,
      ),
    );
  expect(await hasNoOverflow()).toBe(true);
  await button(page, 'Spara').click();
  await waitForToast(page, 'Banner skapad!');
  await expectEventually(storedTitles, ['Två', 'Ett', 'Tre', 'Fyra', 'Mobil']);
  expect(await hasNoOverflow()).toBe(true);
  await chooseInMenu('Mobil', 'Ta bort');
  await button(page, 'Ta bort').click();
  await waitForToast(page, 'Banner borttagen');
  await finish();
});

test('the banners tab and its dialog have no axe violations', async () => {
  const { page, close } = await open({ reducedMotion: 'reduce' });
  expect(await axeInBothSchemes(page)).toEqual([]);
  await button(page, 'Skapa banner').click();
  await button(page, 'Spara').click();
  await waitForError(page, 'Vänligen ladda upp en fil eller ange en extern URL');
  expect(await axeInBothSchemes(page)).toEqual([]);
  await page.route('**/api/admin/banners/upload', () => {});
  await dropFile(page, png(), 'trög.png', 'image/png');
  await button(page, 'Avbryt uppladdning').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await close();
});
