import { beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { axeInBothSchemes } from '#tests/support/browser.ts';
import {
  DEMO_CSV,
  type Grid,
  gridOf,
  manyEvents,
  utf8,
  withRealDates,
  workbook,
} from '#tests/support/event-files.ts';
import { readRows, storedRows, withoutNumber } from '#tests/support/import-preview.ts';
import { portalOf } from '#tests/support/portal.ts';
import { temporaryDir } from '#tests/support/process.ts';
import { siteOfFile } from '#tests/support/site.ts';

const demo = await gridOf(DEMO_CSV);
const HEADER = demo[0] ?? [];

const site = await siteOfFile();
const portal = await portalOf(site);
beforeEach(async () => {
  await site.sql`truncate events cascade`;
});

const fileOf = (name: string, bytes: Uint8Array) => ({ name, mimeType: '', buffer: Buffer.from(bytes) });
const csv = (grid: Grid, name = 'lopp.csv') => fileOf(name, utf8(grid));
const countEvents = async () => (await site.sql`select 1 from events`).length;

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Importera från fil' });
const fileInput = (page: Page) => page.locator('input[type="file"]');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]', { hasText: text });

async function openImport(page: Page): Promise<void> {
  page.setDefaultTimeout(10_000);
  await button(page, 'Importera från fil').click();
  await dialogOf(page).waitFor();
}

test('an imported workbook stores and publishes exactly the rows of its preview', async () => {
  const { page, finish } = await portal.open('?tab=events');
  await openImport(page);
  await fileInput(page).setInputFiles(fileOf('lopp.xlsx', await workbook(withRealDates(demo), 'xlsx')));
  await dialogOf(page).getByText('Rad 2', { exact: true }).waitFor();
  const rows = await readRows(page);
  expect(rows).toHaveLength(56);
  expect(await countEvents()).toBe(0);
  await button(page, 'Importera 56 evenemang').click();
  await toast(page, '56 evenemang importerade.').first().waitFor();
  await dialogOf(page).waitFor({ state: 'hidden' });
  expect(rows.map(withoutNumber).sort()).toEqual(await storedRows(site, 'Ny'));
  await page.getByText('50 st').waitFor();
  await page.getByRole('navigation', { name: 'Flikar' }).getByText('56').waitFor();
  await page.goto(`${site.url}/?date=all`);
  await page.getByText('(56 evenemang av 56)').filter({ visible: true }).waitFor();
  await finish();
});

test('a file with errors shows counts and a filter, imports the valid rows and lists the errors to copy or save', async () => {
  const { page, finish } = await portal.open('?tab=events');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const firstFile: Grid = [HEADER, ...demo.slice(1, 4)];
  const mixedFile: Grid = [
    [...HEADER, 'Anteckning'],
    ...demo.slice(1, 6).map((row) => [...row.with(8, 'Ny arrangör'), 'x']),
    ...demo.slice(6, 8).map((row) => [...row.with(0, 'i vår'), 'x']),
  ];
  await openImport(page);
  await fileInput(page).setInputFiles(csv(firstFile));
  await button(page, 'Importera 3 evenemang').click();
  await dialogOf(page).waitFor({ state: 'hidden' });

  await openImport(page);
  await fileInput(page).setInputFiles(csv(mixedFile));
  await button(page, 'Importera 2 evenemang').waitFor();
  await page.getByText('Kolumner som inte läses: Anteckning.').waitFor();
  for (const choice of ['Alla 7', 'Nya 2', 'Finns redan 3', 'Fel 2'])
    await page.getByText(choice, { exact: true }).waitFor();
  await page.getByLabel('Fel 2').check();
  expect(await readRows(page)).toEqual(
    [7, 8].map(
      (number) =>
        `Rad ${number} | Fel | datumet "i vår" går inte att läsa. Ange ett datum som finns, skrivet ÅÅÅÅ-MM-DD.`,
    ),
  );

  await page.getByLabel('Uppdatera evenemang som redan finns').check();
  await button(page, 'Importera 5 evenemang').waitFor();
  const previewRows = (await readRows(page)).filter((row) => !row.includes('| Fel |'));
  await button(page, 'Importera 5 evenemang').click();
  await toast(page, 'Importerade 5 av 7 evenemang. Några fel uppstod.').waitFor();
  expect(previewRows.map((row) => withoutNumber(row).replace('Uppdateras', 'Ny')).sort()).toEqual(
    await storedRows(site, 'Ny'),
  );

  await page.getByText('Importerade 5 av 7 evenemang, varav 3 uppdaterade.').waitFor();
  await button(page, 'Kopiera').click();
  await toast(page, 'Felen är kopierade.').waitFor();
  const errorText = 'datumet "i vår" går inte att läsa. Ange ett datum som finns, skrivet ÅÅÅÅ-MM-DD.';
  const errors = `Rad 7: ${errorText}\nRad 8: ${errorText}`;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(errors);
  const saving = page.waitForEvent('download');
  await button(page, 'Spara som fil').click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('importfel.txt');
  expect(await Bun.file(await saved.path()).text()).toBe(`${errors}\n`);
  await button(page, 'Klar').click();
  await dialogOf(page).waitFor({ state: 'hidden' });
  await finish();
});

test('an import that fails shows its error and can be repeated', async () => {
  const { page, close } = await portal.open('?tab=events');
  await openImport(page);
  const dialog = dialogOf(page);
  await button(page, 'Importera').click();
  await dialog.getByText('Välj en fil först.').waitFor();
  await fileInput(page).setInputFiles(fileOf('lopp.pdf', new Uint8Array(10)));
  await dialog.getByText('Ogiltig filtyp. Vänligen ladda upp CSV eller Excel-fil.').waitFor();
  const folder = temporaryDir();
  const largeFile = join(folder.path, 'lopp.csv');
  await Bun.write(largeFile, new Uint8Array(10 * 1024 * 1024 + 1));
  await fileInput(page).setInputFiles(largeFile);
  await dialog.getByText('Filen är större än 10 MB.').waitFor();
  folder.remove();
  await fileInput(page).setInputFiles(fileOf('lopp.xlsx', utf8(demo)));
  await dialog.getByText('Filen heter .xlsx men är ingen Excel-fil.', { exact: false }).waitFor();
  await fileInput(page).setInputFiles(csv([['Datum'], ['b']]));
  await dialog
    .getByText(/^CSV-filen saknar .* Kolumnen "Datum" finns inte. Menade du event_date\?$/)
    .waitFor();
  await button(page, 'Importera').click();
  await dialog
    .getByText(/^CSV-filen saknar .* Kolumnen "Datum" finns inte. Menade du event_date\?$/)
    .waitFor();
  await page.route('**/api/admin/events/**', (route) => route.abort());
  await fileInput(page).setInputFiles(csv(demo));
  await dialog.getByText('Import misslyckades').waitFor();
  await button(page, 'Importera').click();
  await dialog.getByText('Import misslyckades').waitFor();
  await button(page, 'Ladda ner mall').click();
  await toast(page, 'Misslyckades att ladda ner mall').waitFor();
  await page.unroute('**/api/admin/events/**');

  const saving = page.waitForEvent('download');
  await button(page, 'Ladda ner mall').click();
  const template = await saving;
  expect(template.suggestedFilename()).toBe('event_import_template.csv');
  await fileInput(page).setInputFiles(fileOf('mall.csv', await Bun.file(await template.path()).bytes()));
  await button(page, 'Importera 2 evenemang').waitFor();
  // An error while storing keeps the preview, so that the import can be repeated.
  await page.route('**/api/admin/events/import**', (route) => route.abort());
  await button(page, 'Importera 2 evenemang').click();
  await dialog.getByText('Import misslyckades').waitFor();
  await page.unroute('**/api/admin/events/import**');
  await site.sql`insert into events (id, event_name, event_date, sport_type, distances, ort)
    values (gen_random_uuid(), 'EXEMPELLOPPET', '2027-05-22', 'OCR', '{1 km}', 'goteborg')`;
  await button(page, 'Importera 2 evenemang').click();
  await toast(page, 'Importerade 1 av 2 evenemang. Några fel uppstod.').waitFor();
  await dialog.getByText(/Kalendern ändrades efter förhandsvisningen/).waitFor();
  await dialog.getByText('Rad 2: Evenemanget finns redan.').waitFor();
  await close();
});

test('a dropped file is previewed, and a cancelled import aborts the request and stores nothing', async () => {
  const { page, finish } = await portal.open('?tab=events');
  await openImport(page);
  const text = new TextDecoder().decode(utf8(demo));
  const drop = (selector: string) =>
    page.evaluate(
      ([target = '', content = '']) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content], 'lopp.csv', { type: 'text/csv' }));
        for (const type of ['dragover', 'drop']) {
          const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
          document.querySelector(target)?.dispatchEvent(event);
          // Otherwise the browser would navigate to the file.
          if (!event.defaultPrevented) throw new Error(`The page did not call preventDefault on ${type}.`);
        }
      },
      [selector, text],
    );
  await drop('.dialog-head');
  expect(await page.locator('.import-row').count()).toBe(0);
  await drop('.file-drop');
  await button(page, 'Importera 56 evenemang').waitFor();

  // The import stays pending until `release`.
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/admin/events/import**', async (route) => {
    await gate;
    await route.continue().catch(() => {});
  });
  const failedRequest = page.waitForEvent('requestfailed');
  await button(page, 'Importera 56 evenemang').click();
  await button(page, 'Avbryt importen').click();
  expect((await failedRequest).failure()?.errorText).toBe('net::ERR_ABORTED');
  release();
  await page.unroute('**/api/admin/events/import**');
  await button(page, 'Importera 56 evenemang').waitFor();
  expect(await countEvents()).toBe(0);
  await finish();
});

/** The median of 30 jumps from the first row to the last, in ms. */
const medianJumpMs = (page: Page) =>
  page.locator('.import-rows').evaluate(async (list) => {
    const times: number[] = [];
    for (let step = 1; step <= 30; step++) {
      const start = performance.now();
      list.scrollTop = (list.scrollHeight * step) / 30;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[15] ?? Number.NaN;
  });

test('a preview of 20,000 rows scrolls as one of 200', async () => {
  const jumpMsIn = async (count: number) => {
    const { page, finish } = await portal.open('?tab=events');
    await openImport(page);
    await fileInput(page).setInputFiles(fileOf('lopp.csv', utf8(await manyEvents(count))));
    await dialogOf(page).getByText('Rad 2', { exact: true }).waitFor({ timeout: 60_000 });
    expect(await page.locator('.import-row').count()).toBeLessThan(60);
    const jumpMs = await medianJumpMs(page);
    await dialogOf(page)
      .getByText(`Rad ${count + 1}`, { exact: true })
      .waitFor();
    await finish();
    return jumpMs;
  };
  const [fewMs, manyMs] = [await jumpMsIn(200), await jumpMsIn(20_000)];
  console.log(`A jump in a list of 200 takes ${fewMs} ms, in one of 20,000 ${manyMs} ms`);
  expect(manyMs).toBeLessThan(fewMs * 5);
});

test.each(['desktop', 'phone'] as const)(
  'the import dialog works by keyboard, fits and has no axe violations in every step at %s size',
  async (size) => {
    const mixedFile: Grid = [
      HEADER,
      ...demo.slice(1, 6),
      ...demo.slice(6, 8).map((row) => row.with(0, 'i vår')),
    ];
    const { page, finish } = await portal.open('?tab=events', { size, reducedMotion: 'reduce' });
    const expectAccessible = async () => {
      expect(await axeInBothSchemes(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      expect(
        await page.locator('.dialog-body').evaluate((body) => body.scrollWidth <= body.clientWidth),
      ).toBe(true);
      // Focus stays within the dialog after each step.
      expect(await page.evaluate(() => !!document.activeElement?.closest('dialog'))).toBe(true);
    };
    await openImport(page);
    await expectAccessible();
    await button(page, 'Importera').press('Enter');
    await page.getByText('Välj en fil först.').waitFor();
    await expectAccessible();
    await fileInput(page).setInputFiles(csv(mixedFile));
    await button(page, 'Importera 5 evenemang').waitFor();
    await expectAccessible();
    if (size === 'phone') {
      const box = await dialogOf(page).boundingBox();
      expect(box).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    }
    await button(page, 'Importera 5 evenemang').press('Enter');
    await page.getByRole('region', { name: 'Fel i filen' }).waitFor();
    await expectAccessible();
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Importera från fil');
    await finish();
  },
);
