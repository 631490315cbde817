import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { BACKUP_COLLECTION_NAMES, GROUPS } from '#src/features/backup/collections/groups.ts';
import { fillContent } from '#tests/support/backup.ts';
import { axeInBothSchemes } from '#tests/support/browser.ts';
import { portalOf } from '#tests/support/portal.ts';
import { temporaryDir } from '#tests/support/process.ts';
import { startSite } from '#tests/support/site.ts';

const TOTAL = BACKUP_COLLECTION_NAMES.length;
/** The collections that are imported together with the messages, or not at all. */
const WITH_MESSAGES = GROUPS.find(({ names }) => names.includes('messages'))?.names.length ?? 0;

const dir = temporaryDir();
const backupPath = join(dir.path, 'backup.json');

const site = await startSite();
const portal = await portalOf(site, { username: 'boss' });
await site.sql`delete from contact_info`;
await site.sql`delete from marketplace_settings`;
await fillContent(site.sql, 3);
afterAll(async () => {
  await site.stop();
  dir.remove();
});

const dialogOf = (page: Page) => page.getByRole('dialog');
const toastOf = (page: Page, text: string) => page.locator('[data-sonner-toast]', { hasText: text });
const chooseInMenu = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Backup' }).click();
  await page.getByRole('menuitem', { name }).click();
};
const openImport = async (page: Page) => {
  await chooseInMenu(page, 'Importera backup');
  await dialogOf(page).waitFor();
};
const chooseFile = (page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) =>
  dialogOf(page).locator('input[name=file]').setInputFiles(file);
const confirmReplacement = (page: Page) =>
  dialogOf(page).getByRole('checkbox', { name: 'Jag förstår att all data ersätts' }).check();
const pressImport = (page: Page) => dialogOf(page).getByRole('button', { name: 'Importera backup' }).click();

async function exportBackup(page: Page): Promise<void> {
  await chooseInMenu(page, 'Exportera backup');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialogOf(page).getByRole('button', { name: 'Exportera' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('loppkalendern-backup-2027-01-15.json');
  await download.saveAs(backupPath);
  await toastOf(page, 'Backup exporterad').waitFor();
  await dialogOf(page).waitFor({ state: 'detached' });
}

test('an imported backup restores the public pages and keeps the admin logged in', async () => {
  const { page, problems, close } = await portal.open();
  await exportBackup(page);

  const { sql } = site;
  await sql`delete from events where event_name = 'Lopp 1'`;
  await sql`update events set event_name = 'Vandaliserat lopp' where event_name = 'Lopp 3'`;

  await openImport(page);
  await pressImport(page);
  await dialogOf(page).getByText('Välj en backup-fil först').waitFor();
  await dialogOf(page).getByText('Bekräfta att all data ersätts').waitFor();
  await chooseFile(page, backupPath);
  await pressImport(page);
  await dialogOf(page).getByText('Bekräfta att all data ersätts').waitFor();
  await confirmReplacement(page);
  await pressImport(page);
  await toastOf(page, 'Backup importerad').waitFor();
  const results = dialogOf(page).getByRole('list', { name: 'Samlingar' });
  const [eventCount] = await sql`select count(*)::int as count from events`;
  expect(
    await results
      .getByRole('listitem')
      .filter({ hasText: /^Evenemang/ })
      .textContent(),
  ).toContain(String(eventCount?.count));
  expect(await results.getByRole('listitem').count()).toBe(TOTAL);
  await results.getByText('Administratörskonton ändras inte vid import i portalen.').first().waitFor();
  const doneButton = dialogOf(page).getByRole('button', { name: 'Klar' });
  expect(await doneButton.evaluate((button) => button === document.activeElement)).toBe(true);
  await doneButton.press('Enter');
  await dialogOf(page).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Logg', exact: true }).click();
  await dialogOf(page)
    .getByText(/^Evenemang: 1 tillagd, 1 ersatt$/)
    .waitFor();
  await page.keyboard.press('Escape');

  await page.reload();
  await page.getByRole('button', { name: 'Backup' }).waitFor();
  await page.goto(`${site.url}/?q=Lopp+3`);
  await page
    .getByRole('heading', { name: /Lopp 3/ })
    .first()
    .waitFor();
  await page.goto(`${site.url}/?q=Vandaliserat`);
  await page.getByText('Inga Evenemang Hittades').waitFor();
  // The browser cannot load the banner from another site.
  expect(problems.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
  await close();
});

test('a failed export or import shows its error, and a partial import keeps the failed collections', async () => {
  const { page, close } = await portal.open();
  await page.route('**/api/admin/backup/*', (route) => route.abort());
  await chooseInMenu(page, 'Exportera backup');
  await dialogOf(page).getByRole('button', { name: 'Exportera' }).click();
  await toastOf(page, 'Kunde inte exportera backup').waitFor();
  await page.keyboard.press('Escape');
  await openImport(page);
  await chooseFile(page, backupPath);
  await confirmReplacement(page);
  await pressImport(page);
  await toastOf(page, 'Kunde inte importera backup').waitFor();
  await dialogOf(page).getByRole('alert').getByText('Kunde inte importera backup').waitFor();
  await page.unroute('**/api/admin/backup/*');

  const backupText = await Bun.file(backupPath).text();
  await chooseFile(page, {
    name: 'half.json',
    mimeType: 'application/json',
    buffer: Buffer.from(backupText.slice(0, 500)),
  });
  await confirmReplacement(page);
  await pressImport(page);
  const reason = 'Filen är ingen backup, eller så är den inte hel. Inget har ändrats.';
  await dialogOf(page).getByRole('alert').getByText(reason).waitFor();

  const broken = JSON.parse(backupText);
  broken.collections.messages[0].sender_id = 7;
  await chooseFile(page, {
    name: 'b.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(broken)),
  });
  await confirmReplacement(page);
  await pressImport(page);
  const counts = `${TOTAL - WITH_MESSAGES} lyckades, ${WITH_MESSAGES} misslyckades.`;
  await toastOf(page, `Backup importerad delvis: ${counts}`).waitFor();
  await dialogOf(page)
    .getByText(`${WITH_MESSAGES} av ${TOTAL} samlingar kunde inte importeras och är som förut.`)
    .waitFor();
  await dialogOf(page).getByText('Post 1 går inte att läsa: fältet sender_id.').waitFor();
  await close();
});

test('a slow export and a slow import show progress and can be cancelled', async () => {
  const { page, close } = await portal.open();
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/admin/backup/*', async (route) => {
    await gate;
    await route.continue().catch(() => {});
  });
  await chooseInMenu(page, 'Exportera backup');
  await dialogOf(page).getByRole('button', { name: 'Exportera' }).click();
  await dialogOf(page).getByText('Samlar ihop innehållet …').first().waitFor();
  await dialogOf(page).getByRole('button', { name: 'Avbryt exporten' }).click();
  await dialogOf(page).getByRole('button', { name: 'Avbryt', exact: true }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  await openImport(page);
  await chooseFile(page, backupPath);
  await confirmReplacement(page);
  await pressImport(page);
  await dialogOf(page)
    .getByText(/Laddar upp backup.json/)
    .first()
    .waitFor();
  await dialogOf(page).getByRole('button', { name: 'Avbryt importen' }).click();
  await dialogOf(page).getByText('backup.json').waitFor();
  release();
  expect(await toastOf(page, 'Backup').count()).toBe(0);
  await close();
});

test('export and import open from the menu at 390 px and have no axe violations', async () => {
  const { page, close } = await portal.open('', { size: 'phone', reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Meny' }).click();
  await page.getByRole('menuitem', { name: 'Exportera backup' }).click();
  await dialogOf(page).waitFor();
  expect(await axeInBothSchemes(page)).toEqual([]);
  await dialogOf(page).getByRole('button', { name: 'Avbryt' }).click();
  await page.getByRole('button', { name: 'Meny' }).click();
  await page.getByRole('menuitem', { name: 'Importera backup' }).click();
  await pressImport(page);
  await dialogOf(page).getByText('Välj en backup-fil först').waitFor();
  expect(await axeInBothSchemes(page)).toEqual([]);
  const broken = JSON.parse(await Bun.file(backupPath).text());
  broken.collections.banners = 1;
  await chooseFile(page, {
    name: 'b.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(broken)),
  });
  await confirmReplacement(page);
  await pressImport(page);
  await dialogOf(page).getByText(`2 av ${TOTAL} samlingar`).waitFor();
  await toastOf(page, 'Backup importerad delvis').waitFor();
  expect(await axeInBothSchemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await close();
});
