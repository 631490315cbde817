import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeViolations, SCHEMES, SIZES, type Size, settled } from '../support/browser';
import { makeAnnouncement, makeEvent, makeMember } from '../support/content';
import { type Site, startSite } from '../support/site';

let site: Site;
let anna: Awaited<ReturnType<typeof makeMember>>;
let event: Awaited<ReturnType<typeof makeEvent>>;
beforeAll(async () => {
  site = await startSite();
  anna = await makeMember(db(), {
    full_name: 'Anna Lindqvist',
    created_at: '2025-03-04T08:00:00Z',
    last_login: '2027-01-14T20:02:00Z',
  });
});
afterAll(() => site.stop());
beforeEach(async () => {
  await site.sql`delete from announcements`;
  await site.sql`update marketplace_users set full_name = 'Anna Lindqvist' where id = ${anna.id}`;
  await site.sql`delete from events where event_name = 'Provloppet'`;
  event = await makeEvent(db(), {
    event_name: 'Provloppet',
    event_date: '2027-05-22',
    ort: 'Provköping',
    distances: ['5 km', '21,1 km'],
  });
});

const db = () => site.context.database.db;
const sizes = Object.keys(SIZES) as Size[];
const field = (page: Page, name: string) => page.locator(`form [name="${name}"]`);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]', { hasText: text }).waitFor();
const told = (page: Page, text: string) => page.locator('.field-error', { hasText: text }).waitFor();
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent);
const count = async () => (await site.sql`select count(*)::int as ads from announcements`)[0]?.ads;

type Options = NonNullable<Parameters<Site['visit']>[1]>;

/** A page as somebody who is logged in sees it. */
async function member(path: string, options: Options = {}) {
  const visit = await site.visit(path, {
    ...options,
    prepare: async (page) => {
      await page.addInitScript(
        ([token, user]) => {
          if (sessionStorage.getItem('put')) return;
          sessionStorage.setItem('put', 'yes');
          localStorage.setItem('marketplace_token', token ?? '');
          localStorage.setItem('marketplace_user', user ?? '');
        },
        [anna.token, JSON.stringify({ id: anna.id, full_name: anna.full_name })],
      );
      await options.prepare?.(page);
    },
  });
  visit.page.setDefaultTimeout(10_000);
  await visit.page.locator('h1').waitFor();
  return visit;
}

async function chooseEvent(page: Page, query = 'provlop') {
  await field(page, 'event_id').fill(query);
  await page.getByRole('option', { name: /Provloppet/ }).click();
  await button(page, 'Ändra').waitFor();
}

async function fillAd(page: Page, values: { price?: string; description?: string } = {}) {
  await chooseEvent(page);
  await field(page, 'distance').selectOption('21,1 km');
  await field(page, 'price').fill(values.price ?? '1295');
  if (values.description) await field(page, 'description').fill(values.description);
}

const create = (page: Page) => button(page, 'Skapa annons').click();
const ownAd = (page: Page, name: RegExp | string = /Provloppet/) => page.getByRole('listitem', { name });

describe.each(sizes)('Skapa annons at the size of a %s', (size) => {
  test('each sentence in its order, then made: the toast, 2 s, the market, and the ad as it was typed', async () => {
    const { page, problems, close } = await member('/marketplace/create', { size });
    await create(page);
    await told(page, 'Välj ett evenemang');
    expect(await focused(page)).toBe('event_id');
    await chooseEvent(page, 'PROVKÖP');
    expect(await focused(page)).toBe('distance');
    await create(page);
    await told(page, 'Välj distans');
    await field(page, 'distance').selectOption('5 km');
    await button(page, 'Ändra').click();
    expect(await focused(page)).toBe('event_id');
    expect(await field(page, 'distance').isDisabled()).toBe(true);
    await chooseEvent(page);
    expect(await field(page, 'distance').inputValue()).toBe('');
    await field(page, 'distance').selectOption('21,1 km');
    for (const price of ['', '0', '-5', '10.5', '1295,50', '1,5', '1000001', 'e']) {
      await field(page, 'price').fill('');
      await field(page, 'price').pressSequentially(price);
      await create(page);
      await told(page, 'Ange ett giltigt pris');
      expect(await focused(page)).toBe('price');
    }
    await field(page, 'price').fill('1295');
    await field(page, 'has_name_change_fee').check();
    for (const fee of ['', '0', '-1', 'e']) {
      await field(page, 'name_change_fee').fill('');
      await field(page, 'name_change_fee').pressSequentially(fee);
      await create(page);
      await told(page, 'Ange kostnad för namnbyte');
    }
    expect(await page.locator('.field-error').count()).toBe(1);
    await field(page, 'name_change_fee').fill('200');
    await field(page, 'description').fill('å'.repeat(501));
    await page.getByText('501/500').waitFor();
    await page.getByLabel('Söker - Jag vill köpa en startplats').check();
    expect(await count()).toBe(0);
    await create(page);
    await toast(page, 'Annons skapad! Omdirigerar till marknadsplatsen...');
    const start = performance.now();
    expect(page.url()).toEndWith('/marketplace/create');
    await page.waitForURL('**/marketplace');
    expect(performance.now() - start).toBeWithin(800, 4000);
    const ads = await site.sql`
      select announcement_type, event_id, distance, price, name_change_fee, user_id, length(description) from announcements`;
    expect(ads.map((ad) => ({ ...ad }))).toEqual([
      {
        announcement_type: 'wanted',
        event_id: event.id,
        distance: '21,1 km',
        price: 1295,
        name_change_fee: 200,
        user_id: anna.id,
        length: 501,
      },
    ]);
    expect(problems).toEqual([]);
    await close();
  });

  test('an event that has passed, lost the distance or gone meanwhile is told by the server', async () => {
    const { page, close } = await member('/marketplace/create', { size });
    const refusals = [
      ["event_date = '2027-01-14'", 'Evenemanget har redan varit.'],
      ["distances = '{10 km}'", 'Välj distans'],
      [undefined, 'Evenemanget finns inte längre.'],
    ] as const;
    for (const [change, sentence] of refusals) {
      await site.sql`update events set event_date = '2027-05-22', distances = '{5 km,"21,1 km"}' where id = ${event.id}`;
      await page.goto(`${site.url}/contact`);
      await page.evaluate(() => sessionStorage.removeItem('announcement_draft'));
      await page.goto(`${site.url}/marketplace/create`);
      await fillAd(page, { description: 'Står kvar' });
      if (change) await site.sql.unsafe(`update events set ${change} where id = '${event.id}'`);
      else await site.sql`delete from events where id = ${event.id}`;
      await create(page);
      await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
      expect(await field(page, 'price').inputValue()).toBe('1295');
      expect(await field(page, 'description').inputValue()).toBe('Står kvar');
    }
    expect(await count()).toBe(0);
    await close();
  });

  test('when it cannot be sent the page says so, what was typed stays, and a reload keeps it', async () => {
    const { page, close } = await member('/marketplace/create', { size });
    await fillAd(page);
    await page.route('**/trpc/marketplace.announcements.create**', (route) => route.abort());
    await create(page);
    await page.getByRole('alert').filter({ hasText: 'Kunde inte skapa annons. Försök igen.' }).waitFor();
    expect(await field(page, 'price').inputValue()).toBe('1295');
    await page.reload();
    await button(page, 'Ändra').waitFor();
    expect(await field(page, 'distance').inputValue()).toBe('21,1 km');
    expect(await field(page, 'price').inputValue()).toBe('1295');
    await close();
  });

  test('events that cannot be fetched: the sentence, and another try', async () => {
    const { page, close } = await member('/marketplace/create', {
      size,
      prepare: (page) => page.route('**/trpc/*public.events.list*', (route) => route.abort()),
    });
    await page.getByRole('alert').filter({ hasText: 'Kunde inte hämta evenemang' }).waitFor();
    await page.unroute('**/trpc/*public.events.list*');
    await button(page, 'Försök igen').click();
    await chooseEvent(page);
    await close();
  });

  test('"Avbryt" and the arrow go back to where one came from', async () => {
    const { page, close } = await member('/marketplace/profile', { size });
    for (const name of ['Avbryt', 'Tillbaka']) {
      await page.getByRole('link', { name: 'Skapa annons' }).click();
      await field(page, 'price').fill('7');
      await button(page, name).click();
      await page.getByRole('heading', { name: 'Min profil' }).waitFor();
    }
    // The arrow leaves the draft, "Avbryt" takes it away.
    await page.getByRole('link', { name: 'Skapa annons' }).click();
    expect(await field(page, 'price').inputValue()).toBe('7');
    await button(page, 'Avbryt').click();
    await page.getByRole('heading', { name: 'Min profil' }).waitFor();
    await page.getByRole('link', { name: 'Skapa annons' }).click();
    expect(await field(page, 'price').inputValue()).toBe('');
    await close();
  });
});

describe.each(sizes)('Min profil at the size of a %s', (size) => {
  const make = (row: Parameters<typeof makeAnnouncement>[1] = {}) =>
    makeAnnouncement(db(), {
      user_id: anna.id,
      event_id: event.id,
      distance: '21,1 km',
      price: 1295,
      name_change_fee: 200,
      ...row,
    });

  test('an ad is edited, completed and deleted; each tells, and the list follows', async () => {
    const { id } = await make();
    const { page, problems, close } = await member('/marketplace/profile', { size });
    await page.getByRole('heading', { name: 'Mina annonser (1)' }).waitFor();
    await ownAd(page).getByText('1\u00a0295\u00a0SEK', { exact: true }).waitFor();
    await ownAd(page).getByText('+ 200\u00a0SEK namnbyte').waitFor();

    await button(page, /^Redigera:/).click();
    for (const price of ['', '0', '10.5', '9,5', 'e']) {
      await field(page, 'price').fill('');
      await field(page, 'price').pressSequentially(price);
      await button(page, 'Spara').click();
      await told(page, 'Ange ett giltigt pris');
    }
    await field(page, 'price').fill('9 00,00');
    for (const fee of ['-1', '1.5', 'e']) {
      await field(page, 'name_change_fee').fill('');
      await field(page, 'name_change_fee').pressSequentially(fee);
      await button(page, 'Spara').click();
      await told(page, 'Ange en giltig namnbytesavgift');
    }
    await field(page, 'name_change_fee').fill('');
    await field(page, 'description').fill('  Ny text  ');
    await button(page, 'Spara').click();
    await toast(page, 'Annons uppdaterad');
    await ownAd(page).getByText('900\u00a0SEK', { exact: true }).waitFor();
    expect(await ownAd(page).getByText('namnbyte').count()).toBe(0);
    expect(await focused(page)).toBe('');
    const [edited] = await site.sql`select price, name_change_fee, description from announcements`;
    expect({ ...edited }).toEqual({ price: 900, name_change_fee: null, description: 'Ny text' });

    await button(page, 'Markera som klar').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Är du säker på att du vill markera denna annons som slutförd?').waitFor();
    await dialog.getByRole('button', { name: 'Markera som klar' }).click();
    await toast(page, 'Annons markerad som slutförd');
    await ownAd(page).getByText('Slutförd').waitFor();
    expect(await button(page, /^(Markera|Redigera:)/).count()).toBe(0);

    await button(page, /^Ta bort:/).click();
    await dialog
      .getByText(
        'Är du säker på att du vill ta bort annonsen för "Provloppet"? Detta raderar även alla relaterade meddelanden.',
      )
      .waitFor();
    await dialog.getByRole('button', { name: 'Avbryt' }).click();
    expect(await count()).toBe(1);
    await button(page, /^Ta bort:/).click();
    await dialog.getByRole('button', { name: 'Ta bort' }).click();
    await toast(page, 'Annons borttagen');
    await page.getByRole('heading', { name: 'Mina annonser (0)' }).waitFor();
    expect(await focused(page)).toBe('Mina annonser (0)');
    expect(await site.sql`select id from announcements where id = ${id}`).toHaveLength(0);
    expect(problems).toEqual([]);
    await close();
  });

  test('the edit of an ad: all of a phone, with "Spara" in sight however long the text; a box on a desktop', async () => {
    await make({ description: 'En lång rad.\n'.repeat(60) });
    const { page, problems, close } = await member('/marketplace/profile', { size });
    await button(page, /^Redigera:/).click();
    await settled(page);
    await field(page, 'description').scrollIntoViewIfNeeded();
    const { width, height } = SIZES[size];
    const box = async (name: string) => (await page.locator(`dialog ${name}`.trim()).boundingBox())!;
    const dialog = (await page.getByRole('dialog').boundingBox())!;
    const save = (await button(page, 'Spara').boundingBox())!;
    if (size === 'phone') {
      expect(dialog).toEqual({ x: 0, y: 0, width, height });
      expect(save.y + save.height).toBeLessThan(64);
      expect(save.x + save.width).toBeGreaterThan(width - 24);
      expect((await box('[aria-label="Stäng"]')).x).toBeLessThan(16);
    } else {
      expect(dialog.width).toBe(680);
      expect(save.y).toBeGreaterThan(dialog.y + dialog.height - 80);
    }
    expect(await axeViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  test('what another tab has done meanwhile is refused, told, and seen', async () => {
    const { id } = await make();
    const { page, close } = await member('/marketplace/profile', { size });
    await button(page, /^Redigera:/).click();
    await site.sql`update announcements set is_completed = true where id = ${id}`;
    await field(page, 'price').fill('900');
    await button(page, 'Spara').click();
    await toast(page, 'Kunde inte uppdatera annons');
    await page.getByText('Annonsen är redan slutförd.').waitFor();
    expect(await field(page, 'price').inputValue()).toBe('900');
    const leave = size === 'phone' ? 'Stäng' : 'Avbryt';
    await page.getByRole('dialog').getByRole('button', { name: leave }).click();
    await button(page, 'Stäng utan att spara').click();
    await ownAd(page).getByText('Slutförd').waitFor();

    await site.sql`update announcements set is_completed = false where id = ${id}`;
    await page.reload();
    await button(page, 'Markera som klar').click();
    await site.sql`update announcements set is_completed = true where id = ${id}`;
    await page.getByRole('dialog').getByRole('button', { name: 'Markera som klar' }).click();
    await toast(page, 'Kunde inte markera annons som slutförd');
    await ownAd(page).getByText('Slutförd').waitFor();

    await button(page, /^Ta bort:/).click();
    await site.sql`delete from announcements where id = ${id}`;
    await page.getByRole('dialog').getByRole('button', { name: 'Ta bort' }).click();
    await toast(page, 'Kunde inte ta bort annons');
    await page.getByRole('heading', { name: 'Mina annonser (0)' }).waitFor();
    expect((await site.sql`select price from announcements where id = ${id}`).length).toBe(0);
    await close();
  });

  test('name and phone are changed, trimmed; the header has the new name; the e-mail stays', async () => {
    const { page, problems, close } = await member('/marketplace/profile', { size });
    await page.getByText('14 januari 2027 21:02').waitFor();
    await page.getByText('4 mars 2025').waitFor();
    await button(page, 'Redigera profil').click();
    expect(await focused(page)).toBe('full_name');
    expect(await field(page, 'email').isEditable()).toBe(false);
    await page.getByText('E-postadress kan inte ändras').waitFor();
    await field(page, 'full_name').fill('  ');
    await button(page, 'Spara').click();
    await told(page, 'Namn måste anges');
    await field(page, 'full_name').fill('  Anna Ek ');
    await field(page, 'phone_number').fill('  ');
    await button(page, 'Spara').click();
    await toast(page, 'Profil uppdaterad');
    await page.getByText('Ej angivet').waitFor();
    await page.getByRole('banner').getByText('Anna Ek').waitFor();
    expect(await focused(page)).toBe('Redigera profil');
    const [stored] =
      await site.sql`select full_name, phone_number, email from marketplace_users where id = ${anna.id}`;
    expect({ ...stored }).toEqual({ full_name: 'Anna Ek', phone_number: null, email: anna.email });
    await page.route('**/trpc/marketplace.accounts.updateProfile**', (route) => route.abort());
    await button(page, 'Redigera profil').click();
    await field(page, 'full_name').fill('Anna Åkerö');
    await button(page, 'Spara').click();
    await toast(page, 'Kunde inte uppdatera profil');
    expect(await field(page, 'full_name').inputValue()).toBe('Anna Åkerö');
    expect(problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
    await close();
  });
});

describe('who is not logged in', () => {
  test('is led to the login, from the profile with "Du måste vara inloggad"', async () => {
    const { page, close } = await site.visit('/marketplace/create');
    await page.waitForURL('**/marketplace/login');
    await page.goto(`${site.url}/marketplace/profile`);
    await toast(page, 'Du måste vara inloggad');
    await page.waitForURL('**/marketplace/login');
    await close();
  });

  test('a dead token leads there without a word; a profile that does not come: "Kunde inte hämta profil"', async () => {
    const dead = await member('/marketplace/profile', {
      prepare: (page) =>
        page.addInitScript(() => {
          if (sessionStorage.getItem('dead')) return;
          sessionStorage.setItem('dead', 'yes');
          localStorage.setItem('marketplace_token', 'dead');
        }),
    });
    await dead.page.waitForURL('**/marketplace/login');
    await dead.page.getByRole('button', { name: 'Logga in' }).waitFor();
    await dead.page.waitForTimeout(300);
    expect(await dead.page.locator('[data-sonner-toast]').count()).toBe(0);
    expect(await dead.page.evaluate(() => localStorage.getItem('marketplace_token'))).toBeNull();
    await dead.close();
    const lost = await member('/contact');
    await lost.page.route('**/trpc/*marketplace*', (route) => route.abort());
    await lost.page.goto(`${site.url}/marketplace/profile`);
    await toast(lost.page, 'Kunde inte hämta profil');
    await lost.page.waitForURL('**/marketplace/login');
    await lost.close();
  });
});

test('by keyboard alone an ad is made, edited with a question before it is closed, and deleted', async () => {
  const { page, problems, close } = await member('/marketplace/create');
  const keys = async (...presses: string[]) => {
    for (const press of presses) await page.keyboard.press(press);
  };
  const tabTo = async (name: string | RegExp) => {
    for (let tabs = 0; tabs < 60; tabs++) {
      await keys('Tab');
      const at = await page.evaluate(
        () => `${document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent}`,
      );
      if (new RegExp(name).test(at)) return;
    }
    throw new Error(`Tab does not lead to ${name}.`);
  };
  await field(page, 'announcement_type').first().focus();
  await keys('ArrowDown', 'Tab');
  await page.keyboard.type('provlopp');
  await page.getByRole('option').first().waitFor();
  await keys('Enter', 'ArrowDown', 'Tab');
  await page.keyboard.type('500');
  await keys('Tab', 'Space', 'Tab');
  await page.keyboard.type('50');
  await keys('Tab');
  await page.keyboard.type('Hej');
  await keys('Tab', 'Tab', 'Enter');
  await page.waitForURL('**/marketplace');
  const [ad] = await site.sql`select announcement_type, distance, price, name_change_fee from announcements`;
  expect({ ...ad }).toEqual({
    announcement_type: 'wanted',
    distance: '5 km',
    price: 500,
    name_change_fee: 50,
  });

  await page.goto(`${site.url}/marketplace/profile`);
  await ownAd(page).waitFor();
  await tabTo('^Redigera: ');
  await keys('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo('^$');
  await keys('Control+A');
  await page.keyboard.type('700');
  await keys('Escape');
  await page.getByText('Det du har ändrat är inte sparat.').waitFor();
  await keys('Escape');
  expect(await field(page, 'price').inputValue()).toBe('700');
  await keys('Enter');
  await toast(page, 'Annons uppdaterad');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toStartWith(
    'Redigera',
  );
  await keys('Tab', 'Enter');
  await page.getByRole('dialog').waitFor();
  await keys('Tab', 'Enter');
  await toast(page, 'Annons borttagen');
  expect(problems).toEqual([]);
  await close();
});

test.each(sizes.flatMap((size) => SCHEMES.map((scheme) => [size, scheme] as const)))(
  'axe finds nothing on these pages, their faults, suggestions and dialogs: %s, %s',
  async (size, colorScheme) => {
    await makeAnnouncement(db(), { user_id: anna.id, event_id: event.id, name_change_fee: 200 });
    await makeAnnouncement(db(), {
      user_id: anna.id,
      event_id: event.id,
      announcement_type: 'wanted',
      is_active: false,
    });
    await makeAnnouncement(db(), { user_id: anna.id, event_id: event.id, is_completed: true });
    const { page, problems, close } = await member('/marketplace/create', {
      size,
      colorScheme,
      reducedMotion: 'reduce',
    });
    const clean = async () => {
      await settled(page);
      expect(await axeViolations(page)).toEqual([]);
    };
    await clean();
    await create(page);
    await told(page, 'Välj ett evenemang');
    await clean();
    await field(page, 'event_id').fill('a');
    await page.getByRole('option').first().waitFor();
    await clean();
    await field(page, 'event_id').fill('finns inte');
    await page.locator('.combobox-notice').waitFor();
    await clean();
    await chooseEvent(page);
    await field(page, 'has_name_change_fee').check();
    await field(page, 'description').fill('å'.repeat(501));
    await clean();

    await page.goto(`${site.url}/marketplace/profile`);
    await ownAd(page).first().waitFor();
    await page.getByText('Kontoinformation').waitFor();
    await clean();
    await button(page, 'Redigera profil').click();
    await field(page, 'full_name').fill('');
    await button(page, 'Spara').click();
    await clean();
    await button(page, 'Avbryt').click();
    await button(page, /^Redigera:/)
      .first()
      .click();
    await field(page, 'price').fill('0');
    await button(page, 'Spara').click();
    await clean();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: size === 'phone' ? 'Stäng' : 'Avbryt' })
      .click();
    await clean();
    await button(page, 'Stäng utan att spara').click();
    await button(page, /^Ta bort:/)
      .first()
      .click();
    await clean();
    expect(problems).toEqual([]);
    await close();
  },
);

test('nothing is wider than 320 px, with long words everywhere', async () => {
  const word = 'Långdistanslöpningsmästerskapskvalificeringstävling'.repeat(3).slice(0, 150);
  const long = await makeEvent(db(), {
    event_name: `Provloppet ${word}`,
    event_date: '2027-05-22',
    event_end_date: '2027-05-23',
    ort: word,
    distances: ['en halv klassiker '.repeat(3).trim()],
  });
  await makeAnnouncement(db(), {
    user_id: anna.id,
    event_id: long.id,
    price: 1_000_000,
    name_change_fee: 1_000_000,
    distance: 'en halv klassiker '.repeat(3).trim(),
    description: `${word} ${word}`,
  });
  await site.sql`update marketplace_users set full_name = ${word} where id = ${anna.id}`;
  const { page, close } = await member('/marketplace/create', {
    size: 'phone',
    prepare: (page) => page.setViewportSize({ width: 320, height: 700 }),
  });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await field(page, 'event_id').fill('längd');
  await field(page, 'event_id').fill('provloppet');
  await page.getByRole('option').first().waitFor();
  expect(await width()).toBeLessThanOrEqual(320);
  await page.getByRole('option', { name: /Långdistans/ }).click();
  expect(await width()).toBeLessThanOrEqual(320);
  await page.goto(`${site.url}/marketplace/profile`);
  await ownAd(page, /Långdistans/).waitFor();
  await page.getByText('Kontoinformation').waitFor();
  expect(await width()).toBeLessThanOrEqual(320);
  await button(page, /^Redigera:/).click();
  expect(
    await page.locator('dialog .dialog-body').evaluate((body) => body.scrollWidth - body.clientWidth),
  ).toBe(0);
  await site.sql`delete from announcements`;
  await site.sql`delete from events where id = ${long.id}`;
  await close();
});
