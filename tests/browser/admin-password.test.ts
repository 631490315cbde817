import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { admins } from '#db/schema/index.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { axeInBothSchemes, axeViolations, SIZES, type Size, toast } from '#tests/support/browser.ts';
import { makeAccount, makeAdmin } from '#tests/support/content.ts';
import { siteOfFile } from '#tests/support/site.ts';

const GENERATED = 'k3-Generated_pw_20xy';
const PASSWORD = 'Ordning2027';
/** So long ago that the password must be entered again. */
const LONG_AGO = '2027-01-15T08:00:00.000Z';

const site = await siteOfFile();
const passwordHash = await hashPassword(PASSWORD);

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const waitForTitle = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const passwordDialog = (page: Page) => page.getByRole('dialog', { name: 'Bekräfta ditt lösenord' });

async function logIn(page: Page, username: string, password: string) {
  await field(page, 'username').fill(username);
  await field(page, 'password').fill(password);
  await button(page, 'Logga in').click();
}
async function fillNewPassword(page: Page, password: string, current = PASSWORD) {
  await field(page, 'current_password').fill(current);
  await field(page, 'new_password').fill(password);
  await field(page, 'confirm_password').fill(password);
}
const expireConfirmations = () => site.sql`update admin_sessions set confirmed_at = ${LONG_AGO}`;
const createAdmin = (username: string, row = {}) =>
  makeAdmin(site.db, { username, password_hash: passwordHash, ...row });

test('the first login requires a new password and then opens the portal, by keyboard alone', async () => {
  await createAdmin('admin', { password_hash: await hashPassword(GENERATED), must_change_password: true });
  const { page, close } = await site.visit('/admin/dashboard?tab=banners');
  await logIn(page, 'admin', GENERATED);
  await waitForTitle(page, 'Välj ett nytt lösenord');
  await fillNewPassword(page, GENERATED, GENERATED);
  await page.keyboard.press('Enter');
  await page.getByText('Välj ett annat lösenord än det du har nu.').waitFor();
  expect(await field(page, 'new_password').evaluate((input) => input === document.activeElement)).toBe(true);
  await fillNewPassword(page, 'Mitt-eget-2027', GENERATED);
  await page.keyboard.press('Enter');
  await toast(page, 'Lösenordet är bytt.');
  await waitForTitle(page, 'Banners');
  await button(page, 'Logga ut').click();
  await logIn(page, 'admin', 'Mitt-eget-2027');
  await waitForTitle(page, 'Att göra');
  await close();
});

test('deleting a member asks for the password and deletes nothing after a cancel', async () => {
  await makeAccount(site.db, { full_name: 'Bo Bort', email: 'bo@example.se' });
  await createAdmin('vera');
  const { page, close } = await site.visit('/admin/dashboard?tab=marketplace-users');
  await logIn(page, 'vera', PASSWORD);
  await waitForTitle(page, 'Användare');
  await expireConfirmations();
  await page
    .getByRole('row', { name: /Bo Bort/ })
    .getByRole('button', { name: /^Ta bort/ })
    .click();
  const pressDelete = async () => {
    await page
      .getByRole('dialog', { name: 'Ta bort användare' })
      .getByRole('button', { name: 'Ta bort' })
      .click();
    await passwordDialog(page).waitFor();
  };
  await pressDelete();
  expect(await field(page, 'password').evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await passwordDialog(page).waitFor({ state: 'detached' });
  expect(await site.sql`select from marketplace_users where full_name = 'Bo Bort'`).toHaveLength(1);
  await pressDelete();
  await field(page, 'password').fill('fel');
  await page.keyboard.press('Enter');
  await page.getByText('Fel lösenord. Försök igen.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await field(page, 'password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await toast(page, 'Användare borttagen');
  expect(await site.sql`select from marketplace_users where full_name = 'Bo Bort'`).toHaveLength(0);
  await close();
});

test('an export is saved after the password is entered', async () => {
  await createAdmin('olle');
  const { page, close } = await site.visit('/admin/dashboard');
  await logIn(page, 'olle', PASSWORD);
  await waitForTitle(page, 'Att göra');
  await expireConfirmations();
  await button(page, 'Backup').click();
  await page.getByRole('menuitem', { name: 'Exportera backup' }).click();
  await button(page, 'Exportera').click();
  await field(page, 'password').fill(PASSWORD);
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Fortsätt').click()]);
  expect(download.suggestedFilename()).toEndWith('.json');
  await toast(page, 'Backup exporterad');
  await close();
});

test.each(Object.keys(SIZES) as Size[])(
  'the password dialogs have no axe violations at %s size',
  async (size) => {
    await site.db.delete(admins);
    await createAdmin('first', { must_change_password: true });
    const { page, close } = await site.visit('/admin/dashboard', { size, reducedMotion: 'reduce' });
    const hasNoOverflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    /** `isBusy`: a spinner keeps the page from settling, so this waits a fixed time instead. */
    const expectAccessible = async ({ isBusy = false } = {}) => {
      if (isBusy) await Bun.sleep(500);
      expect(isBusy ? await axeViolations(page) : await axeInBothSchemes(page)).toEqual([]);
      expect(await hasNoOverflow()).toBe(true);
    };
    await logIn(page, 'first', PASSWORD);
    await waitForTitle(page, 'Välj ett nytt lösenord');
    await expectAccessible();
    await fillNewPassword(page, 'Mitt-eget-2029');
    await button(page, 'Spara nytt lösenord').click();
    await waitForTitle(page, 'Att göra');
    await expectAccessible();
    await expireConfirmations();
    if (size === 'phone') {
      await button(page, 'Meny').click();
      await page.getByRole('menuitem', { name: 'Byt lösenord' }).click();
    } else await button(page, 'Byt lösenord').click();
    await fillNewPassword(page, 'Mitt-eget-2030', 'fel');
    await button(page, 'Spara').click();
    await page.getByText('Fel lösenord. Försök igen.').waitFor();
    await expectAccessible();
    await fillNewPassword(page, 'Mitt-eget-2030', 'Mitt-eget-2029');
    await button(page, 'Spara').click();
    // Not the toast: that of the first change may still be there.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expireConfirmations();
    await button(page, size === 'phone' ? 'Meny' : 'Backup').click();
    await page.getByRole('menuitem', { name: 'Exportera backup' }).click();
    await button(page, 'Exportera').click();
    await passwordDialog(page).waitFor();
    await expectAccessible({ isBusy: true });
    await close();
  },
);
