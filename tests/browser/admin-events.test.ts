import { beforeEach, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { axeInBothSchemes, horizontalOverflow, sizes, toast, untilSettled } from '#tests/support/browser.ts';
import { makeAnnouncement, makeEvent } from '#tests/support/content.ts';
import { portalOf } from '#tests/support/portal.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();
const portal = await portalOf(site);
beforeEach(async () => {
  await site.sql`delete from announcements`;
  await site.sql`delete from events where event_name like 'Prov%'`;
});

const field = (page: Page, name: string) => page.locator(`dialog [name="${name}"]`);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const waitForError = (page: Page, text: string) =>
  page.locator('dialog .field-error, dialog .alert', { hasText: text }).first().waitFor();
const save = (page: Page) => button(page, 'Spara').click();
const findRow = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const spotMap = (page: Page) => page.locator('dialog .spot-map');
const findEvent = async (name: string) =>
  (await site.api<AdminEvent[]>('GET /admin/events', portal.admin)).body.find(
    ({ event_name }) => event_name === name,
  );

/** In another time zone: times that an admin types are Stockholm time everywhere. */
async function openPortal(path = '', options: Parameters<typeof portal.open>[1] = {}) {
  const abroad = { timezoneId: 'America/New_York', ...options } as typeof options;
  const opened = await portal.open(path || '?tab=events', abroad);
  opened.page.setDefaultTimeout(10_000);
  await opened.page.locator('.toolbar-count').waitFor();
  return opened;
}

async function checkPublicPage(path: string, check: (page: Page) => Promise<unknown>) {
  const visitor = await site.visit(path);
  visitor.page.setDefaultTimeout(10_000);
  await check(visitor.page);
  await visitor.finish();
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

test('the calendar and the map are updated when an event is created, edited, moved, reset and deleted', async () => {
  const { page, finish } = await openPortal();
  await page.getByText('50 st').waitFor();
  await button(page, 'Lägg till evenemang').click();
  for (const [name, value] of Object.entries(VALUES)) await field(page, name).fill(value);
  await field(page, 'sport_type').selectOption('Löpning - tidslopp');
  await field(page, 'distances').pressSequentially('6 timmar,24 h,');
  await field(page, 'landskap').selectOption('Dalarna');
  await button(page, 'Lägg till fält').click();
  await field(page, 'label').fill('Startavgift');
  await field(page, 'value').fill('450 SEK');
  await field(page, 'banner_text').fill('Få platser kvar');
  await page.getByLabel('Lila').check();
  await field(page, 'banner_start_date').fill('2027-01-15T08:00');
  await field(page, 'banner_end_date').fill('2027-01-16T08:00');
  await page.getByText('Förhandsvisning. Stämpeln visas nu.').waitFor();
  await page.getByText('Ungefärlig plats, mitt i landskapet.', { exact: false }).waitFor();
  await page.locator('dialog .map-marker-approximate').waitFor();
  await save(page);
  await toast(page, 'Evenemanget är tillagt');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('51 st').waitFor();
  await page.locator('.portal-tab', { hasText: 'Evenemang' }).getByText('59').waitFor();
  const createdEvent = await findEvent(VALUES.event_name);
  expect(createdEvent).toMatchObject({
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
  await findRow(page, VALUES.event_name).locator('.stamp-tag[data-color="purple"]').waitFor();
  const createdRow = page.locator('tr[data-highlighted]', { hasText: VALUES.event_name });
  expect(await createdRow.evaluate((tr) => tr.getBoundingClientRect().bottom <= innerHeight)).toBe(true);

  await checkPublicPage('/?q=provloppet', async (visitor) => {
    const card = visitor.getByRole('article', { name: VALUES.event_name });
    await card.locator('.stamp[data-color="purple"]', { hasText: 'Få platser kvar' }).waitFor();
    const text = (await card.textContent())?.replace(/\s+/g, ' ');
    for (const part of ['6 timmar', '24 h', 'Okändeby, Dalarna', 'Startavgift 450 SEK', 'Arrangör IK Prov'])
      expect(text).toContain(part);
    expect(await card.getByRole('link', { name: /Visa resultat/ }).getAttribute('href')).toBe(
      VALUES.result_link,
    );
  });
  const expectOnMap = (isApproximate: boolean) => {
    const name = new RegExp(`${VALUES.event_name}.*Okändeby.*${isApproximate ? 'ungefärlig' : 'Dalarna$'}`);
    return checkPublicPage('/map', (visitor) => visitor.getByRole('button', { name }).first().waitFor());
  };
  await expectOnMap(true);

  await page.getByRole('searchbox').fill('provloppet');
  await button(page, `Redigera: ${VALUES.event_name}`).click();
  await field(page, 'event_name').fill(VALUES.event_name);
  await field(page, 'banner_text').fill('');
  await page.locator('dialog .spot-marker').waitFor();
  await spotMap(page).scrollIntoViewIfNeeded();
  await untilSettled(page);
  await spotMap(page).click({ position: { x: 200, y: 90 } });
  await page.getByText('Satt för hand.').waitFor();
  const typedLatitude = await field(page, 'latitude').inputValue();
  await save(page);
  await toast(page, 'Evenemanget är sparat');
  const movedEvent = await findEvent(VALUES.event_name);
  expect(movedEvent).toMatchObject({ is_manual: true, is_approximate: false, banner_text: null });
  expect(String(movedEvent?.latitude).replace('.', ',')).toBe(typedLatitude);
  expect(movedEvent?.latitude).toBeGreaterThan(createdEvent?.latitude ?? 99);
  expect(movedEvent?.longitude).toBeLessThan(createdEvent?.longitude ?? 0);
  expect(await findRow(page, VALUES.event_name).locator('.stamp-tag').count()).toBe(0);
  await expectOnMap(false);

  await button(page, `Redigera: ${VALUES.event_name}`).click();
  const marker = page.locator('dialog .spot-marker');
  await marker.waitFor();
  await marker.scrollIntoViewIfNeeded();
  await untilSettled(page);
  const box = (await marker.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 4 });
  await page.mouse.up();
  const degreesIn = async (name: string) => Number((await field(page, name).inputValue()).replace(',', '.'));
  expect(await degreesIn('longitude')).toBeGreaterThan((movedEvent?.longitude ?? 99) + 0.5);
  expect(await degreesIn('latitude')).toBeCloseTo(movedEvent?.latitude ?? 0, 1);
  await button(page, 'Återställ plats').click();
  await toast(page, 'Platsen är återställd');
  await page.getByText('Ungefärlig plats, mitt i landskapet.', { exact: false }).waitFor();
  expect(await findEvent(VALUES.event_name)).toMatchObject({ is_manual: false, is_approximate: true });
  await button(page, 'Avbryt').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectOnMap(true);

  await makeAnnouncement(site.db, { event_id: createdEvent?.id ?? '' });
  await page.reload();
  await button(page, `Redigera: ${VALUES.event_name}`).click();
  await button(page, 'Ta bort').click();
  await page.getByText('1 annons hör till det och blir inaktiv.', { exact: false }).waitFor();
  await button(page, 'Ta bort').last().click();
  await toast(page, 'Evenemanget är borttaget');
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  await page.getByText('Inga Evenemang Hittades').waitFor();
  await button(page, 'Rensa Filter').click();
  await page.getByText('50 st').waitFor();
  await checkPublicPage('/?q=provloppet', (visitor) =>
    visitor.getByText('Inga Evenemang Hittades').waitFor(),
  );
  const [ad] = await site.sql`select is_active, event_id, event_name from announcements`;
  expect({ ...ad }).toEqual({ is_active: false, event_id: null, event_name: VALUES.event_name });
  await finish();
}, 60_000);

describe.each(sizes)('the events tab at %s size', (size) => {
  const openEditDialog = async (page: Page, name: string) => {
    if (size === 'desktop') return button(page, `Redigera: ${name}`).click();
    await button(page, `Åtgärder för ${name}`).click();
    await page.getByRole('menuitem', { name: 'Redigera' }).click();
  };

  test('keeps search, filters and order in the URL across a reload', async () => {
    const { page, finish } = await openPortal('?date=all', { size });
    await page.getByText('Visar 1–50 av 58').waitFor();
    await button(page, 'Nästa sida').click();
    await page.getByText('Visar 51–58 av 58').waitFor();
    // Fast typing must not lose a key.
    await page.getByRole('searchbox').pressSequentially('längdskidor s', { delay: 5 });
    expect(await page.getByRole('searchbox').inputValue()).toBe('längdskidor s');
    await page.waitForURL(/\?tab=events&q=l%C3%A4ngdskidor\+s&date=all$/);
    await page.getByLabel('Kommande').check();
    if (size === 'desktop') await button(page, 'Namn').click();
    else await page.locator('[name="sort"]').selectOption('event_name');
    await page.waitForURL(/\?tab=events&q=l%C3%A4ngdskidor\+s&sort=event_name$/);
    const names = () => page.locator('.event-table-title').allInnerTexts();
    const shownNames = await names();
    expect(shownNames.length).toBeGreaterThan(1);
    expect(shownNames).toEqual([...shownNames].sort(new Intl.Collator('sv').compare));
    await page.reload();
    await page.locator('.event-table-title').first().waitFor();
    expect(await names()).toEqual(shownNames);
    expect(await page.getByRole('searchbox').inputValue()).toBe('längdskidor s');
    await page.locator('[name="sport"]').selectOption('Simning');
    await page.getByText('Inga Evenemang Hittades').waitFor();
    await finish();
  });

  test('has no axe violations, also in its dialogs', async () => {
    const event = await makeEvent(site.db, {
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
    await makeAnnouncement(site.db, { event_id: event.id });
    const { page, finish } = await openPortal('', { size, reducedMotion: 'reduce' });
    const expectNoViolations = async () => expect(await axeInBothSchemes(page)).toEqual([]);
    await expectNoViolations();
    if (size === 'phone') {
      const actions = button(page, /^Åtgärder för/).first();
      await actions.click();
      await expectNoViolations();
      await page.keyboard.press('Escape');
    }
    await page.getByRole('searchbox').fill('provrundan');
    // Right away, while the search is still being written to the URL.
    await openEditDialog(page, 'Provrundan');
    await page.locator('dialog .spot-marker').waitFor();
    await expectNoViolations();
    await spotMap(page).click({ position: { x: 60, y: 60 } });
    await field(page, 'event_name').fill('');
    await field(page, 'value').fill('');
    await field(page, 'banner_end_date').fill('');
    await save(page);
    await waitForError(page, 'Vänligen fyll i både fältetikett och värde');
    await expectNoViolations();
    await button(page, 'Ta bort').first().click();
    await page.getByText('1 annons hör till det', { exact: false }).waitFor();
    await expectNoViolations();
    await finish();
  });
});

test('the events tab on a phone has a full-screen dialog, a floating main action and no overflow at 320 px', async () => {
  const word = 'Långdistanslöpningsmästerskapskvalificeringstävling'.repeat(3).slice(0, 150);
  const longEvent = await makeEvent(site.db, {
    event_name: `Prov${word}`,
    event_date: '2027-03-01',
    ort: word,
    distances: Array.from({ length: 30 }, (_, km) => `${km + 1},5 km`),
    additional_fields: [{ label: word, value: word }],
    banner_text: word,
    banner_start_date: '2027-01-01T00:00:00.000Z',
    banner_end_date: '2027-02-01T00:00:00.000Z',
  });
  const { page, finish } = await openPortal(`?q=prov`, { size: 'phone' });
  expect((await button(page, 'Lägg till evenemang').boundingBox())?.y).toBeGreaterThan(740);
  expect(await horizontalOverflow(page)).toBe(0);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await horizontalOverflow(page)).toBe(0);
  await page.goto(`${site.url}/admin/dashboard?event=${longEvent.id}`);
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await spotMap(page).waitFor();
  await untilSettled(page);
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: 700 });
  expect((await button(page, 'Stäng').boundingBox())?.x).toBeLessThan(20);
  expect((await button(page, 'Spara').boundingBox())?.x).toBeGreaterThan(200);
  const body = dialog.locator('.dialog-body');
  expect(await body.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await spotMap(page).scrollIntoViewIfNeeded();
  await spotMap(page).tap({ position: { x: 100, y: 100 } });
  await page.getByText('Satt för hand.').waitFor();
  await finish();
});

test('Escape closes the calendar of the stamp and not the dialog around it', async () => {
  const { page, finish } = await openPortal();
  await button(page, 'Lägg till evenemang').click();
  await field(page, 'banner_text').fill('Fullbokat');
  const start = field(page, 'banner_start_date');
  await start.fill('1/3 2027 9.30');
  await page.keyboard.press('Tab');
  expect(await start.inputValue()).toBe('2027-03-01 09:30');
  await page.keyboard.press('Enter');
  const calendar = page.getByRole('dialog', { name: 'Välj datum' });
  await calendar.waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await calendar.waitFor({ state: 'detached' });
  expect(await start.inputValue()).toBe('2027-03-01 09:30');
  await page.getByRole('dialog', { name: 'Lägg till evenemang' }).waitFor();
  await page.getByRole('button', { name: 'Välj i kalender' }).and(page.locator(':focus')).waitFor();
  await finish();
});
