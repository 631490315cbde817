import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeViolations, SCHEMES, SIZES, type Size } from '../support/browser';
import { type Site, startSite } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const sizes = Object.keys(SIZES) as Size[];
const field = (page: Page, name: string) => page.locator(`form [name="${name}"]`);
const fill = async (page: Page, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
};
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]', { hasText: text }).waitFor();
const forgetLimits = () => site.sql`delete from rate_limits`;

describe.each(sizes)('Kontakt at the size of a %s', (size) => {
  const message = {
    name: 'Åsa Öberg',
    email: 'asa@example.se',
    subject: 'Fel datum',
    message: 'Vasaloppet är den 7 mars.',
  };

  test('each missing field, then a bad address, then sent and stored; the form is empty again', async () => {
    await forgetLimits();
    const { page, problems, close } = await site.visit('/contact', { size });
    await field(page, 'name').waitFor();
    const send = page.getByRole('button', { name: /^Skicka/ });
    for (const missing of Object.keys(message)) {
      await fill(page, { ...message, [missing]: ' ' });
      await send.click();
      await page.getByRole('alert').filter({ hasText: 'Vänligen fyll i alla fält' }).waitFor();
      expect(await field(page, missing).getAttribute('aria-invalid')).toBe('true');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(missing);
    }
    await fill(page, { ...message, email: 'asa@' });
    await send.click();
    await page.getByText('Ange en giltig e-postadress.').waitFor();
    await fill(page, message);
    await send.click();
    await toast(page, 'Tack för ditt meddelande! Vi återkommer så snart vi kan.');
    expect(await field(page, 'subject').inputValue()).toBe('');
    const [stored] =
      await site.sql`select name, email, subject, message from contact_messages order by created_at desc`;
    expect({ ...stored }).toEqual(message);
    expect(problems).toEqual([]);
    await close();
  });

  test('when it cannot be sent, the toast says so and what was typed stays', async () => {
    const { page, close } = await site.visit('/contact', { size });
    await field(page, 'name').waitFor();
    await fill(page, message);
    await page.route('**/trpc/**', (route) => route.abort());
    await page.getByRole('button', { name: /^Skicka/ }).click();
    await toast(page, 'Fel vid skickande av meddelande. Försök igen.');
    expect(await field(page, 'message').inputValue()).toBe(message.message);
    await close();
  });

  test('over the limit the server says so, and what was typed stays', async () => {
    await forgetLimits();
    for (let i = 0; i < 10; i++) await site.api('POST /contact/message', { body: message });
    const { page, close } = await site.visit('/contact', { size });
    await field(page, 'name').waitFor();
    await fill(page, message);
    await page.getByRole('button', { name: /^Skicka/ }).click();
    await toast(page, 'Fel vid skickande av meddelande. Försök igen.');
    await page.getByRole('alert').filter({ hasText: 'för många gånger' }).waitFor();
    expect(await field(page, 'message').inputValue()).toBe(message.message);
    await close();
    await forgetLimits();
  });
});

describe.each(sizes)('Lägg till lopp at the size of a %s', (size) => {
  const proposal = {
    event_name: 'Vinterspåret Falun',
    event_date: '2027-02-06',
    submitter_name: 'Karin Hedlund',
    submitter_email: 'karin@example.se',
  };

  async function fillAll(page: Page) {
    await fill(page, proposal);
    await field(page, 'sport_type').selectOption('Längdskidor');
    await field(page, 'distances').fill('21 km');
    await field(page, 'distances').press('Enter');
  }

  test('each required field missing, a bad distance, dates the wrong way round; then sent and stored', async () => {
    await forgetLimits();
    const { page, problems, close } = await site.visit('/submit-event', { size });
    await field(page, 'event_name').waitFor();
    const send = page.getByRole('button', { name: 'Skicka förslag' });
    const required = page.getByRole('alert').filter({ hasText: 'Vänligen fyll i alla obligatoriska fält' });

    await send.click();
    await required.waitFor();
    await fillAll(page);
    for (const [name, value] of Object.entries(proposal)) {
      await field(page, name).fill('');
      await send.click();
      await required.waitFor();
      expect(await field(page, name).getAttribute('aria-invalid')).toBe('true');
      await field(page, name).fill(value);
    }
    await field(page, 'sport_type').selectOption('');
    await send.click();
    await required.waitFor();
    await field(page, 'sport_type').selectOption('Längdskidor');
    await page.getByRole('button', { name: 'Ta bort 21 km' }).click();
    await send.click();
    await required.waitFor();

    await field(page, 'distances').fill('lång');
    await field(page, 'distances').press('Enter');
    await page.getByText('Endast siffror och enheter tillåtet (t.ex. "10km", "42,1km", "5000m")').waitFor();
    await field(page, 'distances').fill('');
    await field(page, 'distances').pressSequentially('21,1 km,42 km,');
    await page.getByRole('button', { name: 'Ta bort 42 km' }).waitFor();

    await field(page, 'event_end_date').fill('2027-02-05');
    await send.click();
    await page.getByText('Slutdatum kan inte vara före startdatum.').waitFor();
    await field(page, 'event_end_date').fill('2027-02-07');
    await field(page, 'race_link').fill('javascript:alert(1)');
    await send.click();
    await page.getByText('Ange en giltig länk som börjar med http:// eller https://.').waitFor();
    await field(page, 'race_link').fill('https://lopp.example');
    await send.click();
    await toast(page, 'Tack! Ditt evenemang har skickats in för granskning.');
    expect(await field(page, 'event_name').inputValue()).toBe('');
    const [stored] = await site.sql`
      select event_name, distances, status, event_end_date::text from event_submissions order by submitted_at desc`;
    expect({ ...stored }).toEqual({
      event_name: 'Vinterspåret Falun',
      distances: ['21,1 km', '42 km'],
      status: 'pending',
      event_end_date: '2027-02-07',
    });
    expect(problems).toEqual([]);
    await close();
  });

  test('when it cannot be sent, the toast says so and what was typed stays', async () => {
    const { page, close } = await site.visit('/submit-event', { size });
    await field(page, 'event_name').waitFor();
    await fillAll(page);
    await page.route('**/trpc/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Skicka förslag' }).click();
    await toast(page, 'Fel vid skickande av evenemang. Försök igen.');
    expect(await field(page, 'event_name').inputValue()).toBe(proposal.event_name);
    await page.getByRole('button', { name: 'Ta bort 21 km' }).waitFor();
    await close();
  });
});

test.each([...SCHEMES])(
  'with every fault shown axe finds nothing, and nothing is wider than 320 px: %s',
  async (colorScheme) => {
    for (const path of ['/contact', '/submit-event']) {
      const { page, close } = await site.visit(path, { colorScheme, reducedMotion: 'reduce' });
      await page.getByRole('button', { name: /^Skicka/ }).click();
      await page.getByRole('alert').filter({ hasText: 'Vänligen fyll i alla' }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await close();
    }
  },
);

test('the field that only a program fills in stands where nobody sees it; with it nothing is stored', async () => {
  await forgetLimits();
  const { page, close } = await site.visit('/contact');
  await field(page, 'name').waitFor();
  const box = await field(page, 'website').boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(0);
  const [before] = await site.sql`select count(*)::int as messages from contact_messages`;
  await fill(page, {
    name: 'Bot',
    email: 'bot@example.se',
    subject: 'Köp',
    message: 'Nu',
    website: 'http://x.example',
  });
  await page.getByRole('button', { name: /^Skicka/ }).click();
  await toast(page, 'Tack för ditt meddelande!');
  const [after] = await site.sql`select count(*)::int as messages from contact_messages`;
  expect(after).toEqual(before as never);
  await close();
});
