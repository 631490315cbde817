import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { toast } from '#tests/support/browser.ts';
import { asMember } from '#tests/support/inbox.ts';
import {
  dialog,
  exactButton,
  expectNoViolations,
  isFocusLost,
  PASSWORD,
  row,
  startMarketPortal,
  waitForCount,
} from '#tests/support/market-portal.ts';

let world: Awaited<ReturnType<typeof portal.fill>>;
const portal = await startMarketPortal();
afterAll(() => portal.site.stop());
beforeEach(async () => {
  world = await portal.fill();
});

describe('the users tab', () => {
  test('finds a member by name, e-mail or phone, and shows an edit on the public page', async () => {
    const { page, finish } = await portal.open('?tab=marketplace-users');
    await row(page, /Anna Lindqvist/).waitFor();
    await expectNoViolations(page);
    for (const query of ['anna LIND', 'ANNA@example', '070 111', '0701112233']) {
      await page.locator('[name="q"]').fill(query);
      await waitForCount(page, '.data-table tbody tr', 1);
      await row(page, /Anna Lindqvist/).waitFor();
    }
    await row(page, /Anna/)
      .getByRole('button', { name: /^Redigera/ })
      .click();
    const editDialog = dialog(page, 'Redigera användare');
    expect(await editDialog.locator('[name="email"]').isEditable()).toBe(false);
    await editDialog.locator('[name="full_name"]').fill('Anna Ny');
    await editDialog.locator('[name="phone_number"]').fill('');
    await editDialog.getByRole('button', { name: 'Spara' }).click();
    await editDialog.getByText('Alla fält måste fyllas i').waitFor();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await dialog(page, 'Stänga utan att spara?').getByRole('button', { name: 'Fortsätt redigera' }).click();
    await editDialog.locator('[name="phone_number"]').fill('08-22 33');
    await editDialog.getByRole('button', { name: 'Spara' }).click();
    await toast(page, 'Användare uppdaterad');
    await page.locator('[name="q"]').fill('0822');
    await row(page, /Anna Ny/).waitFor();
    await portal.visitor.page.goto(`${portal.site.url}/marketplace`);
    await portal.visitor.page.getByText('Anna Ny').waitFor();
    await finish();
  });

  test('suspends a member (logged out, ads hidden), ends the suspension and deletes the member', async () => {
    const member = await portal.site.visit('/marketplace/profile', { prepare: asMember(world.anna) });
    await member.page.getByText('Medlem sedan').waitFor();
    const { page, finish } = await portal.open('?tab=marketplace-users');
    await page.getByRole('link', { name: 'Anna Lindqvist' }).click();
    await exactButton(page, 'Stäng av').click();
    await expectNoViolations(page);
    await dialog(page, 'Stäng av användare').getByRole('button', { name: 'Stäng av' }).click();
    await toast(page, 'Användare uppdaterad');
    await dialog(page, 'Anna Lindqvist').getByText('Avstängd').waitFor();
    expect((await portal.readPublicPages()).ads).toEqual([]);

    await member.page.getByRole('link', { name: 'Startplatsmarknaden' }).first().click();
    await member.page.reload();
    await member.page.getByRole('link', { name: 'Logga in' }).first().click();
    await member.page.locator('form [name="email"]').fill('anna@example.se');
    await member.page.locator('form [name="password"]').fill(PASSWORD);
    await member.page.locator('form button[type="submit"]').click();
    await member.page.getByText('Ditt konto är avstängt. Kontakta administratören.').first().waitFor();
    await member.close();

    await exactButton(page, 'Öppna kontot').click();
    await dialog(page, 'Öppna kontot').getByRole('button', { name: 'Öppna kontot' }).click();
    await page.locator('button:focus', { hasText: /^Stäng av$/ }).waitFor();
    expect((await portal.readPublicPages()).ads).toEqual([world.ad.order_number]);

    await exactButton(page, 'Ta bort').click();
    const question = dialog(page, 'Ta bort användare');
    await question
      .getByText(
        'Detta raderar även alla relaterade meddelanden, annonser och rapporter om användaren. Rapporter som användaren har gjort om andra står kvar. Inte heller en äldre backup tar tillbaka användaren.',
      )
      .waitFor();
    await question.getByRole('button', { name: 'Ta bort' }).click();
    await toast(page, 'Användare borttagen');
    await waitForCount(page, 'dialog', 0);
    await waitForCount(page, '.data-table tbody tr', 1);
    expect(await isFocusLost(page)).toBe(false);
    expect((await portal.readPublicPages()).ads).toEqual([]);
    expect(await portal.site.sql`select id from marketplace_users`).toHaveLength(1);
    await finish();
  });
});

test('a report from a member is reviewed on a phone, and its ad is hidden and shown', async () => {
  const member = await portal.site.visit('/marketplace', { size: 'phone', prepare: asMember(world.bo) });
  await member.page
    .getByRole('button', { name: /rapportera/i })
    .first()
    .click();
  await member.page.locator('dialog [name="reason"]').selectOption('fraud');
  await member.page.locator('dialog [name="description"]').fill('Platsen fanns inte.');
  await member.page.getByRole('button', { name: 'Skicka rapport' }).click();
  await toast(member.page, 'Rapport skickad. Vi kommer granska ärendet.');
  await member.close();

  const { page, finish } = await portal.open('', { size: 'phone' });
  const tab = page.getByRole('link', { name: /^Användare/ });
  await page.waitForFunction(() => document.querySelector('.portal-tab .counter-loud'));
  expect(await tab.textContent()).toStartWith('Användare1');
  await tab.click();
  await page.locator('[name="view"][value="reports"]').check();
  const report = page.getByRole('article', { name: 'Bedrägeri: Anna Lindqvist' });
  await report.getByText('Platsen fanns inte.').waitFor();
  await expectNoViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  await report.getByRole('link', { name: /SP-/ }).click();
  await exactButton(page, 'Inaktivera').click();
  await dialog(page, 'Inaktivera annons').getByRole('button', { name: 'Inaktivera' }).click();
  await toast(page, 'Annons inaktiverad');
  expect(await portal.readPublicPages()).toEqual({ ads: [], cardCount: 'none' });
  await page.getByRole('button', { name: 'Stäng' }).first().click();
  await waitForCount(page, 'dialog', 0);
  await page.getByRole('button', { name: `Åtgärder för ${world.ad.order_number} Provloppet` }).click();
  await expectNoViolations(page);
  await page.getByRole('menuitem', { name: 'Aktivera', exact: true }).click();
  await toast(page, 'Annons aktiverad');

  await page.goBack();
  await report.getByRole('button', { name: 'Markera som hanterad' }).click();
  await toast(page, 'Rapport markerad som hanterad');
  await report.getByText('Hanterad', { exact: true }).waitFor();
  expect(await isFocusLost(page)).toBe(false);
  await waitForCount(page, '.portal-tab .counter-loud', 0);
  expect((await portal.site.sql`select status from reports`)[0]?.status).toBe('handled');
  await report.getByRole('link', { name: 'Anna Lindqvist' }).click();
  const userDialog = dialog(page, 'Anna Lindqvist');
  await userDialog.getByRole('button', { name: 'Öppna igen' }).click();
  await toast(page, 'Rapport öppnad igen');
  await userDialog.getByText('Ny', { exact: true }).waitFor();
  await expectNoViolations(page);
  await finish();
});
