import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeInBothSchemes, sizes, toast } from '#tests/support/browser.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();

const field = (page: Page, name: string) => page.locator(`form [name="${name}"]`);
const fill = async (page: Page, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
};
const resetRateLimits = () => site.sql`delete from rate_limits`;

describe.each(sizes)('the contact page at %s size', (size) => {
  const message = {
    name: 'Åsa Öberg',
    email: 'asa@example.se',
    subject: 'Fel datum',
    message: 'Vasaloppet är den 7 mars.',
  };

  test('rejects an invalid address, then stores the message and clears the form', async () => {
    await resetRateLimits();
    const { page, finish } = await site.visit('/contact', { size });
    await field(page, 'name').waitFor();
    const send = page.getByRole('button', { name: /^Skicka/ });
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
    await finish();
  });
});

describe.each(sizes)('the submission page at %s size', (size) => {
  const submission = {
    event_name: 'Vinterspåret Falun',
    event_date: '2027-02-06',
    submitter_name: 'Karin Hedlund',
    submitter_email: 'karin@example.se',
  };

  async function fillRequiredFields(page: Page) {
    await fill(page, submission);
    await field(page, 'sport_type').selectOption('Längdskidor');
    await field(page, 'distances').fill('21 km');
    await field(page, 'distances').press('Enter');
  }

  test('rejects an empty form, then stores the submission and clears the form', async () => {
    await resetRateLimits();
    const { page, finish } = await site.visit('/submit-event', { size });
    await field(page, 'event_name').waitFor();
    const send = page.getByRole('button', { name: 'Skicka förslag' });
    const requiredError = page
      .getByRole('alert')
      .filter({ hasText: 'Vänligen fyll i alla obligatoriska fält' });

    await send.click();
    await requiredError.waitFor();
    await fillRequiredFields(page);
    await page.getByRole('button', { name: 'Ta bort 21 km' }).click();
    await field(page, 'distances').fill('');
    await field(page, 'distances').pressSequentially('21,1 km,42 km,');
    await page.getByRole('button', { name: 'Ta bort 42 km' }).waitFor();

    await field(page, 'event_end_date').fill('2027-02-07');
    await field(page, 'race_link').fill('https://lopp.example');
    await send.click();
    await toast(page, 'Tack! Ditt lopp har skickats in för granskning.');
    expect(await field(page, 'event_name').inputValue()).toBe('');
    const [stored] = await site.sql`
      select event_name, distances, status, event_end_date::text from event_submissions order by submitted_at desc`;
    expect({ ...stored }).toEqual({
      event_name: 'Vinterspåret Falun',
      distances: ['21,1 km', '42 km'],
      status: 'pending',
      event_end_date: '2027-02-07',
    });
    await finish();
  });
});

test('the forms with all errors shown have no axe violations and no overflow at 320 px', async () => {
  for (const path of ['/contact', '/submit-event']) {
    const { page, close } = await site.visit(path, { reducedMotion: 'reduce' });
    await page.getByRole('button', { name: /^Skicka/ }).click();
    await page.getByRole('alert').filter({ hasText: 'Vänligen fyll i alla' }).waitFor();
    expect(await axeInBothSchemes(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await close();
  }
});

test('the honeypot field is off-screen, and a message that fills it in is not stored', async () => {
  await resetRateLimits();
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

test('the calendar of a date works by keyboard alone and is Swedish in an English browser', async () => {
  const { page, finish } = await site.visit('/submit-event', {
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  const date = field(page, 'event_date');
  await date.fill('6/2 2027');
  await page.keyboard.press('Tab');
  expect(await date.inputValue()).toBe('2027-02-06');
  await page.keyboard.press('Enter');
  const calendar = page.getByRole('dialog', { name: 'Välj datum' });
  await calendar.getByRole('button', { name: 'lördag 6 februari 2027' }).waitFor();
  const waitForFocus = (name: string) =>
    calendar.getByRole('button', { name }).and(page.locator(':focus')).waitFor();
  await waitForFocus('lördag 6 februari 2027');
  expect(await axeInBothSchemes(page)).toEqual([]);
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowRight');
  await waitForFocus('söndag 7 mars 2027');
  await page.keyboard.press('Enter');
  await calendar.waitFor({ state: 'detached' });
  expect(await date.inputValue()).toBe('2027-03-07');
  await finish();
});

test('the calendar and the questions of the submission form fit 320 px and have no axe violations', async () => {
  const { page, close } = await site.visit('/submit-event', { reducedMotion: 'reduce' });
  await fill(page, { event_date: '2026-03-06', distances: '5' });
  await field(page, 'distances').press('Enter');
  await page.getByText('Menade du 2027?').waitFor();
  await page.getByText('5: km eller m?').waitFor();
  expect(await axeInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.getByRole('button', { name: 'Välj i kalender' }).first().click();
  const box = await page.getByRole('dialog', { name: 'Välj datum' }).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await close();
});
