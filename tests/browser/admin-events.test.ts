import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { AdminEvent } from '../../src/features/events/admin/contract';
import { axeViolations, SCHEMES, SIZES, type Size, settled } from '../support/browser';
import { makeAnnouncement, makeEvent } from '../support/content';
import { byKeyboard } from '../support/hand';
import { portalOf } from '../support/portal';
import { type Site, startSite } from '../support/site';

let site: Site;
let portal: Awaited<ReturnType<typeof portalOf>>;
beforeAll(async () => {
  site = await startSite();
  portal = await portalOf(site);
});
afterAll(() => site.stop());
beforeEach(async () => {
  await site.sql`delete from announcements`;
  await site.sql`delete from events where event_name like 'Prov%'`;
});

const db = () => site.context.database.db;
const sizes = Object.keys(SIZES) as Size[];
const field = (page: Page, name: string) => page.locator(`dialog [name="${name}"]`);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]', { hasText: text }).waitFor();
const told = (page: Page, text: string) =>
  page.locator('dialog .field-error, dialog .alert', { hasText: text }).first().waitFor();
const save = (page: Page) => button(page, 'Spara').click();
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const listed = async (name: string) =>
  (await site.api<AdminEvent[]>('GET /admin/events', portal.admin)).body.find(
    ({ event_name }) => event_name === name,
  );

/** An admin at the events tab, far from Stockholm: what they type is Stockholm time all the same (D18). */
async function visit(path = '', options: Parameters<typeof portal.open>[1] = {}) {
  const opened = await portal.open(path, { timezoneId: 'America/New_York', ...options } as typeof options);
  opened.page.setDefaultTimeout(10_000);
  await opened.page.locator('.toolbar-count').waitFor();
  return opened;
}

/** The portal's page goes on while another shows what visitors see. */
async function seen(path: string, look: (page: Page) => Promise<unknown>) {
  const visitor = await site.visit(path);
  visitor.page.setDefaultTimeout(10_000);
  await look(visitor.page);
  expect(visitor.problems).toEqual([]);
  await visitor.close();
}

const VALUES = {
  event_name: 'Provloppet runt sjön',
  event_date: '2027-02-20',
  event_end_date: '2027-02-21',
  ort: 'Okändeby',
  address: 'Storgatan 1',
  organizer: 'IK Prov',
  race_link: 'https://provloppet.example/',
  result_link: 'https://provloppet.example/resultat',
};

test('a day of an event: added with every field, on the calendar and the map, stamped, moved, reset, deleted', async () => {
  const { page, problems, close } = await visit();
  await page.getByText('56 st').waitFor();
  await button(page, 'Lägg till evenemang').click();
  await save(page);
  await told(page, 'Vänligen fyll i alla obligatoriska fält');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('event_name');
  expect(await page.locator('dialog .field-error').count()).toBe(4);

  for (const [name, value] of Object.entries(VALUES)) await field(page, name).fill(value);
  await field(page, 'sport_type').selectOption('Löpning - tidslopp');
  await field(page, 'distances').pressSequentially('6 timmar,24 h,');
  await field(page, 'landskap').selectOption('Dalarna');
  await button(page, 'Lägg till fält').click();
  await field(page, 'label').fill('Startavgift');
  await save(page);
  await told(page, 'Vänligen fyll i både fältetikett och värde');
  await field(page, 'value').fill('450 SEK');
  await field(page, 'banner_text').fill('Få platser kvar');
  await page.getByLabel('Lila').check();
  await field(page, 'banner_start_date').fill('2027-01-15T08:00');
  await save(page);
  await told(page, 'Vänligen fyll i alla obligatoriska fält');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('banner_end_date');
  await field(page, 'banner_end_date').fill('2027-01-16T08:00');
  await page.getByText('Förhandsvisning. Stämpeln visas nu.').waitFor();
  await page.getByText('Ungefärlig plats, mitt i landskapet.', { exact: false }).waitFor();
  await page.locator('dialog .map-marker-approximate').waitFor();
  await save(page);
  await toast(page, 'Evenemanget är tillagt');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('57 st').waitFor();
  await page.locator('.portal-tab', { hasText: 'Evenemang' }).getByText('57').waitFor();
  const made = await listed(VALUES.event_name);
  expect(made).toMatchObject({
    ...VALUES,
    sport_type: 'Löpning - tidslopp',
    distances: '6 timmar, 24 h',
    landskap: 'Dalarna',
    additional_fields: [{ label: 'Startavgift', value: '450 SEK' }],
    banner_text: 'Få platser kvar',
    banner_start_date: '2027-01-15T07:00:00.000Z',
    banner_end_date: '2027-01-16T07:00:00.000Z',
    banner_color: 'purple',
    is_approximate: true,
    is_manual: false,
  });
  await row(page, VALUES.event_name).locator('.stamp-tag[data-color="purple"]').waitFor();

  await seen('/?q=provloppet', async (visitor) => {
    const card = visitor.getByRole('article', { name: VALUES.event_name });
    await card.locator('.stamp[data-color="purple"]', { hasText: 'Få platser kvar' }).waitFor();
    const text = (await card.textContent())?.replace(/\s+/g, ' ');
    for (const part of ['6 timmar', '24 h', 'Okändeby, Dalarna', 'Startavgift 450 SEK', 'Arrangör IK Prov'])
      expect(text).toContain(part);
    expect(await card.getByRole('link', { name: /Visa resultat/ }).getAttribute('href')).toBe(
      VALUES.result_link,
    );
  });
  const onMap = (isApproximate: boolean) =>
    seen('/map', (visitor) =>
      visitor
        .getByRole('button', {
          name: new RegExp(`${VALUES.event_name}.*Okändeby.*${isApproximate ? 'ungefärlig' : 'Dalarna$'}`),
        })
        .first()
        .waitFor(),
    );
  await onMap(true);

  // Edited, and the spot corrected by a press on the map.
  await page.getByRole('searchbox').fill('provloppet');
  await button(page, `Redigera: ${VALUES.event_name}`).click();
  await field(page, 'event_name').fill(VALUES.event_name);
  await field(page, 'banner_text').fill('');
  await page.locator('dialog .spot-marker').waitFor();
  await page.locator('dialog .spot-map').scrollIntoViewIfNeeded();
  await settled(page);
  await page.locator('dialog .spot-map').click({ position: { x: 200, y: 90 } });
  await page.getByText('Satt för hand.').waitFor();
  const typed = await field(page, 'latitude').inputValue();
  await save(page);
  await toast(page, 'Evenemanget är sparat');
  const moved = await listed(VALUES.event_name);
  expect(moved).toMatchObject({ is_manual: true, is_approximate: false, banner_text: null });
  expect(String(moved?.latitude).replace('.', ',')).toBe(typed);
  expect(moved?.latitude).toBeGreaterThan(made?.latitude ?? 99);
  expect(moved?.longitude).toBeLessThan(made?.longitude ?? 0);
  expect(await row(page, VALUES.event_name).locator('.stamp-tag').count()).toBe(0);
  await onMap(false);

  // Dragged further, typed, then found anew.
  await button(page, `Redigera: ${VALUES.event_name}`).click();
  const marker = page.locator('dialog .spot-marker');
  await marker.waitFor();
  await marker.scrollIntoViewIfNeeded();
  await settled(page);
  const box = (await marker.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  const dragged = await field(page, 'longitude').inputValue();
  expect(Number(dragged.replace(',', '.'))).toBeGreaterThan((moved?.longitude ?? 99) + 0.5);
  expect(Number((await field(page, 'latitude').inputValue()).replace(',', '.'))).toBeCloseTo(
    moved?.latitude ?? 0,
    1,
  );
  await field(page, 'latitude').fill('15');
  await save(page);
  await told(page, 'Ange både latitud och longitud för en plats i eller nära Sverige');
  await button(page, 'Återställ plats').click();
  await toast(page, 'Platsen är återställd');
  await page.getByText('Ungefärlig plats, mitt i landskapet.', { exact: false }).waitFor();
  expect(await listed(VALUES.event_name)).toMatchObject({ is_manual: false, is_approximate: true });
  await button(page, 'Avbryt').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await onMap(true);

  // Deleted, from the dialog, after a word about its ad.
  await makeAnnouncement(db(), { event_id: made?.id ?? '' });
  await page.reload();
  await button(page, `Redigera: ${VALUES.event_name}`).click();
  await button(page, 'Ta bort').click();
  await page.getByText('1 annons hör till det och blir inaktiv.', { exact: false }).waitFor();
  await button(page, 'Ta bort').last().click();
  await toast(page, 'Evenemanget är borttaget');
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  await page.getByText('Inga Evenemang Hittades').waitFor();
  await button(page, 'Rensa Filter').click();
  await page.getByText('56 st').waitFor();
  await seen('/?q=provloppet', (visitor) => visitor.getByText('Inga Evenemang Hittades').waitFor());
  const [ad] = await site.sql`select is_active, event_id, event_name from announcements`;
  expect({ ...ad }).toEqual({ is_active: false, event_id: null, event_name: VALUES.event_name });
  expect(problems).toEqual([]);
  await close();
}, 60_000);

test('each failure says its sentence, and nothing that was typed is lost', async () => {
  const event = await makeEvent(db(), { event_name: 'Provrundan', event_date: '2027-03-01', ort: 'Mora' });
  const { page, close } = await visit('?q=provrundan');
  await page.route('**/trpc/admin.events.update**', (route) => route.abort());
  await button(page, 'Redigera: Provrundan').click();
  await field(page, 'ort').fill('Orsa');
  await save(page);
  await toast(page, 'Failed to save event');
  expect(await field(page, 'ort').inputValue()).toBe('Orsa');
  await page.unroute('**/trpc/admin.events.update**');

  // Somebody else was first: told, and written over only when asked for.
  await site.sql`update events set organizer = 'IK Annan', version = version + 1 where id = ${event.id}`;
  await save(page);
  await told(page, 'Någon annan har ändrat evenemanget sedan du öppnade det: Arrangör.');
  const [before] = await site.sql`select ort, organizer from events where id = ${event.id}`;
  expect({ ...before }).toEqual({ ort: 'Mora', organizer: 'IK Annan' });
  await button(page, 'Visa deras').click();
  expect(await field(page, 'organizer').inputValue()).toBe('IK Annan');
  await field(page, 'ort').fill('Orsa');
  await page.keyboard.press('Escape');
  await page.getByText('Det du har ändrat är inte sparat.').waitFor();
  await button(page, 'Fortsätt redigera').click();
  await save(page);
  await toast(page, 'Evenemanget är sparat');
  const [after] = await site.sql`select ort, organizer from events where id = ${event.id}`;
  expect({ ...after }).toEqual({ ort: 'Orsa', organizer: 'IK Annan' });

  await page.route('**/trpc/admin.events.delete**', (route) => route.abort());
  await button(page, 'Ta bort: Provrundan').click();
  await button(page, 'Ta bort').last().click();
  await toast(page, 'Misslyckades att ta bort evenemang');
  await page.unroute('**/trpc/admin.events.delete**');

  // Gone meanwhile: the detail of the server.
  await button(page, 'Redigera: Provrundan').click();
  await field(page, 'ort').fill('Rättvik');
  await site.sql`delete from events where id = ${event.id}`;
  await save(page);
  await toast(page, 'Evenemanget finns inte.');
  await close();
});

test('that the events could not be fetched is said, with another try', async () => {
  const { page, close } = await portal.open('', {
    prepare: (page) => page.route('**/trpc/*admin.events.list*', (route) => route.abort()),
  });
  await toast(page, 'Failed to fetch events');
  await page.getByText('Evenemangen kunde inte visas').waitFor();
  await page.unroute('**/trpc/*admin.events.list*');
  await button(page, 'Försök igen').click();
  await page.getByText('56 st').waitFor();
  await close();
});

describe.each(sizes)('at the size of a %s', (size) => {
  const edit = async (page: Page, name: string) => {
    if (size === 'desktop') return button(page, `Redigera: ${name}`).click();
    await button(page, `Åtgärder för ${name}`).click();
    await page.getByRole('menuitem', { name: 'Redigera' }).click();
  };

  test('search, filters, order and page are in the URL, and a reload keeps them', async () => {
    const { page, problems, close } = await visit('', { size });
    await page.getByText('Visar 1–50 av 56').waitFor();
    await button(page, 'Nästa sida').click();
    await page.getByText('Visar 51–56 av 56').waitFor();
    // As fast as keys can be pressed: none is lost.
    await page.getByRole('searchbox').pressSequentially('längdskidor s', { delay: 5 });
    expect(await page.getByRole('searchbox').inputValue()).toBe('längdskidor s');
    await page.waitForURL('**/admin/dashboard?q=l%C3%A4ngdskidor+s');
    await page.getByLabel('Kommande').check();
    if (size === 'desktop') await button(page, 'Namn').click();
    else await page.locator('[name="sort"]').selectOption('event_name');
    await page.waitForURL('**?q=l%C3%A4ngdskidor+s&date=upcoming&sort=event_name');
    const names = () => page.locator('.event-table-title').allInnerTexts();
    const shown = await names();
    expect(shown.length).toBeGreaterThan(1);
    expect(shown).toEqual([...shown].sort(new Intl.Collator('sv').compare));
    await page.reload();
    await page.locator('.event-table-title').first().waitFor();
    expect(await names()).toEqual(shown);
    expect(await page.getByRole('searchbox').inputValue()).toBe('längdskidor s');
    await page.locator('[name="sport"]').selectOption('Simning');
    await page.getByText('Inga Evenemang Hittades').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  test.each(SCHEMES)('axe finds nothing on the tab and its dialogs: %s', async (colorScheme) => {
    const event = await makeEvent(db(), {
      event_name: 'Provrundan',
      event_date: '2027-03-01',
      latitude: 61,
      longitude: 14.5,
      banner_text: 'Fullbokat',
      banner_start_date: '2027-01-01T00:00:00.000Z',
      banner_end_date: '2027-02-01T00:00:00.000Z',
      banner_color: 'yellow',
      additional_fields: [{ label: 'Avgift', value: '100 SEK' }],
    });
    await makeAnnouncement(db(), { event_id: event.id });
    const { page, problems, close } = await visit('', { size, colorScheme, reducedMotion: 'reduce' });
    const clean = async () => {
      await settled(page);
      expect(await axeViolations(page)).toEqual([]);
    };
    await clean();
    if (size === 'phone') {
      await button(page, /^Åtgärder för/)
        .first()
        .click();
      await clean();
      await page.keyboard.press('Escape');
    }
    await page.getByRole('searchbox').fill('provrundan');
    // At once: the search is on its way into the URL, and the dialog with it.
    await edit(page, 'Provrundan');
    await page.locator('dialog .spot-marker').waitFor();
    await clean();
    await page.locator('dialog .spot-map').click({ position: { x: 60, y: 60 } });
    await field(page, 'event_name').fill('');
    await field(page, 'value').fill('');
    await field(page, 'banner_end_date').fill('');
    await save(page);
    await told(page, 'Vänligen fyll i både fältetikett och värde');
    await clean();
    await button(page, 'Ta bort').first().click();
    await page.getByText('1 annons hör till det', { exact: false }).waitFor();
    await clean();
    expect(problems).toEqual([]);
    await close();
  });
});

test('on a phone the dialog fills the screen and the main action floats; nothing is wider than 320 px', async () => {
  const word = 'Långdistanslöpningsmästerskapskvalificeringstävling'.repeat(3).slice(0, 150);
  const long = await makeEvent(db(), {
    event_name: `Prov${word}`,
    event_date: '2027-03-01',
    ort: word,
    distances: Array.from({ length: 30 }, (_, km) => `${km + 1},5 km`),
    additional_fields: [{ label: word, value: word }],
    banner_text: word,
    banner_start_date: '2027-01-01T00:00:00.000Z',
    banner_end_date: '2027-02-01T00:00:00.000Z',
  });
  const { page, problems, close } = await visit(`?q=prov`, { size: 'phone' });
  const floating = await button(page, 'Lägg till evenemang').boundingBox();
  expect(floating?.y).toBeGreaterThan(740);
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await wider()).toBe(0);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await wider()).toBe(0);
  await page.goto(`${site.url}/admin/dashboard?event=${long.id}`);
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.locator('dialog .spot-map').waitFor();
  await settled(page);
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: 700 });
  expect((await button(page, 'Stäng').boundingBox())?.x).toBeLessThan(20);
  expect((await button(page, 'Spara').boundingBox())?.x).toBeGreaterThan(200);
  expect(await dialog.locator('.dialog-body').evaluate((body) => body.scrollWidth - body.clientWidth)).toBe(
    0,
  );
  // A tap on the map sets the spot by touch too.
  await page.locator('dialog .spot-map').scrollIntoViewIfNeeded();
  await page.locator('dialog .spot-map').tap({ position: { x: 100, y: 100 } });
  await page.getByText('Satt för hand.').waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('by keyboard alone an event is found, edited, kept from being lost, and deleted', async () => {
  await makeEvent(db(), { event_name: 'Provrundan', event_date: '2027-03-01', ort: 'Mora' });
  const { page, problems, close } = await visit();
  const hand = byKeyboard(page);
  await hand.write('q', 'provrundan');
  await page.getByText('1 st', { exact: true }).waitFor();
  await hand.press(button(page, 'Redigera: Provrundan'));
  await page.getByRole('dialog').waitFor();
  await hand.write('ort', 'Orsa');
  await page.keyboard.press('Escape');
  await page.getByText('Det du har ändrat är inte sparat.').waitFor();
  await page.keyboard.press('Enter');
  await hand.write('latitude', '61,5');
  await hand.press(button(page, 'Spara'));
  await toast(page, 'Evenemanget är sparat');
  const hasFocus = (name: string) =>
    page.waitForFunction((name) => document.activeElement?.getAttribute('aria-label') === name, name);
  await hasFocus('Redigera: Provrundan');
  expect(await listed('Provrundan')).toMatchObject({ ort: 'Orsa', latitude: 61.5, is_manual: true });
  await hand.press(button(page, 'Ta bort: Provrundan'));
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await toast(page, 'Evenemanget är borttaget');
  await hasFocus('Lista över evenemang');
  expect(problems).toEqual([]);
  await close();
});
