import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeViolations, SCHEMES, settled } from '../support/browser';
import { MP4, png, WEBM } from '../support/media';
import { portalOf } from '../support/portal';
import { type Site, startSite } from '../support/site';

let site: Site;
let portal: Awaited<ReturnType<typeof portalOf>>;
beforeAll(async () => {
  site = await startSite();
  portal = await portalOf(site);
});
afterAll(() => site.stop());
beforeEach(async () => {
  await site.sql`delete from banners`;
  await site.sql`
    insert into banners (id, title, file_url, file_type, order_index)
    select gen_random_uuid(), title, '/demo/ski.webp', 'image', at - 1
    from unnest(array['Ett', 'Två', 'Tre', 'Fyra']) with ordinality as one (title, at)`;
});

const titles = async () =>
  (await site.sql`select title, order_index from banners order by order_index`).map((row, at) => {
    expect(row.order_index).toBe(at);
    return row.title;
  });
const field = (page: Page, name: string) => page.locator(`dialog [name="${name}"]`);
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const toast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]', { hasText: text }).last().waitFor();
const told = (page: Page, text: string) => page.locator('.field-error, .alert', { hasText: text }).waitFor();
const listed = (page: Page) => page.locator('.banner-words strong').allTextContents();
const until = async (look: () => Promise<unknown>, wanted: unknown) => {
  for (let waits = 0; waits < 100 && !Bun.deepEquals(await look(), wanted); waits++) await Bun.sleep(50);
  expect(await look()).toEqual(wanted as never);
};

async function open(options: Parameters<typeof portal.open>[1] = {}, path = '?tab=banners') {
  const visit = await portal.open(path, options);
  visit.page.setDefaultTimeout(10_000);
  await visit.page.getByText('Fyra').first().waitFor();
  return visit;
}

/** Drops a file on the place for it, as a mouse does. */
async function drop(page: Page, bytes: Buffer, name: string, type: string): Promise<void> {
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

/** What the carousel shows to a visitor: titles, and where its pictures and films come from. */
async function carousel() {
  const { page, problems, close } = await site.visit('/');
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
    first: await page
      .locator('.carousel-slide')
      .first()
      .evaluate((slide) => slide.querySelector('video, img')?.tagName),
  };
  if (shown.first === 'VIDEO')
    await page.waitForFunction(
      () => (document.querySelector<HTMLVideoElement>('.carousel video')?.currentTime ?? 0) > 0,
    );
  expect(problems).toEqual([]);
  await close();
  return shown;
}

test('a banner is made of a dropped picture, changed to a film, moved, hidden and deleted; the carousel follows', async () => {
  const { page, problems, close } = await open();
  await button(page, 'Skapa banner').click();
  await button(page, 'Spara').click();
  await told(page, 'Vänligen ladda upp en fil eller ange en extern URL');
  await told(page, 'Ange en titel.');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title');
  await drop(page, png([200, 40, 40], [600, 120]), 'vår bild.png', 'image/png');
  await page.locator('.banner-file-name', { hasText: 'vår bild.png' }).waitFor();
  expect(await page.locator('.field-error').allTextContents()).toEqual(['Ange en titel.']);
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
  await toast(page, 'Banner skapad!');
  await until(() => listed(page), ['Ett', 'Vårens lopp', 'Två', 'Tre', 'Fyra']);
  await page.locator('.portal-tab[aria-current]', { hasText: '5' }).waitFor();
  const [{ file_url: picture } = { file_url: '' }] =
    await site.sql`select file_url from banners where title = 'Vårens lopp'`;
  expect(picture).toMatch(/^\/uploads\/[0-9a-f]{64}\.png$/);
  expect((await carousel()).sources[1]).toBe(picture);

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
  await toast(page, 'Banner uppdaterad!');
  await until(() => listed(page), ['Vårens lopp', 'Ett', 'Två', 'Tre', 'Fyra']);
  await page.waitForFunction(
    () => (document.querySelector<HTMLVideoElement>('.banner-thumbnail video')?.readyState ?? 0) >= 2,
  );
  const shown = await carousel();
  expect([shown.first, shown.titles[0]]).toEqual(['VIDEO', 'Vårens lopp']);

  expect(await button(page, 'Flytta upp: Vårens lopp').isDisabled()).toBe(true);
  expect(await button(page, 'Flytta ner: Fyra').isDisabled()).toBe(true);
  // Two presses as quick as they come, by keyboard: the second is on the same banner, which has moved.
  await button(page, 'Flytta upp: Fyra').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  expect(await listed(page)).toEqual(['Vårens lopp', 'Ett', 'Fyra', 'Två', 'Tre']);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Flytta upp: Fyra',
  );
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  // At the top there is no up: focus stays, and one press more does not carry it down again.
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Flytta upp: Fyra',
  );
  expect(await button(page, 'Flytta upp: Fyra').isDisabled()).toBe(true);
  await until(titles, ['Fyra', 'Vårens lopp', 'Ett', 'Två', 'Tre']);
  expect(await listed(page)).toEqual(await titles());

  await page.getByRole('switch', { name: 'Aktiv: Ett' }).press('Space');
  await until(
    async () => (await site.sql`select title from banners where not is_active`).map(({ title }) => title),
    ['Ett'],
  );
  expect((await carousel()).titles).toEqual(['Fyra', 'Vårens lopp', 'Två', 'Tre']);

  await button(page, 'Ta bort: Två').click();
  await page.getByText('Är du säker på att du vill ta bort bannern "Två"?').waitFor();
  await button(page, 'Avbryt').click();
  await button(page, 'Ta bort: Två').click();
  await button(page, 'Ta bort').click();
  await toast(page, 'Banner borttagen');
  await until(titles, ['Fyra', 'Vårens lopp', 'Ett', 'Tre']);
  await until(() => listed(page), await titles());
  expect(problems).toEqual([]);
  await close();
});

test('each sentence of what can fail, and what was typed stays', async () => {
  const { page, close } = await open();
  const calls = (verb: string) => `**/trpc/admin.banners.${verb}*`;
  const broken = async (pattern: string, work: () => Promise<unknown>) => {
    await page.route(pattern, (route) => route.abort());
    await work();
    await page.unroute(pattern);
  };
  await broken(calls('update'), async () => {
    await button(page, 'Flytta ner: Ett').click();
    await toast(page, 'Fel vid ändring av bannerordning');
    await until(() => listed(page), ['Ett', 'Två', 'Tre', 'Fyra']);
    await page.getByRole('switch', { name: 'Aktiv: Ett' }).press('Space');
    await toast(page, 'Fel vid ändring av bannerstatus');
    await until(() => page.getByRole('switch', { name: 'Aktiv: Ett' }).isChecked(), true);
  });
  await broken(calls('delete'), async () => {
    await button(page, 'Ta bort: Ett').click();
    await button(page, 'Ta bort').click();
    await toast(page, 'Fel vid borttagning av banner');
  });

  await button(page, 'Skapa banner').click();
  // Told before anything is sent.
  await drop(page, Buffer.from('GIF89a'), 'a.gif', 'image/gif');
  await told(page, 'Filen är ingen bild (PNG, JPG, WebP) eller film (MP4, WebM).');
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(50 * 1024 * 1024 + 1)], 'stor.png', { type: 'image/png' }));
    document
      .querySelector('.file-drop')
      ?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  });
  await told(page, 'Filen är större än 50 MB.');
  // Told by the server.
  await drop(page, Buffer.from('<script>'), 'a.png', 'image/png');
  await toast(page, 'Fel vid filuppladdning');
  await told(page, 'Filen är ingen bild (PNG, JPG, WebP) eller film (MP4, WebM).');
  await drop(page, MP4.subarray(0, -3), 'a.mp4', 'video/mp4');
  await told(page, 'Filen är skadad eller innehåller mer än en bild eller film.');
  await broken('**/api/admin/banners/upload', async () => {
    await drop(page, png(), 'a.png', 'image/png');
    await told(page, 'Fel vid filuppladdning');
  });
  // Given up half-way.
  await page.route('**/api/admin/banners/upload', () => {});
  await drop(page, png(), 'trög.png', 'image/png');
  await page.getByText(/trög\.png…/).waitFor();
  expect(await button(page, 'Spara').isDisabled()).toBe(true);
  await button(page, 'Avbryt uppladdning').click();
  await page.locator('.file-drop').waitFor();
  await page.unroute('**/api/admin/banners/upload');

  await field(page, 'title').fill('Höst');
  await field(page, 'external_url').fill('https://bilder.example/film.webm');
  expect(await field(page, 'file_type').inputValue()).toBe('video');
  await field(page, 'link_url').fill('javascript:alert(1)');
  await field(page, 'order_index').fill('-1');
  await button(page, 'Spara').click();
  await told(page, 'Ange en länk som börjar med http:// eller https://');
  await told(page, 'Ordningen är ett heltal från 0 och uppåt.');
  await field(page, 'link_url').fill('');
  await field(page, 'order_index').fill('');
  await field(page, 'order_index').pressSequentially('e');
  await button(page, 'Spara').click();
  await told(page, 'Ordningen är ett heltal från 0 och uppåt.');
  await field(page, 'order_index').fill('');
  await broken(calls('create'), async () => {
    await button(page, 'Spara').click();
    await toast(page, 'Fel vid sparande av banner');
  });
  expect(await field(page, 'title').inputValue()).toBe('Höst');
  await page.keyboard.press('Escape');
  await page.getByText('Stänga utan att spara?').waitFor();
  await button(page, 'Fortsätt redigera').click();
  await button(page, 'Spara').click();
  await toast(page, 'Banner skapad!');
  await until(titles, ['Ett', 'Två', 'Tre', 'Fyra', 'Höst']);

  // Deleted by another meanwhile: said, and not closed.
  await button(page, 'Redigera: Tre').click();
  await field(page, 'title').fill('Trean');
  await site.sql`delete from banners where title = 'Tre'`;
  await button(page, 'Spara').click();
  await toast(page, 'Fel vid sparande av banner');
  await told(page, 'Bannern finns inte.');
  expect(await field(page, 'title').inputValue()).toBe('Trean');
  await close();

  const failing = await portal.open('?tab=banners', {
    prepare: (page) =>
      page.route(/admin\.banners\.list/, (route) => route.fulfill({ status: 400, json: [] })),
  });
  await toast(failing.page, 'Fel vid hämtning av banners');
  await failing.page.unroute(/admin\.banners\.list/);
  await button(failing.page, 'Försök igen').click();
  await failing.page.getByText('Fyra').waitFor();
  await site.sql`delete from banners`;
  await failing.page.reload();
  await failing.page.getByText('Inga banners ännu').waitFor();
  await failing.close();
});

/** The order when nothing that was under way has changed it for two seconds. */
async function orderAtRest(): Promise<string[]> {
  let order = (await titles()) as string[];
  for (let calm = 0; calm < 20; calm++) {
    await Bun.sleep(100);
    const now = (await titles()) as string[];
    if (!Bun.deepEquals(now, order)) calm = 0;
    order = now;
  }
  return order;
}

test('two admins move banners in two windows at once: no banner is lost, and both see one order', async () => {
  const other = await portalOf(site, { username: 'kollega' });
  const [one, two] = [await open(), await other.open('?tab=banners')];
  await two.page.getByText('Fyra').waitFor();
  // By script: a pointer would wait for a row to stand still, and for a button that another move disables.
  const press = ({ page }: { page: Page }, direction: 'upp' | 'ner', at: number) =>
    page.evaluate(
      ([start, index]) =>
        document.querySelectorAll<HTMLButtonElement>(`[aria-label^="${start}"]`)[index]?.click(),
      [`Flytta ${direction}`, at] as const,
    );
  for (let round = 0; round < 6; round++) {
    await Promise.all([
      press(one, 'upp', 3),
      press(two, 'ner', 0),
      press(one, 'upp', 2),
      press(two, 'ner', 1),
    ]);
  }
  const order = await orderAtRest();
  expect([...order].sort()).toEqual(['Ett', 'Fyra', 'Tre', 'Två']);
  for (const { page, close } of [one, two]) {
    await page.reload();
    await page.getByText('Fyra').waitFor();
    expect(await listed(page)).toEqual(order);
    await close();
  }
});

test('on a phone everything is in the menu, and nothing scrolls sideways', async () => {
  const { page, problems, close } = await open({ size: 'phone' });
  const menu = async (title: string, item: string) => {
    await button(page, `Åtgärder för ${title}`).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu('Två', 'Flytta upp');
  await until(titles, ['Två', 'Ett', 'Tre', 'Fyra']);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Åtgärder för Två',
  );
  await menu('Tre', 'Inaktivera');
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
  const width = () =>
    page.evaluate(() =>
      [document.documentElement.scrollWidth, document.querySelector('.dialog-body')?.scrollWidth ?? 0].every(
        (wide) => wide <= 320,
      ),
    );
  expect(await width()).toBe(true);
  await button(page, 'Spara').click();
  await toast(page, 'Banner skapad!');
  await until(titles, ['Två', 'Ett', 'Tre', 'Fyra', 'Mobil']);
  expect(await width()).toBe(true);
  await menu('Mobil', 'Ta bort');
  await button(page, 'Ta bort').click();
  await toast(page, 'Banner borttagen');
  expect(problems).toEqual([]);
  await close();
});

test.each(SCHEMES)('axe finds nothing, %s', async (colorScheme) => {
  const { page, close } = await open({ colorScheme });
  await settled(page);
  expect(await axeViolations(page)).toEqual([]);
  await button(page, 'Skapa banner').click();
  await button(page, 'Spara').click();
  await told(page, 'Ange en titel.');
  await settled(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.route('**/api/admin/banners/upload', () => {});
  await drop(page, png(), 'trög.png', 'image/png');
  await button(page, 'Avbryt uppladdning').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await close();
});
