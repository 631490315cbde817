import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeViolations, SCHEMES, SIZES, type Size, settled } from '../support/browser';
import { makeAnnouncement, makeEvent, makeMember } from '../support/content';
import { byKeyboard } from '../support/hand';
import { until } from '../support/process';
import { type Site, startSite } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const sizes = Object.keys(SIZES) as Size[];
type Member = Awaited<ReturnType<typeof makeMember>>;
let anna: Member;
let per: Member;
let made: Awaited<ReturnType<typeof makeMarket>>;

/** Two of one event, for sale and sought, by Per; one of another, by Anna. */
async function makeMarket() {
  const { db } = site.context.database;
  const vasa = await makeEvent(db, {
    event_name: 'Marknadsloppet',
    event_date: '2027-03-07',
    distances: ['90 km'],
  });
  const varv = await makeEvent(db, {
    event_name: 'Ängsvarvet',
    event_date: '2027-05-22',
    distances: ['21,1 km'],
  });
  const of = (event: typeof vasa, row: object) =>
    makeAnnouncement(db, { event_id: event.id, distance: event.distances[0] ?? '', ...row });
  return {
    vasa,
    sale: await of(vasa, { user_id: per.id, price: 2450, name_change_fee: 350, description: 'Startled 6.' }),
    wanted: await of(vasa, { user_id: per.id, announcement_type: 'wanted', price: 2000 }),
    annas: await of(varv, { user_id: anna.id, price: 1295 }),
  };
}

beforeEach(async () => {
  await site.sql`delete from marketplace_users`;
  await site.sql`delete from announcements`;
  await site.sql`delete from events where event_name in ('Marknadsloppet', 'Ängsvarvet')`;
  await site.sql`delete from rate_limits`;
  const { db } = site.context.database;
  anna = await makeMember(db, { full_name: 'Anna Lindqvist' });
  per = await makeMember(db, { full_name: 'Per Holmström' });
  made = await makeMarket();
});

/** As login leaves the storage; a second page of the same window finds what the first left. */
const as = (member: Member) => (page: Page) =>
  page.addInitScript(
    ([token, user]) => {
      if (sessionStorage.getItem('logged in')) return;
      sessionStorage.setItem('logged in', 'once');
      localStorage.setItem('marketplace_token', token ?? '');
      localStorage.setItem('marketplace_user', user ?? '');
    },
    [member.token, JSON.stringify({ id: member.id, full_name: member.full_name })],
  );

const field = (page: Page, name: string) => page.locator(`body [name="${name}"]`);
const cards = (page: Page) => page.locator('article.ad-card');
const card = (page: Page, text: string) => cards(page).filter({ hasText: text });
const total = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]', { hasText: text }).waitFor();
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());
const type = (page: Page, name: RegExp) => page.getByRole('radio', { name });

/** The contact dialog on Per's ad for sale, with a message written. */
async function writeToPer(page: Page, text: string) {
  await card(page, '450').getByRole('button', { name: 'Kontakta' }).click();
  await field(page, 'message_text').fill(text);
}

describe.each(sizes)('the market at the size of a %s', (size) => {
  test('from an event card to its ads; filters, their counts, Back, Forward and a reload', async () => {
    const { page, problems, close } = await site.visit('/?q=Marknadsloppet', { size });
    await page.getByRole('link', { name: /1 säljes/ }).click();
    await total(page, 'Visar 1 av 3 annonser');
    expect(new URL(page.url()).search).toBe(`?event=${made.vasa.id}&type=sale`);
    expect(await field(page, 'event').locator('option').allTextContents()).toEqual([
      'Alla evenemang (2)',
      'Marknadsloppet (1)',
      'Ängsvarvet (1)',
    ]);
    await type(page, /^Söker/).check();
    await card(page, 'Söks').waitFor();
    await type(page, /^Alla/).check();
    await total(page, 'Visar 2 av 3 annonser');
    await field(page, 'event').selectOption({ label: 'Alla evenemang (3)' });
    await total(page, 'Visar 3 av 3 annonser');
    expect(new URL(page.url()).search).toBe('');
    await page.goBack();
    await total(page, 'Visar 2 av 3 annonser');
    await page.goBack();
    await page.goBack();
    expect(await type(page, /^Till salu\/Säljes 1$/).isChecked()).toBe(true);
    await total(page, 'Visar 1 av 3 annonser');
    await page.goForward();
    await card(page, 'Söks').waitFor();
    await page.reload();
    await card(page, 'Söks').waitFor();
    expect(await type(page, /^Söker 1$/).isChecked()).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });

  test('an event whose ads are gone: an empty list that says so, and the way out of it', async () => {
    const { page, problems, close } = await site.visit('/marketplace?event=not-there&type=wanted', { size });
    await total(page, 'Visar 0 av 3 annonser');
    await page.getByText('Inga annonser hittades').waitFor();
    await button(page, 'Rensa filter').click();
    await total(page, 'Visar 3 av 3 annonser');
    expect(await focused(page)).toBe('Visar 3 av 3 annonser');
    expect(new URL(page.url()).search).toBe('');
    expect(problems).toEqual([]);
    await close();
  });

  test('a visitor who wants to contact somebody is led to the login', async () => {
    const { page, close } = await site.visit('/marketplace', { size });
    await card(page, 'Ängsvarvet').getByRole('link', { name: 'Kontakta' }).click();
    await page.waitForURL('**/marketplace/login');
    await close();
  });

  test('without any ads: who is logged in may make the first, who is not is asked to log in', async () => {
    await site.sql`delete from announcements`;
    const visitor = await site.visit('/marketplace', { size });
    await visitor.page.getByText('Inga annonser ännu').waitFor();
    expect(await visitor.page.getByRole('link', { name: 'Logga in' }).count()).toBe(2);
    await visitor.close();
    const member = await site.visit('/marketplace', { size, prepare: as(anna) });
    await member.page.getByRole('link', { name: 'Skapa första annons' }).click();
    await member.page.waitForURL('**/marketplace/create');
    await member.close();
  });

  test('a message is sent, told, stored, and the dialog closes after 2 s; focus goes back', async () => {
    const { page, problems, close } = await site.visit('/marketplace', { size, prepare: as(anna) });
    await writeToPer(page, 'Hej! Är platsen kvar?');
    await button(page, 'Skicka meddelande').click();
    const notice = page.getByText('Meddelande skickat! Säljaren/köparen kommer att få en notifiering.');
    await notice.waitFor();
    const start = performance.now();
    expect(await focused(page)).toStartWith('Meddelande skickat!');
    await notice.waitFor({ state: 'detached' });
    expect(performance.now() - start).toBeGreaterThan(1800);
    expect(performance.now() - start).toBeLessThan(3500);
    expect(await focused(page)).toBe('Kontakta');
    const stored = await site.sql`
      select m.message_text, m.sender_id, c.announcement_id from messages m
      join conversations c on c.id = m.conversation_id`;
    expect(stored.map((row) => ({ ...row }))).toEqual([
      { message_text: 'Hej! Är platsen kvar?', sender_id: anna.id, announcement_id: made.sale.id },
    ]);
    expect(problems).toEqual([]);
    await close();
  });

  test('every fault of a message, each caused for real; the text stays', async () => {
    const { page, close } = await site.visit('/marketplace', { size, prepare: as(anna) });
    const send = button(page, 'Skicka meddelande');
    await writeToPer(page, ' ');
    await send.click();
    await alert(page, 'Meddelandet kan inte vara tomt');
    expect(await field(page, 'message_text').getAttribute('aria-invalid')).toBe('true');
    await field(page, 'message_text').fill('x'.repeat(5001));
    await send.click();
    await alert(page, 'En text är för lång.');

    await field(page, 'message_text').fill('Är den kvar?');
    await page.route('**/trpc/**', (route) => route.abort());
    await send.click();
    await alert(page, 'Kunde inte skicka meddelande. Försök igen.');
    await page.unroute('**/trpc/**');

    for (let sent = 0; sent < 30; sent++) {
      await site.api('POST /marketplace/messages', { headers: anna.headers, body: {} });
    }
    await send.click();
    await alert(page, 'Du har gjort det här för många gånger. Vänta en stund och försök igen.');
    await site.sql`delete from rate_limits`;

    await site.sql`update announcements set user_id = ${anna.id} where id = ${made.sale.id}`;
    await send.click();
    await alert(page, 'Du kan inte kontakta dig själv.');
    await site.sql`update announcements set user_id = ${per.id} where id = ${made.sale.id}`;

    await site.api(`PUT /marketplace/announcements/${made.sale.id}/complete`, { headers: per.headers });
    await send.click();
    await alert(page, 'Annonsen är inte längre öppen för nya meddelanden.');
    expect(await field(page, 'message_text').inputValue()).toBe('Är den kvar?');

    await site.api(`DELETE /marketplace/announcements/${made.sale.id}`, { headers: per.headers });
    await send.click();
    await alert(page, 'Annonsen finns inte.');
    expect(await field(page, 'message_text').inputValue()).toBe('Är den kvar?');
    // The ad has left the list under the dialog, its button with it.
    await page.keyboard.press('Escape');
    await total(page, 'Visar 2 av 2 annonser');
    expect(await focused(page)).toBe('Visar 2 av 2 annonser');
    await close();
  });

  test('a session that has died makes a visitor of whoever writes, and the text is not lost', async () => {
    const { page, close } = await site.visit('/marketplace', { size, prepare: as(anna) });
    await writeToPer(page, 'Är den kvar?');
    await site.sql`delete from marketplace_sessions where user_id = ${anna.id}`;
    await button(page, 'Skicka meddelande').click();
    await alert(page, 'Du måste vara inloggad');
    expect(await field(page, 'message_text').inputValue()).toBe('Är den kvar?');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Registrera dig' }).waitFor();
    await close();
  });

  test('a message that is not sent is there when its dialog is opened again', async () => {
    const { page, close } = await site.visit('/marketplace', { size, prepare: as(anna) });
    await writeToPer(page, 'Hej, jag undrar');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Kontakta');
    await page.keyboard.press('Enter');
    expect(await field(page, 'message_text').inputValue()).toBe('Hej, jag undrar');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('message_text');
    await close();
  });

  test('a selection that is dragged out of the dialog leaves it open; a press beside it closes it', async () => {
    const { page, close } = await site.visit('/marketplace', { size, prepare: as(anna) });
    await writeToPer(page, 'Hej, jag undrar');
    await settled(page);
    const box = await field(page, 'message_text').boundingBox();
    if (!box) throw new Error('There is nothing to select.');
    await page.mouse.move(box.x + 60, box.y + 24);
    await page.mouse.down();
    await page.mouse.move(4, 4, { steps: 8 });
    await page.mouse.up();
    await page.waitForTimeout(300);
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.mouse.click(4, 4);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await close();
  });

  test('a report, from the card and from the contact dialog; its faults and its limit', async () => {
    const { page, problems, close } = await site.visit('/marketplace', { size, prepare: as(anna) });
    await card(page, '450').getByRole('button', { name: 'Rapportera Per Holmström' }).click();
    const send = button(page, 'Skicka rapport');
    await send.click();
    await alert(page, 'Välj en anledning för rapportering');
    await alert(page, 'Beskriv vad som hänt');
    await field(page, 'reason').selectOption('fake_listing');
    await field(page, 'description').fill('Loppet är fullt och platsen finns inte.');
    await send.click();
    await toast(page, 'Rapport skickad. Vi kommer granska ärendet.');
    const [stored] = await site.sql`
      select reporter_id, reported_user_id, related_announcement_id, reason, description from reports`;
    expect({ ...stored }).toEqual({
      reporter_id: anna.id,
      reported_user_id: per.id,
      related_announcement_id: made.sale.id,
      reason: 'fake_listing',
      description: 'Loppet är fullt och platsen finns inte.',
    });
    expect(problems).toEqual([]);

    await card(page, 'Söks').getByRole('button', { name: 'Kontakta' }).click();
    await button(page, 'Rapportera användare').click();
    await page.getByRole('dialog', { name: 'Rapportera Per Holmström' }).waitFor();
    await field(page, 'reason').selectOption('other');
    await field(page, 'description').fill('Svarar aldrig.');
    for (let sent = 0; sent < 9; sent++) {
      await site.api('POST /marketplace/reports', { headers: anna.headers, body: {} });
    }
    await send.click();
    await alert(page, 'Kunde inte skicka rapport. Försök igen. Du har gjort det här för många gånger.');
    expect(await field(page, 'description').inputValue()).toBe('Svarar aldrig.');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Kontakta');
    await close();
  });

  test('Klar asks, completes, and the ad is gone from the list and from the count of its event', async () => {
    const { page, problems, close } = await site.visit('/?q=Marknadsloppet', { size, prepare: as(per) });
    await page.getByRole('link', { name: /1 säljes/ }).click();
    await button(page, 'Klar').click();
    await page.getByText('Är du säker på att du vill markera denna annons som slutförd?').waitFor();
    await button(page, 'Avbryt').click();
    expect(await focused(page)).toBe('Klar');
    await button(page, 'Klar').click();
    await button(page, 'Markera som klar').click();
    await toast(page, 'Annons markerad som slutförd');
    await page.getByText('Inga annonser hittades').waitFor();
    expect(await focused(page)).toBe('Visar 0 av 2 annonser');
    await page.goBack();
    await page.getByRole('link', { name: /1 söks/ }).waitFor();
    expect(await page.getByRole('link', { name: /säljes/ }).count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  test('an ad that another window has completed cannot be completed again, and leaves the list', async () => {
    const { page, close } = await site.visit('/marketplace?type=sale', { size, prepare: as(anna) });
    await button(page, 'Klar').click();
    await site.api(`PUT /marketplace/announcements/${made.annas.id}/complete`, { headers: anna.headers });
    await button(page, 'Markera som klar').click();
    await toast(page, 'Kunde inte markera annons som slutförd');
    await total(page, 'Visar 1 av 2 annonser');
    await close();
  });

  test('three lines of a description, and the rest on demand; one that fits has no button', async () => {
    await site.sql`
      update announcements set description = ${'En startplats som jag inte kan använda. '.repeat(12)}
      where id = ${made.annas.id}`;
    const { page, close } = await site.visit('/marketplace', { size });
    const long = card(page, 'Ängsvarvet');
    const height = () =>
      long.locator('p', { hasText: 'En startplats' }).evaluate((text) => text.clientHeight);
    await long.getByRole('button', { name: 'Visa mer' }).click();
    const open = await height();
    await long.getByRole('button', { name: 'Visa mindre' }).click();
    expect(await height()).toBe(66);
    expect(open).toBeGreaterThan(66);
    expect(await page.getByRole('button', { name: /^Visa m/ }).count()).toBe(1);
    await close();
  });

  test('with keys alone: a filter, a message, a report', async () => {
    const { page, problems, close } = await site.visit('/marketplace', { size, prepare: as(anna) });
    await total(page, 'Visar 3 av 3 annonser');
    const hand = byKeyboard(page);
    await hand.choose('event', 1);
    await total(page, 'Visar 2 av 3 annonser');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await total(page, 'Visar 1 av 3 annonser');
    await hand.press(button(page, 'Kontakta'));
    await page.keyboard.type('Hej!');
    await hand.press(button(page, 'Skicka meddelande'));
    await page.getByText('Meddelande skickat!').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Kontakta');
    await hand.press(button(page, 'Rapportera Per Holmström'));
    await hand.choose('reason', 4);
    await hand.write('description', 'Bara reklam.');
    await hand.press(button(page, 'Skicka rapport'));
    await toast(page, 'Rapport skickad. Vi kommer granska ärendet.');
    const [stored] = await site.sql`select reason from reports`;
    expect(stored?.reason).toBe('spam');
    expect(problems).toEqual([]);
    await close();
  });

  test('names, words and prices as long as they may be break nothing, down to 320 px', async () => {
    await site.sql`update marketplace_users set full_name = ${'N'.repeat(200)} where id = ${per.id}`;
    await site.sql`update events set event_name = ${'W'.repeat(200)} where id = ${made.vasa.id}`;
    await site.sql`
      update announcements set price = 1000000, name_change_fee = 1000000, distance = ${'D'.repeat(200)},
      description = ${'x'.repeat(5000)} where id = ${made.sale.id}`;
    const { page, close } = await site.visit('/marketplace', { size, prepare: as(anna) });
    await cards(page).first().waitFor();
    for (const width of [SIZES[size].width, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      expect(await sticksOut(page)).toEqual([]);
      await card(page, '1\u00a0000\u00a0000').getByRole('button', { name: 'Kontakta' }).click();
      await settled(page);
      expect(await sticksOut(page)).toEqual([]);
      await button(page, 'Rapportera användare').click();
      await settled(page);
      expect(await sticksOut(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await close();
    await site.sql`delete from events where id = ${made.vasa.id}`;
  });
});

/** What reaches over the edge of the card or dialog it stands in, or makes the page wider than the window. */
const sticksOut = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    if (document.documentElement.scrollWidth > window.innerWidth) found.push('the page');
    for (const box of document.querySelectorAll('.ad-card, dialog')) {
      const { left, right } = box.getBoundingClientRect();
      for (const part of box.querySelectorAll('*:not(option)')) {
        const at = part.getBoundingClientRect();
        if (at.width > 0 && (at.left < left - 1 || at.right > right + 1))
          found.push(part.className.toString());
      }
    }
    return found;
  });

describe('what cannot be fetched', () => {
  test('the list: said, and tried again', async () => {
    // Under an event that has no ads the page is sent without any.
    const { page, close } = await site.visit('/marketplace?event=x', {
      prepare: (page) => page.route('**/trpc/**', (route) => route.abort()),
    });
    await page.getByText('Laddar marknadsplatsen...').waitFor();
    await page.getByText('Marknadsplatsen kunde inte visas').waitFor();
    await page.unroute('**/trpc/**');
    await button(page, 'Försök igen').click();
    await total(page, 'Visar 0 av 3 annonser');
    await close();
  });

  test('the whole list: the ads that came with the page stay', async () => {
    // The server sends a page without content when rendering it takes too long, as it may the first time.
    await until(
      async () => (await (await fetch(`${site.url}/marketplace`)).text()).includes('<article'),
      30_000,
    );
    const { page, close } = await site.visit('/marketplace', {
      prepare: (page) => page.route('**/trpc/**', (route) => route.abort()),
    });
    await button(page, 'Försök igen').waitFor();
    expect(await page.locator('article').count()).toBe(3);
    await page.unroute('**/trpc/**');
    await button(page, 'Försök igen').click();
    await button(page, 'Försök igen').waitFor({ state: 'detached' });
    expect(await page.locator('article').count()).toBe(3);
    await close();
  });
});

describe('1,000 ads', () => {
  beforeEach(async () => {
    await site.sql`
      insert into announcements (id, announcement_type, event_id, event_name, event_date, distance, price, description,
        order_number, user_id, created_at)
      select gen_random_uuid(), case n % 4 when 0 then 'wanted' else 'sale' end, ${made.vasa.id}, 'x', '2027-03-07',
        '90 km', 100 + n, repeat('En startplats. ', n % 20), 'SP-' || lpad((5000 + n)::text, 4, '0'), ${per.id},
        timestamptz '2027-01-01' - n * interval '1 minute'
      from generate_series(1, 1000) n`;
  });

  test.each(sizes)(
    'all come to stand on the page, the browser finds the last, filters answer at once: %s',
    async (size) => {
      const { page, problems, close } = await site.visit('/marketplace', { size });
      await total(page, 'Visar 1\u00a0003 av 1\u00a0003 annonser');
      await page.waitForFunction(() => document.querySelectorAll('.ad-card').length === 1003);
      // The browser's own search, as Ctrl+F does it.
      expect(
        await page.evaluate(() => (window as unknown as { find: (text: string) => boolean }).find('SP-6000')),
      ).toBe(true);
      await page.waitForFunction(() => window.scrollY > 10_000);
      await page.evaluate(() => window.scrollTo(0, 0));
      const start = performance.now();
      await type(page, /^Söker/).check();
      await total(page, 'Visar 251 av 1\u00a0003 annonser');
      expect(performance.now() - start).toBeLessThan(2000);
      expect(problems).toEqual([]);
      await close();
    },
  );
});

describe.each([...SCHEMES])('axe, %s', (colorScheme) => {
  const cases = sizes.flatMap((size) => [false, true].map((isMember) => [size, isMember] as const));

  test.each(cases)(
    'finds nothing on the page, its dialogs and its empty states: %s, logged in: %p',
    async (size, isMember) => {
      const { page, problems, close } = await site.visit('/marketplace', {
        size,
        colorScheme,
        reducedMotion: 'reduce',
        ...(isMember && { prepare: as(anna) }),
      });
      await cards(page).first().waitFor();
      const clean = async () => {
        await settled(page);
        expect(await axeViolations(page)).toEqual([]);
      };
      await clean();
      if (isMember) {
        await writeToPer(page, '');
        await button(page, 'Skicka meddelande').click();
        await alert(page, 'Meddelandet kan inte vara tomt');
        await clean();
        await button(page, 'Rapportera användare').click();
        await button(page, 'Skicka rapport').click();
        await alert(page, 'Beskriv vad som hänt');
        await clean();
        await page.keyboard.press('Escape');
        await writeToPer(page, 'Hej');
        await button(page, 'Skicka meddelande').click();
        await page.getByText('Meddelande skickat!').waitFor();
        await clean();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await button(page, 'Klar').click();
        await clean();
        await page.keyboard.press('Escape');
      }
      await field(page, 'event').selectOption({ label: 'Ängsvarvet (1)' });
      await type(page, /^Söker/).check();
      await page.getByText('Inga annonser hittades').waitFor();
      await clean();
      expect(problems).toEqual([]);
      await close();
    },
  );
});

describe('where the phone ends and the desktop begins', () => {
  test.each([
    [999, 'phone'],
    [1000, 'desktop'],
    [1001, 'desktop'],
  ] as const)('%d px is a %s, and nothing of the other', async (width, kind) => {
    const { page, close } = await site.visit('/marketplace', {
      prepare: (page) => page.setViewportSize({ width, height: 800 }),
    });
    await page.locator('h1').waitFor();
    const seen = await page.evaluate(() => {
      /** Of the rules about this width, which sides hold: those below it, or those from it on. */
      const sides = (rules: CSSRuleList): string[] =>
        [...rules].flatMap((rule) => {
          const inner = 'cssRules' in rule ? sides(rule.cssRules as CSSRuleList) : [];
          const about = rule instanceof CSSMediaRule ? rule.conditionText : '';
          // A list of several widths is not about this one alone.
          const holds = /^[^,]*62\.5em[^,]*$/.test(about) && window.matchMedia(about).matches;
          return holds ? [/min-width|>=/.test(about) ? 'desktop' : 'phone', ...inner] : inner;
        });
      const isShown = (name: string) => document.querySelector(name)?.checkVisibility();
      return {
        sides: [...new Set([...document.styleSheets].flatMap((sheet) => sides(sheet.cssRules)))],
        bars: [isShown('.tabs') && 'phone', isShown('.header-nav') && 'desktop'].filter(Boolean),
        gutter: getComputedStyle(document.documentElement).getPropertyValue('--gutter').trim(),
      };
    });
    expect(seen).toEqual({ sides: [kind], bars: [kind], gutter: kind === 'phone' ? '16px' : '40px' });
    await close();
  });
});
