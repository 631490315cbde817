import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeViolations, type Size, toast } from '../support/browser';
import { byKeyboard, byPointer, type PageDriver } from '../support/page-driver';
import { type Site, startSite } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const PASSWORD = 'Hemligt123';
const waitForAlert = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).waitFor();

/** Is rejected while unverified, then follows the mailed link. Ends on the market. */
async function registerAndLogIn(hand: PageDriver, person: { full_name: string; email: string }) {
  const { page } = hand;
  await hand.press(page.getByRole('link', { name: 'Registrera dig' }).first());
  await page.waitForURL('**/marketplace/register');
  for (const [name, value] of Object.entries({
    full_name: person.full_name,
    email: person.email,
    phone_number: '070-123 45 67',
    password: PASSWORD,
    confirm_password: PASSWORD,
  })) {
    await hand.write(name, value);
  }
  await hand.press(page.getByRole('button', { name: 'Registrera' }));
  await toast(page, 'Registrering lyckades! Kolla din e-post för att verifiera ditt konto.');
  await page.waitForURL('**/marketplace/login');

  await logIn(hand, person.email, PASSWORD);
  await waitForAlert(page, 'Vänligen verifiera din e-post innan du loggar in.');

  const mail = await site.nextMail(person.email);
  await page.goto(site.url + mail.path);
  await page.getByText('Din e-post är verifierad. Du kan nu logga in.').waitFor();
  expect((await site.nextMail(person.email)).subject).toBe('Din e-postadress är verifierad');
  await hand.press(page.getByRole('link', { name: /inloggning/ }));
  await page.waitForURL('**/marketplace/login');
  await logIn(hand, person.email, PASSWORD);
  await toast(page, 'Inloggning lyckades! Omdirigerar...');
  await page.waitForURL('**/marketplace');
  await page.getByText(`Välkommen, ${person.full_name}!`).waitFor();
}

async function logIn(hand: PageDriver, email: string, password: string) {
  await hand.page.getByRole('heading', { name: 'Logga in', level: 1 }).waitFor();
  await hand.write('email', email);
  await hand.write('password', password);
  await hand.press(hand.page.locator('form').getByRole('button', { name: 'Logga in' }));
}

async function createAd(hand: PageDriver, event: string) {
  const { page } = hand;
  await hand.press(page.getByRole('link', { name: /^Skapa (första )?annons$/ }).first());
  await page.waitForURL('**/marketplace/create');
  await hand.write('event_id', event);
  await page.getByRole('option').first().waitFor();
  await hand.pickSuggestion(page.getByRole('option').first());
  await hand.choose('distance', 1);
  await hand.write('price', '1295');
  await hand.write('description', 'Startgrupp 8. Namnbyte görs hos arrangören.');
  await hand.press(page.locator('form').getByRole('button', { name: 'Skapa annons' }));
  await toast(page, 'Annons skapad! Omdirigerar till marknadsplatsen...');
  await page.waitForURL('**/marketplace');
}

type Mode = { size: Size; hand: (page: Page) => PageDriver };
const MODES: Record<string, Mode> = {
  'at 390 px': { size: 'phone', hand: byPointer },
  'by keyboard alone at 1280 px': { size: 'desktop', hand: byKeyboard },
};

test.each(Object.entries(MODES))(
  'two members register, trade a start place and complete the ad, %s',
  async (mode, { size, hand: handOf }) => {
    await site.sql`delete from rate_limits`;
    const suffix = Bun.hash(mode).toString(36);
    const anna = { full_name: 'Anna Lindqvist', email: `anna-${suffix}@example.se` };
    const per = { full_name: 'Per Holmström', email: `per-${suffix}@example.se` };
    const [event] = await site.sql<{ id: string; event_name: string }[]>`
    select id, event_name from events where event_date > '2027-03-01' and result_link is null
    order by event_date, id limit 1`;
    if (!event) throw new Error('There is no event to sell a place for.');

    const selling = await site.visit('/marketplace', { size });
    const seller = handOf(selling.page);
    await registerAndLogIn(seller, anna);
    await createAd(seller, event.event_name);
    const [ad] = await site.sql<{ id: string; order_number: string }[]>`
    select id, order_number from announcements order by created_at desc limit 1`;
    await selling.page.getByText(ad?.order_number ?? '').waitFor();

    const buying = await site.visit('/marketplace', { size });
    const buyer = handOf(buying.page);
    await registerAndLogIn(buyer, per);
    const card = buying.page.getByRole('article').filter({ hasText: ad?.order_number ?? '' });

    // The seller's inbox is open while the buyer writes, so the message arrives live.
    await seller.press(selling.page.getByRole('link', { name: /^Meddelanden/ }).first());
    await selling.page.waitForURL('**/marketplace/inbox**');
    await selling.page.getByText('Inga konversationer ännu').waitFor();
    await buyer.press(card.getByRole('button', { name: 'Kontakta' }));
    await buyer.write('message_text', 'Hej! Är platsen kvar?');
    await buyer.press(buying.page.getByRole('dialog').getByRole('button', { name: 'Skicka meddelande' }));
    await buying.page
      .getByText('Meddelande skickat! Säljaren/köparen kommer att få en notifiering.')
      .first()
      .waitFor();
    await buying.page.getByRole('dialog').waitFor({ state: 'detached' });

    const conversationRow = selling.page.getByRole('main').getByText('Per Holmström').first();
    await conversationRow.waitFor({ timeout: 5000 });
    const messageMail = await site.nextMail(anna.email);
    expect(messageMail.subject).toContain(event.event_name);
    expect(messageMail.text).toContain('Per Holmström');
    expect(messageMail.path).toContain('/marketplace/inbox');
    await seller.press(
      selling.page
        .getByRole('main')
        .getByRole('link', { name: /Per Holmström/ })
        .first(),
    );
    await selling.page.getByRole('log').getByText('Hej! Är platsen kvar?').waitFor();
    await buyer.press(buying.page.getByRole('link', { name: /^Meddelanden/ }).first());
    await buying.page.waitForURL('**/marketplace/inbox**');
    await buyer.press(
      buying.page
        .getByRole('main')
        .getByRole('link', { name: /Anna Lindqvist/ })
        .first(),
    );
    await buying.page.getByRole('log').getByText('Hej! Är platsen kvar?').waitFor();

    await seller.write('message_text', 'Ja, den är kvar.');
    await seller.press(selling.page.getByRole('main').getByRole('button', { name: /^Skicka/ }));
    await selling.page.getByText('Svar skickat!').first().waitFor();
    await buying.page.getByRole('log').getByText('Ja, den är kvar.').waitFor({ timeout: 5000 });

    const saleCount = (page: Page) =>
      page.getByRole('article', { name: event.event_name }).getByRole('link', { name: /säljes/ });
    await buying.page.goto(site.url);
    await saleCount(buying.page).waitFor();
    await selling.page.goto(`${site.url}/marketplace`);
    const own = selling.page.getByRole('article').filter({ hasText: ad?.order_number ?? '' });
    await seller.press(own.getByRole('button', { name: 'Klar' }));
    await selling.page.getByText('Är du säker på att du vill markera denna annons som slutförd?').waitFor();
    await seller.press(selling.page.getByRole('dialog').getByRole('button', { name: 'Markera som klar' }));
    await toast(selling.page, 'Annons markerad som slutförd');
    await own.waitFor({ state: 'detached' });
    await buying.page.reload();
    await buying.page.getByRole('article', { name: event.event_name }).waitFor();
    expect(await saleCount(buying.page).count()).toBe(0);

    // The password is reset in a third window, which ends the seller's session.
    const resetting = await site.visit('/marketplace/login', { size });
    const resettingMember = handOf(resetting.page);
    await resettingMember.press(resetting.page.getByRole('link', { name: /Glömt lösenord/ }));
    await resetting.page.getByRole('heading', { name: /Glömt lösenord/, level: 1 }).waitFor();
    await resettingMember.write('email', anna.email);
    await resettingMember.press(resetting.page.locator('form').getByRole('button'));
    await toast(resetting.page, 'Återställningslänk skickad! Kolla din e-post.');
    const resetMail = await site.nextMail(anna.email);
    await resetting.page.goto(site.url + resetMail.path);
    await resettingMember.write('new_password', 'Nyhemlig456');
    await resettingMember.write('confirm_password', 'Nyhemlig456');
    await resettingMember.press(
      resetting.page
        .locator('form')
        .getByRole('button', { name: /lösenord/i })
        .last(),
    );
    await toast(resetting.page, 'Lösenordet har återställts! Du kan nu logga in.');
    await resetting.page.waitForURL('**/marketplace/login');
    await seller.press(selling.page.getByRole('link', { name: 'Min profil' }));
    await selling.page.waitForURL('**/marketplace/login');
    expect(await selling.page.evaluate(() => Object.keys(localStorage))).not.toContain('marketplace_token');
    await logIn(resettingMember, anna.email, PASSWORD);
    await waitForAlert(resetting.page, 'Felaktig e-post eller lösenord.');
    await logIn(resettingMember, anna.email, 'Nyhemlig456');
    await resetting.page.getByText('Välkommen, Anna Lindqvist!').waitFor();
    expect(await axeViolations(resetting.page)).toEqual([]);

    const unexpected = [...selling.problems, ...buying.problems, ...resetting.problems].filter(
      // The browser logs each 401 response, which this test provokes.
      (line) => !line.includes('401'),
    );
    expect(unexpected).toEqual([]);
    for (const { close } of [selling, buying, resetting]) await close();
  },
);
