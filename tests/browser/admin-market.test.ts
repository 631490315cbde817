import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { hashPassword } from '../../src/platform/passwords';
import { makeReport } from '../support/admin-market';
import { axeViolations, settled } from '../support/browser';
import { makeAnnouncement, makeEvent, makeMember } from '../support/content';
import { asMember, type Member, makeConversation } from '../support/inbox';
import { portalOf } from '../support/portal';
import { type Site, startSite } from '../support/site';

const PASSWORD = 'Loppet2027';

let site: Site;
let portal: Awaited<ReturnType<typeof portalOf>>;
let hash: string;
/** Somebody without an account, all the while. */
let visitor: Awaited<ReturnType<Site['visit']>>;
beforeAll(async () => {
  site = await startSite();
  portal = await portalOf(site);
  hash = await hashPassword(PASSWORD);
  visitor = await site.visit('/marketplace');
});
afterAll(() => site.stop());

const db = () => site.context.database.db;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** A window of the portal that does not wait long in vain. */
async function admin(...asked: Parameters<typeof portal.open>) {
  const visit = await portal.open(...asked);
  visit.page.setDefaultTimeout(8000);
  return visit;
}
const exactly = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]', { hasText: text }).waitFor();
const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });
const rows = (page: Page) => page.locator('.data-table tbody tr').count();
const isLost = (page: Page) => page.evaluate(() => document.activeElement === document.body);

/** The same of a fetch, which is tried again after a second and after two more: not waited for. */
async function toastSoon(page: Page, text: string): Promise<void> {
  const found = page.locator('[data-sonner-toast]', { hasText: text });
  for (let tries = 0; tries < 30 && !(await found.isVisible()); tries++) {
    await page.clock.fastForward(1100);
    await Bun.sleep(100);
  }
  await found.waitFor();
}

/** Waits for that many of them. */
async function until(page: Page, selector: string, count: number): Promise<void> {
  await page.waitForFunction(
    ([found, wanted]) => document.querySelectorAll(String(found)).length === wanted,
    [selector, count] as const,
  );
}

async function expectNoViolations(page: Page, schemes: readonly ('light' | 'dark')[] = ['light', 'dark']) {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    expect(await axeViolations(page)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

let anna: Member;
let bo: Member;
let event: Awaited<ReturnType<typeof makeEvent>>;
let ad: Awaited<ReturnType<typeof makeAnnouncement>>;
let wanted: Awaited<ReturnType<typeof makeAnnouncement>>;
let done: Awaited<ReturnType<typeof makeAnnouncement>>;
beforeEach(async () => {
  await site.sql`delete from marketplace_users`;
  await site.sql`delete from events where event_name in ('Provloppet', 'Vasaloppet', 'Åbyloppet')`;
  anna = await makeMember(db(), {
    full_name: 'Anna Lindqvist',
    email: 'anna@example.se',
    phone_number: '+46 70-111 22 33',
    password_hash: hash,
  });
  bo = await makeMember(db(), { full_name: 'Bo Ask', email: 'bo@example.se', phone_number: '08-1' });
  event = await makeEvent(db(), { event_name: 'Provloppet', event_date: '2027-01-16', ort: 'Provköping' });
  const other = await makeEvent(db(), { event_name: 'Åbyloppet', event_date: '2027-05-22' });
  done = await makeAnnouncement(db(), { user_id: bo.id, event_id: other.id, is_completed: true });
  wanted = await makeAnnouncement(db(), {
    user_id: bo.id,
    event_id: event.id,
    announcement_type: 'wanted',
    is_active: false,
  });
  const made = await makeConversation(db(), {
    owner: anna,
    participant: bo,
    event_name: 'Vasaloppet',
    description: 'Startled 3.',
    written: [
      { by: bo, text: 'Är platsen kvar?', at: '2027-01-10T08:00:00Z' },
      { by: anna, text: 'Ja, den är kvar.', at: '2027-01-10T09:00:00Z' },
    ],
  });
  ad = made.announcement;
  await site.sql`update announcements set event_id = ${event.id} where id = ${ad.id}`;
});

/** What visitors see of the ads now: on the market, and counted on the event's card. */
async function publicly(): Promise<{ ads: string[]; counted: string }> {
  const { page } = visitor;
  await page.goto(`${site.url}/marketplace`);
  await page.locator('.ad-card, .empty-state').first().waitFor();
  const ads = (await page.locator('.ad-card-number').allTextContents()).sort();
  // The counts come with the ads, which are fetched beside the events.
  const counts = page.waitForResponse(/announcements\.list/);
  await page.goto(`${site.url}/?q=Provloppet`);
  await (await counts).finished();
  const card = page.getByRole('article', { name: 'Provloppet' });
  await card.waitFor();
  await settled(page);
  const counted = (await card.textContent())?.match(/\d+ (säljes|söks)/)?.[0] ?? 'none';
  expect(visitor.problems).toEqual([]);
  return { ads, counted };
}

describe('the marketplace tab', () => {
  test('ads are narrowed by event, type, status and search, in the URL, and sorted', async () => {
    const { page, problems, close } = await admin('?tab=marketplace');
    await row(page, /Provloppet/)
      .first()
      .waitFor();
    expect(await rows(page)).toBe(3);
    expect(await page.locator('[name="event"] option').allTextContents()).toEqual([
      'Alla evenemang (3)',
      'Provloppet (2)',
      'Åbyloppet (1)',
    ]);
    await expectNoViolations(page);

    await page.locator('[name="event"]').selectOption({ label: 'Provloppet (2)' });
    await until(page, '.data-table tbody tr', 2);
    await page.locator('[name="type"][value="wanted"]').check();
    await until(page, '.data-table tbody tr', 1);
    expect(page.url()).toContain(`tab=marketplace&event=${event.id}&type=wanted`);
    await page.reload();
    await row(page, new RegExp(wanted.order_number)).waitFor();
    expect(await rows(page)).toBe(1);
    await page.locator('[name="status"][value="completed"]').check();
    await button(page, 'Rensa filter').click();
    await until(page, '.data-table tbody tr', 3);
    await page.locator('[name="status"][value="completed"]').check();
    await until(page, '.data-table tbody tr', 1);
    // A completed ad is not toggled.
    expect(
      await row(page, /Åbyloppet/)
        .getByRole('button', { name: /aktivera/i })
        .isDisabled(),
    ).toBe(true);
    await page.locator('[name="status"][value=""]').check();
    await page.locator('[name="q"]').fill('anna LIND');
    await until(page, '.data-table tbody tr', 1);
    await page.locator('[name="q"]').fill('');
    await until(page, '.data-table tbody tr', 3);
    await exactly(page, 'Nr').click();
    await page.waitForURL(/sort=number/);
    const numbers = await page.locator('.data-table tbody td:first-child').allTextContents();
    expect(numbers).toEqual([done.order_number, wanted.order_number, ad.order_number]);
    expect(problems).toEqual([]);
    await close();
  });

  test('an ad is read with its messages, hidden, shown and deleted: the public pages follow', async () => {
    expect(await publicly()).toEqual({ ads: [ad.order_number], counted: '1 säljes' });
    const { page, problems, close } = await admin('?tab=marketplace');
    await page.getByRole('link', { name: 'Provloppet' }).first().click();
    await page.waitForURL(new RegExp(`ad=${ad.id}`)).catch(() => {});
    // The newest is first: Anna's.
    const details = dialog(page, `${ad.order_number}: Provloppet`);
    await details.waitFor();
    for (const text of [
      'Startled 3.',
      'anna@example.se',
      'Med Bo Ask',
      'Är platsen kvar?',
      'Ja, den är kvar.',
    ])
      await details.getByText(text, { exact: true }).waitFor();
    await expectNoViolations(page);

    await exactly(page, 'Inaktivera').click();
    await toast(page, 'Annons inaktiverad');
    // The same button, with its focus: another press takes it back.
    await page.locator('button:focus', { hasText: /^Aktivera$/ }).waitFor();
    expect(await publicly()).toEqual({ ads: [], counted: 'none' });
    await exactly(page, 'Aktivera').click();
    await toast(page, 'Annons aktiverad');
    expect(await publicly()).toEqual({ ads: [ad.order_number], counted: '1 säljes' });

    await exactly(page, 'Ta bort').click();
    const question = dialog(page, 'Ta bort annons');
    await question
      .getByText(
        'Är du säker på att du vill ta bort annonsen för "Provloppet"? Detta raderar även alla relaterade meddelanden.',
      )
      .waitFor();
    await expectNoViolations(page, ['dark']);
    await question.getByRole('button', { name: 'Ta bort' }).click();
    await toast(page, 'Annons borttagen');
    await until(page, 'dialog', 0);
    await until(page, '.data-table tbody tr', 2);
    expect(page.url()).not.toContain('ad=');
    expect(await isLost(page)).toBe(false);
    expect(await site.sql`select id from messages`).toHaveLength(0);
    expect(await publicly()).toEqual({ ads: [], counted: 'none' });
    expect(await page.getByRole('link', { name: /Marknadsplats/ }).textContent()).toContain('2');
    expect(problems).toEqual([]);
    await close();
  });

  test('the owner leads to the user, their ad back to the ad', async () => {
    const { page, problems, close } = await admin('?tab=marketplace');
    await page.getByRole('link', { name: 'Anna Lindqvist' }).click();
    await dialog(page, 'Anna Lindqvist').getByRole('link', { name: 'Provloppet' }).click();
    await dialog(page, `${ad.order_number}: Provloppet`).waitFor();
    expect(page.url()).toContain(`tab=marketplace&ad=${ad.id}`);
    await page.goBack();
    await dialog(page, 'Anna Lindqvist').waitFor();
    await page.keyboard.press('Escape');
    await until(page, 'dialog', 0);
    expect(page.url()).not.toContain('user=');
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the users tab', () => {
  test('a member is found by name, e-mail or number, and edited; the public page follows', async () => {
    const { page, problems, close } = await admin('?tab=marketplace-users');
    await row(page, /Anna Lindqvist/).waitFor();
    await expectNoViolations(page);
    for (const sought of ['anna LIND', 'ANNA@example', '070 111', '0701112233']) {
      await page.locator('[name="q"]').fill(sought);
      await until(page, '.data-table tbody tr', 1);
      await row(page, /Anna Lindqvist/).waitFor();
    }
    await row(page, /Anna/)
      .getByRole('button', { name: /^Redigera/ })
      .click();
    const edit = dialog(page, 'Redigera användare');
    expect(await edit.locator('[name="email"]').isEditable()).toBe(false);
    await edit.locator('[name="full_name"]').fill('Anna Ny');
    await edit.locator('[name="phone_number"]').fill('');
    await edit.getByRole('button', { name: 'Spara' }).click();
    await edit.getByText('Alla fält måste fyllas i').waitFor();
    await expectNoViolations(page, ['dark']);
    // What was typed is not lost without a question.
    await page.keyboard.press('Escape');
    await dialog(page, 'Stänga utan att spara?').getByRole('button', { name: 'Fortsätt redigera' }).click();
    await edit.locator('[name="phone_number"]').fill('08-22 33');
    await edit.getByRole('button', { name: 'Spara' }).click();
    await toast(page, 'Användare uppdaterad');
    await page.locator('[name="q"]').fill('0822');
    await row(page, /Anna Ny/).waitFor();
    await visitor.page.goto(`${site.url}/marketplace`);
    await visitor.page.getByText('Anna Ny').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  test('who is suspended is logged out in the other window and told why; ads go and come back; deletion takes all', async () => {
    const member = await site.visit('/marketplace/profile', { prepare: asMember(anna) });
    await member.page.getByText('Medlem sedan').waitFor();
    const { page, problems, close } = await admin('?tab=marketplace-users');
    await page.getByRole('link', { name: 'Anna Lindqvist' }).click();
    await exactly(page, 'Stäng av').click();
    await expectNoViolations(page, ['light']);
    await dialog(page, 'Stäng av användare').getByRole('button', { name: 'Stäng av' }).click();
    await toast(page, 'Användare uppdaterad');
    await dialog(page, 'Anna Lindqvist').getByText('Avstängd').waitFor();
    expect((await publicly()).ads).toEqual([]);

    await member.page.getByRole('link', { name: 'Startplatsmarknaden' }).first().click();
    await member.page.reload();
    await member.page.getByRole('link', { name: 'Logga in' }).first().click();
    await member.page.locator('form [name="email"]').fill('anna@example.se');
    await member.page.locator('form [name="password"]').fill(PASSWORD);
    await member.page.locator('form button[type="submit"]').click();
    await member.page.getByText('Ditt konto är avstängt. Kontakta administratören.').first().waitFor();
    await member.close();

    await exactly(page, 'Öppna kontot').click();
    await dialog(page, 'Öppna kontot').getByRole('button', { name: 'Öppna kontot' }).click();
    await page.locator('button:focus', { hasText: /^Stäng av$/ }).waitFor();
    expect((await publicly()).ads).toEqual([ad.order_number]);

    await exactly(page, 'Ta bort').click();
    const question = dialog(page, 'Ta bort användare');
    await question
      .getByText(
        'Detta raderar även alla relaterade meddelanden, annonser och rapporter om användaren. Rapporter som användaren har gjort om andra står kvar. Inte heller en äldre backup tar tillbaka användaren.',
      )
      .waitFor();
    await question.getByRole('button', { name: 'Ta bort' }).click();
    await toast(page, 'Användare borttagen');
    await until(page, 'dialog', 0);
    await until(page, '.data-table tbody tr', 1);
    expect(await isLost(page)).toBe(false);
    expect((await publicly()).ads).toEqual([]);
    expect(await site.sql`select id from marketplace_users`).toHaveLength(1);
    expect(problems).toEqual([]);
    await close();
  });
});

test('on a phone: a report that a member made is read, its ad hidden, and it is answered for', async () => {
  const member = await site.visit('/marketplace', { size: 'phone', prepare: asMember(bo) });
  await member.page
    .getByRole('button', { name: /rapportera/i })
    .first()
    .click();
  await member.page.locator('dialog [name="reason"]').selectOption('fraud');
  await member.page.locator('dialog [name="description"]').fill('Platsen fanns inte.');
  await member.page.getByRole('button', { name: 'Skicka rapport' }).click();
  await toast(member.page, 'Rapport skickad. Vi kommer granska ärendet.');
  await member.close();

  const { page, problems, close } = await admin('', { size: 'phone' });
  const tab = page.getByRole('link', { name: /^Användare/ });
  await page.waitForFunction(() => document.querySelector('.portal-tab .counter-loud'));
  expect(await tab.textContent()).toStartWith('Användare1');
  await tab.click();
  await page.locator('[name="view"][value="reports"]').check();
  const report = page.getByRole('article', { name: 'Bedrägeri: Anna Lindqvist' });
  await report.getByText('Platsen fanns inte.').waitFor();
  await expectNoViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  await report.getByRole('link', { name: /SP-/ }).click();
  await exactly(page, 'Inaktivera').click();
  await toast(page, 'Annons inaktiverad');
  expect(await publicly()).toEqual({ ads: [], counted: 'none' });
  await page.getByRole('button', { name: 'Stäng' }).first().click();
  // By the row's menu too.
  await until(page, 'dialog', 0);
  await page.getByRole('button', { name: `Åtgärder för ${ad.order_number} Provloppet` }).click();
  await expectNoViolations(page, ['light']);
  await page.getByRole('menuitem', { name: 'Aktivera', exact: true }).click();
  await toast(page, 'Annons aktiverad');

  await page.goBack();
  await report.getByRole('button', { name: 'Markera som hanterad' }).click();
  await toast(page, 'Rapport markerad som hanterad');
  await report.getByText('Hanterad', { exact: true }).waitFor();
  expect(await isLost(page)).toBe(false);
  await until(page, '.portal-tab .counter-loud', 0);
  expect((await site.sql`select status from reports`)[0]?.status).toBe('handled');
  await report.getByRole('link', { name: 'Anna Lindqvist' }).click();
  const user = dialog(page, 'Anna Lindqvist');
  await user.getByRole('button', { name: 'Öppna igen' }).click();
  await toast(page, 'Rapport öppnad igen');
  await user.getByText('Ny', { exact: true }).waitFor();
  await expectNoViolations(page, ['dark']);
  expect(problems).toEqual([]);
  await close();
});

describe('what fails is told in the words of section 8, and can be tried again', () => {
  const away = (table: string) => site.sql.unsafe(`alter table ${table} rename to ${table}_away`);
  const back = (table: string) => site.sql.unsafe(`alter table ${table}_away rename to ${table}`);
  /** No act can be noted: no write goes through. */
  const withoutLog = async (act: () => Promise<void>) => {
    await site.sql`alter table audit_log add constraint no_more check (action = 'none') not valid`;
    try {
      await act();
    } finally {
      await site.sql`alter table audit_log drop constraint no_more`;
    }
  };

  test('ads', async () => {
    await away('conversations');
    const { page, close } = await admin('?tab=marketplace');
    try {
      await toastSoon(page, 'Kunde inte hämta annonser');
      await page.getByRole('heading', { name: 'Kunde inte hämta annonser' }).waitFor();
      await expectNoViolations(page, ['light']);
    } finally {
      await back('conversations');
    }
    await button(page, 'Försök igen').click();
    await row(page, /Anna Lindqvist/).waitFor();

    await away('conversations');
    try {
      await row(page, /Anna Lindqvist/)
        .getByRole('button', { name: /^Visa detaljer/ })
        .click();
      await toastSoon(page, 'Kunde inte hämta annonsdetaljer');
      await expectNoViolations(page, ['dark']);
    } finally {
      await back('conversations');
    }
    await button(page, 'Försök igen').click();
    await page.getByText('Startled 3.').waitFor();

    await withoutLog(async () => {
      await exactly(page, 'Inaktivera').click();
      await toast(page, 'Kunde inte uppdatera annonsstatus');
      await exactly(page, 'Ta bort').click();
      await dialog(page, 'Ta bort annons').getByRole('button', { name: 'Ta bort' }).click();
      await toast(page, 'Kunde inte ta bort annons');
    });
    // Another admin was first.
    await site.sql`delete from announcements where id = ${ad.id}`;
    await exactly(page, 'Inaktivera').click();
    await page.getByText(/Annonsen finns inte/).waitFor();
    await close();
  });

  test('members and reports', async () => {
    await makeReport(db(), { by: bo, about: anna });
    await away('reports');
    const { page, close } = await admin('?tab=marketplace-users');
    try {
      await toastSoon(page, 'Kunde inte hämta användare');
      await page.getByRole('heading', { name: 'Kunde inte hämta användare' }).waitFor();
    } finally {
      await back('reports');
    }
    await button(page, 'Försök igen').click();
    await row(page, /Anna Lindqvist/).waitFor();
    await away('reports');
    try {
      await page.getByRole('link', { name: 'Anna Lindqvist' }).click();
      await toastSoon(page, 'Kunde inte hämta användardetaljer');
    } finally {
      await back('reports');
    }
    await button(page, 'Försök igen').click();
    await page.getByText('Konto-id').waitFor();
    await withoutLog(async () => {
      await button(page, 'Markera som hanterad').click();
      await toast(page, 'Kunde inte uppdatera rapport');
      await exactly(page, 'Stäng av').click();
      await dialog(page, 'Stäng av användare').getByRole('button', { name: 'Stäng av' }).click();
      await toast(page, 'Kunde inte uppdatera användare');
      await exactly(page, 'Ta bort').click();
      await dialog(page, 'Ta bort användare').getByRole('button', { name: 'Ta bort' }).click();
      await toast(page, 'Kunde inte ta bort användare');
    });
    await close();
  });
});
