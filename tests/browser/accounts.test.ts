import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { issueReset, issueVerification } from '../../src/features/accounts/links/service';
import { connect } from '../../src/platform/database';
import { FORM, newMember, PASSWORD, resetOf, statusOf, tokenOf, verificationOf } from '../support/accounts';
import { axeViolations, SCHEMES, SIZES, type Size, settled } from '../support/browser';
import { type Site, startSite } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite({ mail: true });
});
afterAll(() => site.stop());
beforeEach(async () => {
  await site.sql`delete from rate_limits`;
});

const sizes = Object.keys(SIZES) as Size[];
const AWAY_SENTENCE = 'Tjänsten är tillfälligt otillgänglig. Försök igen om en stund.';
const WAIT_SENTENCE = 'Du har gjort det här för många gånger. Vänta en stund och försök igen.';

const field = (page: Page, name: string) => page.locator(`form [name="${name}"]`);
const fill = async (page: Page, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
};
const press = (page: Page, name: string) => page.locator('main').getByRole('button', { name }).click();
const alert = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).first().waitFor();
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]', { hasText: text }).waitFor();
const at = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path);
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.tagName);
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The state as it stands: axe finds nothing in either theme, and nothing is wider than a narrow phone. */
async function isSound(page: Page, size: Size): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    expect(await axeViolations(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize(SIZES[size]);
}

/** What the product says of an answer that is no success is its own; the browser writes a line of each as well. */
const faults = (problems: string[]) => problems.filter((text) => !text.startsWith('Failed to load resource'));

/** While `act` runs, whoever asks for accounts, limits or mails waits in vain: the database answers nobody. */
async function withoutDatabase(act: () => Promise<unknown>): Promise<void> {
  const other = connect(site.target, { max: 1 });
  try {
    await other.begin(async (sql) => {
      await sql`lock table marketplace_users, marketplace_tokens, rate_limits, outbox in access exclusive mode`;
      await act();
    });
  } finally {
    await other.end();
  }
}

/** The site as it was so many hours ago: what it gave out then has aged since. */
const hoursAgo = (hours: number) => ({
  ...site.context,
  now: () => new Date(site.context.now().getTime() - hours * 3_600_000),
});

describe.each(sizes)('at the size of a %s', (size) => {
  const address = (name: string) => `${name}.${size}@example.se`;
  const open = (path: string) => site.visit(path, { size, reducedMotion: 'reduce' });

  test('registration: what is missing, weak or unlike; over the limit; without server; then done', async () => {
    const { page, problems, close } = await open('/marketplace/register');
    const person = { ...FORM, email: address('bertil'), full_name: 'Bertil Berg' };
    await field(page, 'email').waitFor();
    await isSound(page, size);
    const button = page.getByRole('button', { name: 'Registrera' });
    expect(await button.isDisabled()).toBe(true);
    await fill(page, { ...person, password: 'loppet2027', confirm_password: 'Loppet' });
    await field(page, 'email').focus();
    await alert(page, 'Lösenordet uppfyller inte kraven');
    await alert(page, 'Lösenorden matchar inte');
    expect(await button.isDisabled()).toBe(true);
    await isSound(page, size);
    await fill(page, { password: PASSWORD });
    expect(await page.locator('.checklist-met').count()).toBe(4);
    await button.click();
    await alert(page, 'Lösenorden matchar inte');
    expect(await focused(page)).toBe('confirm_password');
    await fill(page, { confirm_password: PASSWORD });
    for (const missing of ['email', 'full_name', 'phone_number', 'confirm_password'] as const) {
      await fill(page, { [missing]: ' '.repeat(missing === 'confirm_password' ? 0 : 1) });
      await button.click();
      await alert(page, 'Vänligen fyll i alla fält');
      expect(await focused(page)).toBe(missing);
      await fill(page, { [missing]: person[missing] });
    }
    await fill(page, { email: 'bertil@' });
    await button.click();
    await alert(page, 'Ange en giltig e-postadress.');
    await fill(page, { email: person.email });

    await withoutDatabase(async () => {
      await button.click();
      await alert(page, AWAY_SENTENCE);
    });
    await page.context().setOffline(true);
    await button.click();
    await alert(page, 'Registrering misslyckades. Försök igen.');
    await page.context().setOffline(false);
    await site.sql`delete from rate_limits`;
    for (let tries = 0; tries < 10; tries++) await site.api('POST /marketplace/register', { body: {} });
    await button.click();
    await alert(page, WAIT_SENTENCE);
    await isSound(page, size);
    expect(await field(page, 'password').inputValue()).toBe(PASSWORD);

    await site.sql`delete from rate_limits`;
    await button.click();
    await toast(page, 'Registrering lyckades! Kolla din e-post för att verifiera ditt konto.');
    expect(await field(page, 'email').inputValue()).toBe('');
    await at(page, '/marketplace/login');
    await site.nextMail(person.email);
    expect(faults(problems)).toEqual([]);
    await close();
  });

  test('login: refused unverified, the link once more, verified by it, and in', async () => {
    const email = address('cecilia');
    await site.api('POST /marketplace/register', { body: { ...FORM, email, full_name: `Cecilia ${size}` } });
    const first = await site.nextMail(email);
    const { page, problems, close } = await open('/marketplace/login');
    await field(page, 'email').waitFor();
    await isSound(page, size);
    await press(page, 'Logga in');
    await alert(page, 'Vänligen fyll i alla fält');
    expect(await focused(page)).toBe('email');

    const username = `cecilia.${size}`;
    await fill(page, { email: username, password: PASSWORD });
    await press(page, 'Logga in');
    // A user name logs in once the address is verified.
    await alert(page, 'Felaktig e-post eller lösenord.');
    await fill(page, { email });
    await press(page, 'Logga in');
    await alert(page, 'Vänligen verifiera din e-post innan du loggar in.');
    await press(page, 'Skicka en ny verifieringslänk');
    await page.getByText('Om kontot finns och inte är verifierat har vi skickat en ny länk.').waitFor();
    await isSound(page, size);
    const second = await site.nextMail(email);
    expect(second.path).not.toBe(first.path);

    await page.goto(site.url + second.path);
    await page.getByText('Din e-post är verifierad. Du kan nu logga in.').waitFor();
    await isSound(page, size);
    await page.getByRole('link', { name: 'Gå till inloggning' }).click();
    await fill(page, { email: username, password: PASSWORD });
    await page.keyboard.press('Enter');
    await toast(page, 'Inloggning lyckades! Omdirigerar...');
    await page
      .getByRole('banner')
      .getByRole('link', { name: `Cecilia ${size}` })
      .waitFor();
    await at(page, '/marketplace');
    await page.getByRole('banner').getByRole('link', { name: 'Meddelanden' }).waitFor();
    await isSound(page, size);

    // Who is logged in has nothing to do there.
    await page.goto(`${site.url}/marketplace/login`);
    await at(page, '/marketplace');
    await page.goto(`${site.url}/marketplace/register`);
    await at(page, '/marketplace');
    await page.getByRole('banner').getByRole('button', { name: 'Logga ut' }).click();
    await toast(page, 'Du har loggats ut');
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect(faults(problems)).toEqual([]);
    await close();
  });

  test('login: wrong, suspended, over the limit, without database, without network', async () => {
    const email = await newMember(site, { email: address('david'), full_name: 'David Dahl' });
    const { page, problems, close } = await open('/marketplace/login');
    await field(page, 'email').waitFor();
    await fill(page, { email, password: 'Fel12345' });
    await press(page, 'Logga in');
    await alert(page, 'Felaktig e-post eller lösenord.');
    await isSound(page, size);
    expect(await field(page, 'password').inputValue()).toBe('Fel12345');

    await site.sql`update marketplace_users set is_suspended = true where email = ${email}`;
    await fill(page, { password: PASSWORD });
    await press(page, 'Logga in');
    await alert(page, 'Ditt konto är avstängt. Kontakta administratören.');
    await isSound(page, size);
    await site.sql`update marketplace_users set is_suspended = false where email = ${email}`;

    for (let tries = 0; tries < 10; tries++) {
      await site.api('POST /marketplace/login', { body: { email, password: 'Fel12345' } });
    }
    await press(page, 'Logga in');
    await alert(page, 'Inloggning misslyckades. Försök igen.');
    await alert(page, WAIT_SENTENCE);
    await isSound(page, size);
    await site.sql`delete from rate_limits`;

    await withoutDatabase(async () => {
      await press(page, 'Logga in');
      await page.getByText(WAIT_SENTENCE).waitFor({ state: 'detached' });
      await alert(page, 'Inloggning misslyckades. Försök igen.');
      await alert(page, 'Tjänsten är tillfälligt otillgänglig. Försök igen om en stund.');
    });
    await site.sql`delete from rate_limits`;
    await fill(page, { password: 'Fel12345' });
    await press(page, 'Logga in');
    await alert(page, 'Felaktig e-post eller lösenord.');
    await page.context().setOffline(true);
    await press(page, 'Logga in');
    await page.getByText('Felaktig e-post eller lösenord.').waitFor({ state: 'detached' });
    await alert(page, 'Inloggning misslyckades. Försök igen.');
    expect(faults(problems)).toEqual([]);
    await close();
  });

  test('verification: a link that never was, one that is a day old, and none to the server', async () => {
    const email = address('erik');
    await site.api('POST /marketplace/register', { body: { ...FORM, email } });
    const old = await issueVerification(hoursAgo(25), { email });
    const { page, problems, close } = await open('/marketplace/verify/finns-inte');
    await alert(page, 'Verifieringslänken är ogiltig eller har gått ut.');
    await isSound(page, size);
    await page.goto(`${site.url}/marketplace/verify/${old?.token}`);
    await alert(page, 'Verifieringslänken är ogiltig eller har gått ut.');
    await page.getByRole('link', { name: 'Registrera dig igen' }).waitFor();
    await press(page, 'Skicka en ny verifieringslänk');
    await alert(page, 'Ange din e-postadress');
    await fill(page, { email });
    await press(page, 'Skicka en ny verifieringslänk');
    await page.getByText('Om kontot finns och inte är verifierat har vi skickat en ny länk.').waitFor();

    // Twice is as good as once (D8).
    const token = await verificationOf(site, email);
    for (const _ of [1, 2]) {
      await page.goto(`${site.url}/marketplace/verify/${token}`);
      await page.getByText('Din e-post är verifierad. Du kan nu logga in.').waitFor();
    }
    await page.locator('main').getByRole('link', { name: 'Gå till inloggning' }).click();
    await field(page, 'password').waitFor();
    await page.context().setOffline(true);
    await page.goBack();
    await alert(page, 'Verifiering misslyckades');
    expect(faults(problems)).toEqual([]);
    await close();
  });

  test('forgot and reset: each sentence, a link that is used, old or none; the old session is dead', async () => {
    const email = await newMember(site, { email: address('frida'), full_name: 'Frida Fors' });
    const session = await tokenOf(site, email);
    const { page, problems, close } = await open('/marketplace/forgot-password');
    await field(page, 'email').waitFor();
    await isSound(page, size);
    await press(page, 'Skicka återställningslänk');
    await alert(page, 'Ange din e-postadress');
    await isSound(page, size);
    await fill(page, { email });
    await withoutDatabase(async () => {
      await press(page, 'Skicka återställningslänk');
      await alert(page, 'Något gick fel. Försök igen.');
    });
    await site.sql`delete from rate_limits`;
    for (let tries = 0; tries < 10; tries++)
      await site.api('POST /marketplace/forgot-password', { body: {} });
    await press(page, 'Skicka återställningslänk');
    await alert(page, WAIT_SENTENCE);
    await site.sql`delete from rate_limits`;
    await press(page, 'Skicka återställningslänk');
    await toast(page, 'Återställningslänk skickad! Kolla din e-post.');
    await page.getByText(email).waitFor();
    await isSound(page, size);
    await press(page, 'Försök igen');
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'email');

    const save = () => press(page, 'Spara nytt lösenord');
    let link = '';
    while (!link.includes('reset-password')) link = (await site.nextMail(email)).path;
    await page.goto(site.url + link);
    await field(page, 'new_password').waitFor();
    await isSound(page, size);
    await save();
    await alert(page, 'Fyll i alla fält');
    await fill(page, { new_password: 'Lopp1', confirm_password: 'Lopp2' });
    await save();
    await alert(page, 'Lösenorden matchar inte');
    await fill(page, { confirm_password: 'Lopp1' });
    await save();
    await alert(page, 'Lösenordet måste vara minst 8 tecken');
    await fill(page, { new_password: 'loppetloppet', confirm_password: 'loppetloppet' });
    await save();
    await alert(page, 'Lösenordet uppfyller inte kraven');
    await isSound(page, size);
    await fill(page, { new_password: 'Loppet2028', confirm_password: 'Loppet2028' });
    await save();
    await toast(page, 'Lösenordet har återställts! Du kan nu logga in.');
    await at(page, '/marketplace/login');
    expect(await statusOf(site, session)).toBe(401);
    await tokenOf(site, email, 'Loppet2028');

    const old = await issueReset(hoursAgo(2), email);
    const used = await resetOf(site, email);
    await site.api(`POST /marketplace/reset-password/${used}`, { body: { new_password: 'Loppet2029' } });
    for (const token of [used, old?.token, 'finns-inte']) {
      await page.goto(`${site.url}/marketplace/reset-password/${token}`);
      await fill(page, { new_password: 'Loppet2030', confirm_password: 'Loppet2030' });
      await save();
      await alert(page, 'Ogiltig eller utgången återställningslänk');
    }
    await isSound(page, size);
    const failed = async () => {
      await save();
      await page.getByText('Ogiltig eller utgången återställningslänk').waitFor({ state: 'detached' });
      await alert(page, 'Något gick fel. Försök igen.');
    };
    await withoutDatabase(failed);
    await save();
    await alert(page, 'Ogiltig eller utgången återställningslänk');
    await page.context().setOffline(true);
    await failed();
    expect(faults(problems)).toEqual([]);
    await close();
  });

  test('who is logged in: the way out wins over the guard, also without a server; a dead token is silent', async () => {
    const full_name = 'Maria Magdalena Johansson-Lindqvist af Petersens';
    const email = await newMember(site, { email: address('maria'), full_name });
    const logIn = async (page: Page) => {
      const { body } = await site.api<{ access_token: string; user: object }>('POST /marketplace/login', {
        body: { email, password: PASSWORD },
      });
      await page.evaluate(({ access_token, user }) => {
        localStorage.setItem('marketplace_token', access_token);
        localStorage.setItem('marketplace_user', JSON.stringify(user));
      }, body);
      return body.access_token;
    };
    const { page, problems, close } = await open('/contact');
    await page.locator('form').waitFor();
    const header = page.getByRole('banner');
    const out = header.getByRole('button', { name: 'Logga ut' });
    for (const path of ['/marketplace/profile', '/marketplace/create', '/marketplace/inbox']) {
      await logIn(page);
      await page.goto(site.url + path);
      await out.click();
      await toast(page, 'Du har loggats ut');
      await at(page, '/marketplace');
      await page.waitForTimeout(300);
      expect(new URL(page.url()).pathname).toBe('/marketplace');
    }
    await page.goto(`${site.url}/marketplace/profile`);
    await toast(page, 'Du måste vara inloggad');
    await at(page, '/marketplace/login');

    const token = await logIn(page);
    await page.goto(`${site.url}/contact`);
    await header.getByRole('link', { name: full_name }).waitFor();
    for (const width of [320, 390, 1010, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForFunction(
        (height) => document.querySelector<HTMLElement>('.header-row')?.offsetHeight === height,
        width < 1000 ? 56 : 68,
        { timeout: 3000 },
      );
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      const boxes = await header.locator('a:visible, button:visible').evaluateAll((all) =>
        all.map((one) => {
          const { left, right, height } = one.getBoundingClientRect();
          return { left, right, height };
        }),
      );
      for (const [index, box] of boxes.entries()) {
        expect(box.height).toBeGreaterThanOrEqual(44);
        expect(box.left).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? 0);
      }
    }
    await page.setViewportSize(SIZES[size]);
    await isSound(page, size);

    await site.sql`delete from marketplace_sessions`;
    await page
      .getByRole('navigation', { name: 'Huvudmeny' })
      .locator('a:visible', { hasText: 'Start' })
      .first()
      .click();
    await out.waitFor({ state: 'detached' });
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect(await statusOf(site, token)).toBe(401);

    // The page that logging out leads to has been seen: without a network it could not be fetched.
    await logIn(page);
    await page.goto(`${site.url}/marketplace`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await header.getByRole('link', { name: full_name }).click();
    await page.locator('main').getByText(email).first().waitFor();
    await page.context().setOffline(true);
    await out.click();
    await toast(page, 'Du har loggats ut');
    await at(page, '/marketplace');
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect(faults(problems).filter((text) => !text.startsWith('Could not fetch'))).toEqual([]);
    await close();
  });

  test('a login that lies open in another tab is left when somebody logs in here', async () => {
    const email = await newMember(site, { email: address('hedda'), full_name: 'Hedda Holm' });
    const { page, problems, close } = await open('/marketplace/register');
    await field(page, 'full_name').waitFor();
    const other = await page.context().newPage();
    await other.goto(`${site.url}/marketplace/login`);
    await fill(other, { email, password: PASSWORD });
    await press(other, 'Logga in');
    await at(page, '/marketplace');
    await page.getByText('Välkommen, Hedda Holm!').waitFor();
    await at(other, '/marketplace');
    expect(problems).toEqual([]);
    await close();
  });

  test('by keyboard alone: through the login, the password shown on the way', async () => {
    const email = await newMember(site, { email: address('gustav'), full_name: 'Gustav Gran' });
    const { page, close } = await open('/marketplace/login');
    await field(page, 'email').focus();
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await field(page, 'password').getAttribute('type')).toBe('text');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Glömt lösenordet?');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Logga in');
    await page.keyboard.press('Enter');
    await at(page, '/marketplace');
    await close();
  });
});
