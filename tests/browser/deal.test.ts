import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeViolations, type Size, toast } from '#tests/support/browser.ts';
import { byKeyboard, byPointer, type PageDriver } from '#tests/support/page-driver.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();

const PASSWORD = 'Hemligt123';
const waitForAlert = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).waitFor();

/** Ends on the market. The first login is rejected: the account is not yet verified by the mailed link. */
async function registerAndLogIn(driver: PageDriver, person: { full_name: string; email: string }) {
  const { page } = driver;
  await driver.press(page.getByRole('link', { name: 'Registrera dig' }).first());
  await page.waitForURL('**/marketplace/register');
  for (const [name, value] of Object.entries({
    full_name: person.full_name,
    email: person.email,
    phone_number: '070-123 45 67',
    password: PASSWORD,
    confirm_password: PASSWORD,
  })) {
    await driver.write(name, value);
  }
  await driver.press(page.getByRole('button', { name: 'Registrera' }));
  await toast(page, 'Registrering lyckades! Kolla din e-post för att verifiera ditt konto.');
  await page.waitForURL('**/marketplace/login');

  await logIn(driver, person.email, PASSWORD);
  await waitForAlert(page, 'Vänligen verifiera din e-post innan du loggar in.');

  const mail = await site.nextMail(person.email);
  await page.goto(site.url + mail.path);
  await page.getByText('Din e-post är verifierad. Du kan nu logga in.').waitFor();
  await driver.press(page.getByRole('link', { name: /inloggning/ }));
  await page.waitForURL('**/marketplace/login');
  await logIn(driver, person.email, PASSWORD);
  await toast(page, 'Inloggning lyckades! Omdirigerar...');
  await page.waitForURL('**/marketplace');
  await page.getByText(`Välkommen, ${person.full_name}!`).waitFor();
}

async function logIn(driver: PageDriver, email: string, password: string) {
  await driver.page.getByRole('heading', { name: 'Logga in', level: 1 }).waitFor();
  await driver.write('email', email);
  await driver.write('password', password);
  await driver.press(driver.page.locator('form').getByRole('button', { name: 'Logga in' }));
}

async function createAd(driver: PageDriver, event: string) {
  const { page } = driver;
  await driver.press(page.getByRole('link', { name: /^Skapa (första )?annons$/ }).first());
  await page.waitForURL('**/marketplace/create');
  await driver.write('event_id', event);
  await page.getByRole('option').first().waitFor();
  await driver.pickSuggestion(page.getByRole('option').first());
  await driver.choose('distance', 1);
  await driver.write('price', '1295');
  await driver.write('description', 'Startgrupp 8. Namnbyte görs hos arrangören.');
  await driver.press(page.locator('form').getByRole('button', { name: 'Skapa annons' }));
  await toast(page, 'Annons skapad! Omdirigerar till marknadsplatsen...');
  await page.waitForURL('**/marketplace');
}

type Mode = { size: Size; driverOf: (page: Page) => PageDriver };
const MODES: Record<string, Mode> = {
  'at 390 px': { size: 'phone', driverOf: byPointer },
  'by keyboard alone at 1280 px': { size: 'desktop', driverOf: byKeyboard },
};

test.each(Object.entries(MODES))(
  'two members register, trade a start place and complete the ad, %s',
  async (mode, { size, driverOf }) => {
    await site.sql`delete from rate_limits`;
    const suffix = Bun.hash(mode).toString(36);
    const anna = { full_name: 'Anna Lindqvist', email: `anna-${suffix}@example.se` };
    const per = { full_name: 'Per Holmström', email: `per-${suffix}@example.se` };
    const [event] = await site.sql<{ id: string; event_name: string }[]>`
    select id, event_name from events where event_date > '2027-03-01' and result_link is null
    order by event_date, id limit 1`;
    if (!event) throw new Error('There is no event to sell a place for.');

    const sellerVisit = await site.visit('/marketplace', { size });
    const sellerDriver = driverOf(sellerVisit.page);
    await registerAndLogIn(sellerDriver, anna);
    await createAd(sellerDriver, event.event_name);
    const [ad] = await site.sql<{ id: string; order_number: string }[]>`
    select id, order_number from announcements order by created_at desc limit 1`;
    await sellerVisit.page.getByText(ad?.order_number ?? '').waitFor();

    const buyerVisit = await site.visit('/marketplace', { size });
    const buyerDriver = driverOf(buyerVisit.page);
    await registerAndLogIn(buyerDriver, per);
    const card = buyerVisit.page.getByRole('article').filter({ hasText: ad?.order_number ?? '' });

    // The seller's inbox is open while the buyer writes, so the message arrives live.
    await sellerDriver.press(sellerVisit.page.getByRole('link', { name: /^Meddelanden/ }).first());
    await sellerVisit.page.waitForURL('**/marketplace/inbox**');
    await sellerVisit.page.getByText('Inga konversationer ännu').waitFor();
    await buyerDriver.press(card.getByRole('button', { name: 'Kontakta' }));
    await buyerDriver.write('message_text', 'Hej! Är platsen kvar?');
    await buyerDriver.press(
      buyerVisit.page.getByRole('dialog').getByRole('button', { name: 'Skicka meddelande' }),
    );
    await buyerVisit.page
      .getByText('Meddelande skickat! Säljaren/köparen kommer att få en notifiering.')
      .first()
      .waitFor();
    await buyerVisit.page.getByRole('dialog').waitFor({ state: 'detached' });

    const conversationRow = sellerVisit.page.getByRole('main').getByText('Per Holmström').first();
    await conversationRow.waitFor({ timeout: 5000 });
    const messageMail = await site.nextMail(anna.email);
    expect(messageMail.subject).toContain(event.event_name);
    expect(messageMail.text).toContain('”Per”');
    expect(messageMail.path).toContain('/marketplace/inbox');
    await sellerDriver.press(
      sellerVisit.page
        .getByRole('main')
        .getByRole('link', { name: /Per Holmström/ })
        .first(),
    );
    await sellerVisit.page.getByRole('log').getByText('Hej! Är platsen kvar?').waitFor();
    await buyerDriver.press(buyerVisit.page.getByRole('link', { name: /^Meddelanden/ }).first());
    await buyerVisit.page.waitForURL('**/marketplace/inbox**');
    await buyerDriver.press(
      buyerVisit.page
        .getByRole('main')
        .getByRole('link', { name: /Anna Lindqvist/ })
        .first(),
    );
    await buyerVisit.page.getByRole('log').getByText('Hej! Är platsen kvar?').waitFor();

    await sellerDriver.write('message_text', 'Ja, den är kvar.');
    await sellerDriver.press(sellerVisit.page.getByRole('main').getByRole('button', { name: /^Skicka/ }));
    await sellerVisit.page.getByText('Svar skickat!').first().waitFor();
    await buyerVisit.page.getByRole('log').getByText('Ja, den är kvar.').waitFor({ timeout: 5000 });

    const saleCount = (page: Page) =>
      page.getByRole('article', { name: event.event_name }).getByRole('link', { name: /säljes/ });
    await buyerVisit.page.goto(site.url);
    await saleCount(buyerVisit.page).waitFor();
    await sellerVisit.page.goto(`${site.url}/marketplace`);
    const ownCard = sellerVisit.page.getByRole('article').filter({ hasText: ad?.order_number ?? '' });
    await sellerDriver.press(ownCard.getByRole('button', { name: 'Klar' }));
    await sellerVisit.page
      .getByText('Är du säker på att du vill markera denna annons som slutförd?')
      .waitFor();
    await sellerDriver.press(
      sellerVisit.page.getByRole('dialog').getByRole('button', { name: 'Markera som klar' }),
    );
    await toast(sellerVisit.page, 'Annons markerad som slutförd');
    await ownCard.waitFor({ state: 'detached' });
    await buyerVisit.page.reload();
    await buyerVisit.page.getByRole('article', { name: event.event_name }).waitFor();
    expect(await saleCount(buyerVisit.page).count()).toBe(0);

    // The password is reset in a third window, which ends the seller's session.
    const resetVisit = await site.visit('/marketplace/login', { size });
    const resetDriver = driverOf(resetVisit.page);
    await resetDriver.press(resetVisit.page.getByRole('link', { name: /Glömt lösenord/ }));
    await resetVisit.page.getByRole('heading', { name: /Glömt lösenord/, level: 1 }).waitFor();
    await resetDriver.write('email', anna.email);
    await resetDriver.press(resetVisit.page.locator('form').getByRole('button'));
    await toast(resetVisit.page, 'Återställningslänk skickad! Kolla din e-post.');
    const resetMail = await site.nextMail(anna.email);
    await resetVisit.page.goto(site.url + resetMail.path);
    await resetDriver.write('new_password', 'Nyhemlig456');
    await resetDriver.write('confirm_password', 'Nyhemlig456');
    await resetDriver.press(
      resetVisit.page
        .locator('form')
        .getByRole('button', { name: /lösenord/i })
        .last(),
    );
    await toast(resetVisit.page, 'Lösenordet har återställts! Du kan nu logga in.');
    await resetVisit.page.waitForURL('**/marketplace/login');
    await sellerDriver.press(sellerVisit.page.getByRole('link', { name: 'Min profil' }));
    await sellerVisit.page.waitForURL('**/marketplace/login');
    expect(await sellerVisit.page.evaluate(() => Object.keys(localStorage))).not.toContain(
      'marketplace_token',
    );
    await logIn(resetDriver, anna.email, PASSWORD);
    await waitForAlert(resetVisit.page, 'Felaktig e-post eller lösenord.');
    await logIn(resetDriver, anna.email, 'Nyhemlig456');
    await resetVisit.page.getByText('Välkommen, Anna Lindqvist!').waitFor();
    expect(await axeViolations(resetVisit.page)).toEqual([]);

    const unexpected = [...sellerVisit.problems, ...buyerVisit.problems, ...resetVisit.problems].filter(
      // The browser logs each 401 response, which this test provokes.
      (line) => !line.includes('401'),
    );
    expect(unexpected).toEqual([]);
    for (const { close } of [sellerVisit, buyerVisit, resetVisit]) await close();
  },
);
