import { beforeEach, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { faultsIn, sizes, untilSettled } from '#tests/support/browser.ts';
import { makeEvent, makeSubmission } from '#tests/support/content.ts';
import { portalOf } from '#tests/support/portal.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();
const portal = await portalOf(site, { username: 'vera' });
beforeEach(async () => {
  await site.sql`delete from event_submissions`;
  await site.sql`delete from events where event_name like 'Prov%'`;
});

const createSubmission = (row: Parameters<typeof makeSubmission>[1]) =>
  makeSubmission(site.db, {
    event_date: '2027-05-22',
    ort: 'Mora',
    landskap: 'Dalarna',
    ...row,
  });
const storedSubmission = async (id: string) =>
  (await site.sql`select * from event_submissions where id = ${id}`)[0];
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const field = (page: Page, name: string) => page.locator(`dialog [name="${name}"]`);
const waitForToast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]', { hasText: text }).first().waitFor();
const waitForDialogText = (page: Page, text: string | RegExp) =>
  page.locator('dialog').getByText(text).waitFor();

async function open(path = '?tab=submissions', options: Parameters<typeof portal.open>[1] = {}) {
  const visit = await portal.open(path, options);
  visit.page.setDefaultTimeout(10_000);
  await visit.page.getByRole('heading', { level: 1, name: 'Förfrågningar' }).waitFor();
  return visit;
}

test('submissions on a desktop are filtered, approved, rejected, edited and deleted, and reach the mails and the calendar', async () => {
  const approved = await createSubmission({
    event_name: 'Provsprinten',
    submitted_at: '2027-01-14T09:00:00.000Z',
  });
  const rejected = await createSubmission({
    event_name: 'Provbluffen',
    submitted_at: '2027-01-13T09:00:00.000Z',
  });
  const duplicate = await createSubmission({
    event_name: 'Provtrailen',
    submitted_at: '2027-01-12T09:00:00.000Z',
  });
  await createSubmission({
    event_name: 'Provgammal',
    status: 'approved',
    submitted_at: '2027-01-11T09:00:00.000Z',
  });
  await makeEvent(site.db, {
    event_name: 'PROVTRAILEN',
    event_date: '2027-05-22',
    distances: ['5 km'],
    ort: 'Orsa',
  });
  const { page, problems, close } = await open('?tab=submissions&status=all');

  const isFilterPressed = (name: string) => button(page, name).getAttribute('aria-pressed');
  await row(page, 'Provsprinten').waitFor();
  expect(await page.locator('.status-filter').textContent()).toBe('Alla 4Väntande 3Godkända 1Avvisade 0');
  expect(await page.getByRole('listitem').locator('.submission-name').allInnerTexts()).toEqual([
    'Provsprinten',
    'Provbluffen',
    'Provtrailen',
    'Provgammal',
  ]);
  // A reviewed submission can only be deleted.
  expect(await row(page, 'Provgammal').getByRole('button').count()).toBe(1);
  await button(page, 'Avvisade 0').click();
  await page.getByText('Inga avvisade förfrågningar').waitFor();
  await button(page, 'Väntande 3').click();
  expect(new URL(page.url()).searchParams.get('status')).toBeNull();
  await page.reload();
  await row(page, 'Provsprinten').waitFor();
  expect(await isFilterPressed('Väntande 3')).toBe('true');
  expect(await row(page, 'Provgammal').count()).toBe(0);

  await button(page, 'Godkänn: Provsprinten').press('Enter');
  await waitForToast(page, 'Förfrågan har godkänts.');
  await row(page, 'Provsprinten').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Provbluffen');
  await page.getByRole('link', { name: 'Förfrågningar 2' }).waitFor();
  expect(await storedSubmission(approved.id)).toMatchObject({
    status: 'approved',
    admin_comments: 'Godkänd utan ändringar',
    reviewed_by: 'vera',
  });

  await button(page, 'Avvisa: Provbluffen').click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await storedSubmission(rejected.id))?.status).toBe('pending');
  await button(page, 'Avvisa: Provbluffen').press('Enter');
  await field(page, 'admin_comments').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('admin_comments');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Förfrågan har avvisats.');
  await row(page, 'Provbluffen').waitFor({ state: 'detached' });
  expect(await storedSubmission(rejected.id)).toMatchObject({
    status: 'rejected',
    admin_comments: 'Avvisad',
  });

  await row(page, 'Provtrailen').getByText('Möjlig dubblett').waitFor();
  await button(page, 'Redigera och granska: Provtrailen').click();
  await waitForDialogText(page, '”PROVTRAILEN” den 22 maj 2027 finns redan i kalendern.');
  expect(await page.getByRole('row', { name: /Plats Mora, Dalarna Orsa/ }).count()).toBe(1);
  expect(await page.getByRole('row', { name: /Distanser 10 km 5 km/ }).count()).toBe(1);
  const [eventsPage] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: /Visa evenemanget/ }).click(),
  ]);
  await eventsPage.waitForURL(/tab=events&q=PROVTRAILEN&date=all/);
  await eventsPage.close();
  await field(page, 'event_name').fill('');
  await button(page, 'Skicka beslut').click();
  await waitForDialogText(page, 'Vänligen fyll i alla obligatoriska fält');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('event_name');
  await field(page, 'event_name').fill('Provtrailen i Mora');
  await field(page, 'event_end_date').fill('2027-05-21');
  await button(page, 'Skicka beslut').click();
  await waitForDialogText(page, 'Slutdatum kan inte vara före startdatum.');
  await field(page, 'event_end_date').fill('2027-05-23');
  await field(page, 'admin_comments').fill('Vi har ändrat namnet.');
  await button(page, 'Stäng').click();
  await button(page, 'Fortsätt redigera').click();
  await button(page, 'Skicka beslut').click();
  await waitForToast(page, 'Förfrågan har godkänts.');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Inga väntande förfrågningar').waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Väntande'));
  expect(await storedSubmission(duplicate.id)).toMatchObject({
    event_name: 'Provtrailen i Mora',
    status: 'approved',
  });

  await button(page, 'Alla 4').click();
  await row(page, 'Provtrailen i Mora').getByText('Godkänd av vera').waitFor();
  await button(page, 'Ta bort förfrågan: Provbluffen').click();
  await waitForDialogText(page, 'Är du säker på att du vill ta bort förfrågan om "Provbluffen"?');
  await button(page, 'Avbryt').click();
  expect(await storedSubmission(rejected.id)).toBeDefined();
  await button(page, 'Ta bort förfrågan: Provbluffen').click();
  await page.locator('dialog').getByRole('button', { name: 'Ta bort' }).click();
  await waitForToast(page, 'Förfrågan har tagits bort.');
  await row(page, 'Provbluffen').waitFor({ state: 'detached' });
  expect(await storedSubmission(rejected.id)).toBeUndefined();
  expect(problems).toEqual([]);

  expect((await site.nextMail(rejected.submitter_email)).subject).toBe(
    'Ditt förslag till kalendern godkändes inte',
  );
  const mail = await site.nextMail(duplicate.submitter_email);
  expect(mail.text).toContain('Vi har ändrat namnet.');
  for (const [path, name] of [
    [mail.path, 'Provtrailen i Mora'],
    [(await site.nextMail(approved.submitter_email)).path, 'Provsprinten'],
  ] as const) {
    await page.goto(`${site.url}${path}`);
    await page.getByRole('article').getByRole('heading', { name, exact: true }).waitFor();
  }
  await close();
});

test('a submission on a phone is edited and approved, and reaches the mail and the calendar', async () => {
  const { id, submitter_email } = await createSubmission({
    event_name: 'Provjoggen',
    distances: ['5 km'],
    submitter_phone: '070-123 45 67',
  });
  const { page, problems, close } = await open('?tab=submissions&status=all', { size: 'phone' });
  await button(page, 'Redigera och granska: Provjoggen').tap();
  await waitForDialogText(page, '070-123 45 67');
  await untilSettled(page);
  const box = await page.locator('dialog').first().boundingBox();
  const edges = [box?.x, box?.y, box?.width, box?.height].map((edge) => Math.round(edge ?? -1));
  expect(edges).toEqual([0, 0, 390, 844]);
  expect((await button(page, 'Stäng').boundingBox())?.x).toBeLessThan(16);
  // The review has its own URL, which survives a reload.
  expect(new URL(page.url()).searchParams.get('review')).toBe(id);
  await page.reload();
  await field(page, 'distances').fill('21,1 km,');
  // Enter in a field without remaining text submits nothing.
  await field(page, 'distances').press('Enter');
  await page.getByRole('radio', { name: 'Avvisa' }).check();
  await waitForDialogText(page, 'Ändringar i uppgifterna sparas inte när du avvisar.');
  await page.getByRole('radio', { name: 'Godkänn' }).check();
  await field(page, 'admin_comments').fill('Välkomna!');
  await button(page, 'Stäng').tap();
  await waitForDialogText(page, 'Det du har ändrat är inte sparat.');
  await button(page, 'Fortsätt redigera').tap();
  await button(page, 'Godkänn').last().tap();
  await waitForToast(page, 'Förfrågan har godkänts.');
  await row(page, 'Provjoggen').getByText('Godkänd', { exact: true }).waitFor();
  expect(problems).toEqual([]);
  const mail = await site.nextMail(submitter_email);
  expect(mail.text).toContain('Välkomna!');
  await page.goto(`${site.url}${mail.path}`);
  const card = page.getByRole('article').filter({ hasText: 'Provjoggen' });
  await card.getByText('21,1 km').waitFor();
  await close();
});

test.each(sizes)(
  'the submissions tab and its dialogs have no axe violations and no overflow at %s size',
  async (size) => {
    const { db } = site;
    await makeEvent(db, { event_name: 'Provtvilling', event_date: '2027-05-22' });
    await createSubmission({ event_name: 'Provtvilling' });
    await createSubmission({
      event_name: 'Prov'.repeat(50),
      status: 'rejected',
      admin_comments: 'x'.repeat(300),
      reviewed_by: 'bo',
    });
    const { page, finish } = await open('?tab=submissions&status=all', {
      size,
      reducedMotion: 'reduce',
    });
    await row(page, 'Provtvilling').waitFor();
    const expectAccessible = async () => expect(await faultsIn(page, size)).toEqual([]);
    await expectAccessible();
    for (const action of ['Avvisa', 'Ta bort förfrågan', 'Redigera och granska']) {
      await button(page, `${action}: Provtvilling`).click();
      await page.getByRole('dialog').waitFor();
      await expectAccessible();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await finish();
  },
);
