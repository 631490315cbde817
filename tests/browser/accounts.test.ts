import { beforeEach, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { FORM, newMember, PASSWORD, sessionStatus, tokenOf } from '#tests/support/accounts.ts';
import { axeInBothSchemes, horizontalOverflow, SIZES, toast, untilSettled } from '#tests/support/browser.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();
beforeEach(async () => {
  await site.sql`delete from rate_limits`;
});

const field = (page: Page, name: string) => page.locator(`form [name="${name}"]`);
const fill = async (page: Page, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
};
const press = (page: Page, name: string) => page.locator('main').getByRole('button', { name }).click();
const waitForAlert = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).first().waitFor();
const waitForPath = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path);

/** Without the lines that the browser logs for each error response. */
const withoutErrorResponses = (problems: string[]) =>
  problems.filter((text) => !text.startsWith('Failed to load resource'));

describe('a member on a phone', () => {
  const open = (path: string) => site.visit(path, { size: 'phone', reducedMotion: 'reduce' });

  async function expectAccessible(page: Page): Promise<void> {
    for (const size of [SIZES.desktop, SIZES.phone]) {
      await page.setViewportSize(size);
      expect(await axeInBothSchemes(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize(SIZES.phone);
  }

  test('registers, verifies the address, logs in and logs out, with accessible forms', async () => {
    const email = 'cecilia@example.se';
    const { page, problems, close } = await open('/marketplace/register');
    await fill(page, {
      ...FORM,
      email,
      full_name: 'Cecilia Ek',
      password: PASSWORD,
      confirm_password: 'X',
    });
    await field(page, 'email').focus();
    await waitForAlert(page, 'Lösenorden matchar inte');
    await expectAccessible(page);
    await fill(page, { confirm_password: PASSWORD });
    await press(page, 'Registrera');
    await toast(page, 'Registrering lyckades! Kolla din e-post för att verifiera ditt konto.');
    await page.getByRole('heading', { name: 'Logga in', level: 1 }).waitFor();
    await fill(page, { email, password: PASSWORD });
    await press(page, 'Logga in');
    await waitForAlert(page, 'Vänligen verifiera din e-post innan du loggar in.');
    await expectAccessible(page);
    await page.goto(`${site.url}/marketplace/verify/unknown`);
    await waitForAlert(page, 'Verifieringslänken är ogiltig eller har gått ut.');
    await expectAccessible(page);
    await page.goto(site.url + (await site.nextMail(email)).path);
    await page.getByText('Din e-post är verifierad. Du kan nu logga in.').waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Gå till inloggning' }).click();
    await page.getByRole('heading', { name: 'Logga in', level: 1 }).waitFor();
    await fill(page, { email: 'cecilia.ek', password: PASSWORD });
    await page.keyboard.press('Enter');
    await toast(page, 'Inloggning lyckades! Omdirigerar...');
    await waitForPath(page, '/marketplace');
    await page.getByText('Välkommen, Cecilia').waitFor();
    await page.getByRole('button', { name: 'Jag' }).click();
    await page.getByRole('button', { name: 'Logga ut' }).click();
    await toast(page, 'Du har loggats ut');
    const storedKeys = await page.evaluate(() => Object.keys(localStorage));
    expect(storedKeys.filter((key) => key !== 'market_info_seen')).toEqual([]);
    expect(withoutErrorResponses(problems)).toEqual([]);
    await close();
  });

  test('resets a forgotten password and ends the old session', async () => {
    const email = await newMember(site, { email: 'frida@example.se', full_name: 'Frida Fors' });
    const oldToken = await tokenOf(site, email);
    const { page, problems, close } = await open('/marketplace/forgot-password');
    await field(page, 'email').waitFor();
    await press(page, 'Skicka återställningslänk');
    await waitForAlert(page, 'Ange din e-postadress');
    await expectAccessible(page);
    await fill(page, { email });
    await press(page, 'Skicka återställningslänk');
    await toast(page, 'Återställningslänk skickad! Kolla din e-post.');
    await expectAccessible(page);

    let link = '';
    while (!link.includes('reset-password')) link = (await site.nextMail(email)).path;
    await page.goto(site.url + link);
    await fill(page, { new_password: 'loppetloppet', confirm_password: 'loppetloppet' });
    await press(page, 'Spara nytt lösenord');
    await waitForAlert(page, 'Lösenordet uppfyller inte kraven');
    await expectAccessible(page);
    await fill(page, { new_password: 'Loppet2028', confirm_password: 'Loppet2028' });
    await press(page, 'Spara nytt lösenord');
    await toast(page, 'Lösenordet har återställts! Du kan nu logga in.');
    await waitForPath(page, '/marketplace/login');
    expect(await sessionStatus(site, oldToken)).toBe(401);
    await tokenOf(site, email, 'Loppet2028');
    expect(withoutErrorResponses(problems)).toEqual([]);
    await close();
  });
});

test('the header with a long member name fits from 1010 to 1280 px and has targets of 44 px', async () => {
  const full_name = 'Maria Magdalena Johansson-Lindqvist af Petersens';
  const email = await newMember(site, { email: 'maria@example.se', full_name });
  const { page, finish } = await site.visit('/contact', { reducedMotion: 'reduce' });
  const { body } = await site.api<{ access_token: string; user: object }>('POST /marketplace/login', {
    body: { email, password: PASSWORD },
  });
  await page.evaluate(({ access_token, user }) => {
    localStorage.setItem('marketplace_token', access_token);
    localStorage.setItem('marketplace_user', JSON.stringify(user));
  }, body);
  await page.reload();
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: full_name }).waitFor();
  for (const width of [1010, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.waitForFunction(
      () => document.querySelector<HTMLElement>('.header-row')?.offsetHeight === 68,
      undefined,
      { timeout: 3000 },
    );
    await untilSettled(page);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    const boxes = await header.locator('a:visible, button:visible').evaluateAll((all) =>
      all.map((element) => {
        const { left, right, height } = element.getBoundingClientRect();
        return { left, right, height };
      }),
    );
    for (const [index, box] of boxes.entries()) {
      expect(box.height).toBeGreaterThanOrEqual(44);
      expect(box.left).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? 0);
    }
  }
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await axeInBothSchemes(page)).toEqual([]);
  await finish();
});
