import { beforeEach, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { faultsIn, sizes } from '#tests/support/browser.ts';
import { makeMessage } from '#tests/support/content.ts';
import { portalOf } from '#tests/support/portal.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();
const portal = await portalOf(site, { username: 'vera' });
beforeEach(async () => {
  await site.sql`delete from contact_messages`;
  await site.sql`update contact_info set company_name = 'Kalendern', phone = '070-1', description = 'Hej!'`;
});

const createMessage = (row: Parameters<typeof makeMessage>[1]) => makeMessage(site.db, row);
const isRead = async (id: string) =>
  (await site.sql`select is_read from contact_messages where id = ${id}`)[0]?.is_read;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const field = (page: Page, name: string) => page.locator(`dialog [name="${name}"]`);
const waitForToast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]', { hasText: text }).first().waitFor();

async function open(options: Parameters<typeof portal.open>[1] = {}, path = '?tab=contact') {
  const visit = await portal.open(path, options);
  visit.page.setDefaultTimeout(10_000);
  await visit.page.getByRole('heading', { level: 1, name: 'Kontakt' }).waitFor();
  return visit;
}

test('contact info edited in its dialog is shown to visitors at once', async () => {
  const { page, problems, close } = await open();
  await button(page, 'Redigera').click();
  expect(await field(page, 'company_name').inputValue()).toBe('Kalendern');
  await field(page, 'company_name').fill('Nya Kalendern AB');
  await field(page, 'phone').fill('');
  await field(page, 'email').fill('fel@');
  await field(page, 'business_hours').fill('Vardagar 9–16\nLördagar 10–12');
  await field(page, 'address').fill('Storgatan 1');
  await field(page, 'description').fill('Skriv till oss!');
  await button(page, 'Spara').click();
  await page.locator('.field-error', { hasText: 'Ange en giltig e-postadress.' }).waitFor();
  await field(page, 'email').fill('ny@kalendern.example');
  await page.keyboard.press('Escape');
  await button(page, 'Fortsätt redigera').click();
  await button(page, 'Spara').click();
  await waitForToast(page, 'Kontaktinformation uppdaterad');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Nya Kalendern AB' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Redigera');
  expect(problems).toEqual([]);
  await page.getByRole('link', { name: 'Kontakt', exact: true }).first().click();
  await page.waitForURL('**/contact');
  for (const text of ['Nya Kalendern AB', 'Storgatan 1', 'ny@kalendern.example', 'Lördagar 10–12']) {
    await page.getByText(text).waitFor();
  }
  expect(await page.getByText('Telefon').count()).toBe(0);
  await close();
});

test('messages are counted, marked read and unread, paged, searched, answered and deleted', async () => {
  const specialMessage = await createMessage({
    subject: 'Fel & datum?body=x',
    email: 'olle+lopp@example.se',
    message: 'Rad ett\nRad två',
    created_at: '2027-01-15T08:00:00.000Z',
  });
  for (let index = 0; index < 26; index++) {
    await createMessage({
      subject: `Fråga nr ${index}`,
      name: index === 7 ? 'Åsa Öberg' : 'Olle Berg',
      is_read: index > 0,
      created_at: new Date(Date.UTC(2027, 0, 14) - index * 3_600_000).toISOString(),
    });
  }
  const { page, finish } = await open();
  const waitForCounter = (count: number) => page.getByRole('link', { name: `Kontakt ${count}` }).waitFor();
  await page.getByRole('heading', { name: 'Meddelanden (27)' }).waitFor();
  await page.getByText('2 nya').waitFor();
  await waitForCounter(2);

  await button(page, specialMessage.subject).first().click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.locator('.contact-message-text').textContent()).toBe('Rad ett\nRad två');
  await waitForCounter(1);
  expect(await isRead(specialMessage.id)).toBe(true);
  expect(await dialog.getByRole('link', { name: 'Svara' }).getAttribute('href')).toBe(
    'mailto:olle%2Blopp@example.se?subject=Sv%3A%20Fel%20%26%20datum%3Fbody%3Dx',
  );
  await dialog.getByRole('button', { name: 'Markera som oläst' }).click();
  await waitForCounter(2);
  await dialog.getByRole('button', { name: 'Markera som läst' }).waitFor();
  expect(await isRead(specialMessage.id)).toBe(false);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByRole('row', { name: /Fel & datum/ })
    .getByText('Nytt')
    .waitFor();
  await button(page, `Markera som läst: ${specialMessage.subject}`).click();
  await page.getByText('1 nytt').waitFor();
  await waitForCounter(1);

  await page.getByText('Visar 1–25 av 27').waitFor();
  await button(page, 'Nästa sida').click();
  await button(page, 'Fråga nr 25').first().waitFor();
  await page.getByRole('searchbox').fill('asa oberg');
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
  await button(page, 'Fråga nr 7').first().waitFor();
  await page.getByRole('searchbox').fill('finns inte');
  await page.getByText('Inget meddelande hittades').waitFor();
  await button(page, 'Visa alla').click();

  await button(page, specialMessage.subject).first().click();
  await dialog.getByRole('button', { name: 'Ta bort' }).click();
  await page
    .getByText(`Är du säker på att du vill ta bort meddelandet "${specialMessage.subject}" från Olle Berg?`)
    .waitFor();
  await page.locator('dialog.dialog-small').getByRole('button', { name: 'Ta bort' }).click();
  await waitForToast(page, 'Meddelandet har tagits bort.');
  await page.getByRole('heading', { name: 'Meddelanden (26)' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await isRead(specialMessage.id)).toBeUndefined();
  await finish();
});

test('a message from the contact page can be marked and deleted from its row menu on a phone', async () => {
  const body = { name: 'Åke', email: 'ake@example.se', subject: 'Från sidan', message: 'Hej' };
  expect((await site.api('POST /contact/message', { body })).status).toBe(200);
  const { page, finish } = await open({ size: 'phone' });
  await button(page, 'Åtgärder för Från sidan').tap();
  await page.getByRole('menuitem', { name: 'Markera som läst' }).tap();
  await page.getByText('1 nytt').waitFor({ state: 'detached' });
  await button(page, 'Åtgärder för Från sidan').tap();
  await page.getByRole('menuitem', { name: 'Ta bort' }).tap();
  await page.locator('dialog').getByRole('button', { name: 'Ta bort' }).tap();
  await page.getByText('Inga meddelanden').waitFor();
  await finish();
});

test.each(sizes)(
  'the contact tab and its dialogs have no axe violations and no overflow at %s size',
  async (size) => {
    await createMessage({ subject: 'x'.repeat(200), name: 'y'.repeat(200), message: 'z'.repeat(3000) });
    await createMessage({ subject: 'Vanligt' });
    const { page, finish } = await open({ size, reducedMotion: 'reduce' });
    const expectAccessible = async () => expect(await faultsIn(page, size)).toEqual([]);
    await button(page, 'Vanligt').first().waitFor();
    await expectAccessible();
    await button(page, 'x'.repeat(200)).first().click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible();
    await page.keyboard.press('Escape');
    await button(page, 'Redigera').click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible();
    await finish();
  },
);
