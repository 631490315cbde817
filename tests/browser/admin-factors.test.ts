import { afterAll, expect, test } from 'bun:test';
import type { CDPSession, Page } from 'playwright-core';
import { codeAt, stepAt } from '#src/features/admins/factors/totp/rules.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import {
  axeInBothSchemes,
  axeViolations,
  horizontalOverflow,
  SIZES,
  type Size,
  toast,
  visit,
} from '#tests/support/browser.ts';
import { makeAdmin } from '#tests/support/content.ts';
import { type Site, startSite } from '#tests/support/site.ts';

const PASSWORD = 'Ordning2027';
/** So long ago that the password must be entered again. */
const LONG_AGO = '2027-01-15T08:00:00.000Z';

const site = await startSite();
const required = await startSite({ environment: { ADMIN_2FA: 'required' } });
const password_hash = await hashPassword(PASSWORD);
afterAll(async () => {
  await required.stop();
  await site.stop();
});

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const waitForTitle = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Whatever its first view is. */
const portalOn = (page: Page) => page.getByRole('navigation', { name: 'Flikar' }).waitFor();

/** Passkeys need a host name, so not the address of the server. */
const open = (on: Site, path: string, size: Size = 'desktop') =>
  visit(on.browser, `${on.url.replace('127.0.0.1', 'localhost')}${path}`, {
    now: on.context.now(),
    size,
    reducedMotion: 'reduce',
  });

async function logIn(page: Page, username: string) {
  await field(page, 'username').fill(username);
  await field(page, 'password').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

async function addAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

test('a passkey is added, logs in and confirms the password', async () => {
  await makeAdmin(site.db, { username: 'vera', password_hash });
  const { page, problems, close } = await open(site, '/admin/dashboard?tab=admins&view=own');
  await addAuthenticator(page);
  await logIn(page, 'vera');
  await waitForTitle(page, 'Ditt konto');
  await button(page, 'Lägg till passkey').click();
  await field(page, 'name').fill('Telefonen');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Återställningskoder' }).waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Tillbaka till koderna').click();
  await button(page, 'Jag har sparat koderna').click();
  await page.getByText('10 koder kvar').waitFor();

  await button(page, 'Logga ut').click();
  await logIn(page, 'vera');
  await button(page, 'Använd passkey').click();
  await portalOn(page);

  await site.sql`update admin_sessions set confirmed_at = ${LONG_AGO}`;
  await button(page, 'Administratörer').click();
  await page.getByRole('radio', { name: 'Ditt konto' }).check();
  await button(page, 'Ta bort: Telefonen').click();
  await page
    .getByRole('dialog', { name: 'Ta bort passkey' })
    .getByRole('button', { name: 'Ta bort' })
    .click();
  await field(page, 'password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await toast(page, 'Passkeyn är borttagen.');
  await page.getByText('Med ett andra steg räcker det inte').waitFor();
  // The browser logs the expected 401 and 403.
  expect(problems.filter((problem) => !/40[13]/.test(problem))).toEqual([]);
  await close();
});

test.each(Object.keys(SIZES) as Size[])(
  'where a second factor is required, an app for codes is added by keyboard alone and then used, at %s size',
  async (size) => {
    const username = `anna-${size}`;
    await makeAdmin(required.context.database.db, { username, password_hash });
    const { page, close } = await open(required, '/admin/dashboard?tab=banners', size);
    const codeNow = (secret: string, offset = 0) => codeAt(secret, stepAt(required.context.now()) + offset);
    const expectAccessible = async () => {
      expect(await axeInBothSchemes(page)).toEqual([]);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    };
    await logIn(page, username);
    await waitForTitle(page, 'Lägg till tvåstegsinloggning');
    await expectAccessible();
    await button(page, 'Lägg till app för koder').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'QR-kod för din app' }).waitFor();
    await expectAccessible();
    const secret = ((await page.locator('.totp-secret-text code').textContent()) ?? '').replaceAll(' ', '');
    await field(page, 'code').fill('000000');
    await page.keyboard.press('Enter');
    await page.getByText('Koden stämmer inte').waitFor();
    await field(page, 'code').fill(await codeNow(secret));
    await page.keyboard.press('Enter');
    const codes = page.getByRole('list', { name: 'Återställningskoder' }).getByRole('listitem');
    await codes.first().waitFor();
    const recoveryCode = (await codes.first().textContent()) ?? '';
    await expectAccessible();
    await button(page, 'Jag har sparat koderna').focus();
    await page.keyboard.press('Enter');
    await waitForTitle(page, 'Banners');

    const logOut = async () => {
      if (size === 'phone') {
        await button(page, 'Meny').click();
        await page.getByRole('menuitem', { name: 'Logga ut' }).click();
      } else await button(page, 'Logga ut').click();
    };
    await logOut();
    await logIn(page, username);
    await page.getByText('Lösenordet stämmer.').waitFor();
    expect(await field(page, 'code').evaluate((input) => input === document.activeElement)).toBe(true);
    await expectAccessible();
    // That of the current step was used already.
    await page.keyboard.type(await codeNow(secret, 1));
    await page.keyboard.press('Enter');
    await portalOn(page);

    await logOut();
    await logIn(page, username);
    await button(page, 'Skriv en återställningskod i stället').click();
    await field(page, 'code').fill(recoveryCode);
    await page.keyboard.press('Enter');
    await portalOn(page);
    await close();
  },
);

test.each(Object.keys(SIZES) as Size[])(
  'admins are added and removed, and sessions end, at %s size',
  async (size) => {
    const { db } = site;
    await site.sql`delete from admins`;
    await makeAdmin(db, { username: 'vera', password_hash });
    const { page, close } = await open(site, '/admin/dashboard?tab=admins', size);
    await logIn(page, 'vera');
    await waitForTitle(page, 'Administratörer');
    await page.getByText(/^(Saknas|Utan tvåstegsinloggning)$/).waitFor();
    expect(await axeInBothSchemes(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    await button(page, 'Lägg till').click();
    await field(page, 'username').fill('olle');
    await field(page, 'password').fill('Annat-losen1');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await toast(page, 'olle är tillagd');
    await page.getByText('Tillfälligt lösenord', { exact: true }).waitFor();
    if (size === 'phone') {
      await button(page, 'Åtgärder för olle').click();
      await page.getByRole('menuitem', { name: 'Ta bort' }).click();
    } else await button(page, 'Ta bort: olle').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ta bort' }).click();
    await toast(page, 'Administratören är borttagen.');
    await page.getByText('olle', { exact: true }).waitFor({ state: 'detached' });

    await page.getByRole('radio', { name: 'Ditt konto' }).check();
    await page.getByText('Chrome på Linux').waitFor();
    expect(await axeInBothSchemes(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    await button(page, 'Logga ut överallt annars').click();
    await toast(page, 'Du är utloggad överallt annars.');
    await page.getByText('Okänd enhet').waitFor({ state: 'detached' });
    await field(page, 'email').fill('vera@example.se');
    await field(page, 'wants_digest').check({ force: true });
    await button(page, 'Spara').click();
    await toast(page, 'Veckobrevet är sparat.');
    await close();
  },
);
