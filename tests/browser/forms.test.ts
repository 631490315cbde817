import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { contactMessages, submissions } from '../../db/schema';
import { axeViolations, SIZES, type Size } from '../support/browser';
import { type Site, startSite } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const sizes = Object.keys(SIZES) as Size[];
const named = (page: Page, name: string) => page.locator(`[name="${name}"]`);

/** The error that is tied to a control, and whether it has focus (D26). */
const told = (page: Page, name: string) =>
  named(page, name).evaluate((control) => ({
    error: document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent,
    hasFocus: document.activeElement === control,
  }));

async function fill(page: Page, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    const control = named(page, name);
    const isSelect = await control.evaluate((element) => element.tagName === 'SELECT');
    if (isSelect) await control.selectOption(value);
    else await control.fill(value);
  }
}

describe.each(sizes)('contact, %s', (size) => {
  const MESSAGE = { name: 'Anna', email: 'anna@example.se', subject: 'Fråga', message: 'När öppnar det?' };

  test('says what is missing, then what the server says, and stores the message', async () => {
    const { page, problems, close } = await site.visit('/contact', { size });
    const send = page.getByRole('button', { name: 'Skicka meddelande' });
    await send.click();
    await page.getByText('Vänligen fyll i alla fält').waitFor();
    expect(await told(page, 'name')).toEqual({ error: 'Behöver fyllas i', hasFocus: true });
    expect(await axeViolations(page)).toEqual([]);

    await fill(page, { ...MESSAGE, email: 'anna@' });
    await send.click();
    expect(await told(page, 'email')).toEqual({ error: 'Ange en giltig e-postadress.', hasFocus: true });

    await fill(page, MESSAGE);
    await send.click();
    await page.getByText('Tack för ditt meddelande! Vi återkommer så snart vi kan.').waitFor();
    expect(await named(page, 'message').inputValue()).toBe('');
    const stored = await site.context.database.db.select().from(contactMessages);
    expect(stored.at(-1)).toMatchObject(MESSAGE);
    expect(problems).toEqual([]);
    await close();
  });

  test('keeps what was typed when it does not arrive', async () => {
    const { page, close } = await site.visit('/contact', { size });
    await fill(page, MESSAGE);
    await page.route('**/trpc/public.contact.sendMessage*', (route) => route.abort());
    await page.getByRole('button', { name: 'Skicka meddelande' }).click();
    await page.getByText('Fel vid skickande av meddelande. Försök igen.').waitFor();
    expect(await named(page, 'message').inputValue()).toBe(MESSAGE.message);
    await close();
  });

  test('the details are links to call and to write', async () => {
    const { page, close } = await site.visit('/contact', { size });
    const details = page.getByRole('region', { name: 'Kontaktuppgifter' });
    await details.waitFor();
    expect(await details.locator('a[href^="mailto:"]').count()).toBe(1);
    expect(await details.locator('a[href^="tel:"]').count()).toBe(1);
    await close();
  });
});

describe.each(sizes)('"Lägg till lopp", %s', (size) => {
  const NO_DISTANCE = 'Endast siffror och enheter tillåtet (t.ex. "10km", "42,1km", "5000m")';
  const EVENT = {
    event_name: 'Vinterspåret Falun',
    event_date: '2027-02-06',
    sport_type: 'Längdskidor',
    submitter_name: 'Karin Hedlund',
    submitter_email: 'karin@example.se',
  };

  test('says each fault at its field, then what the server says, and stores the proposal', async () => {
    const { page, problems, close } = await site.visit('/submit-event', { size });
    const send = page.getByRole('button', { name: 'Skicka förslag' });
    await send.click();
    await page.getByText('Vänligen fyll i alla obligatoriska fält').waitFor();
    expect(await told(page, 'event_name')).toEqual({ error: 'Behöver fyllas i', hasFocus: true });
    for (const name of ['event_date', 'sport_type', 'distances', 'submitter_name', 'submitter_email']) {
      expect((await told(page, name)).error).toBe('Behöver fyllas i');
    }
    expect(await axeViolations(page)).toEqual([]);

    await fill(page, { ...EVENT, event_end_date: '2027-02-05', race_link: 'exempel.se' });
    await named(page, 'distances').pressSequentially('10,5 km, 42,2 km, lång,');
    expect((await told(page, 'distances')).error).toBe(NO_DISTANCE);
    await send.click();
    expect(await told(page, 'event_end_date')).toEqual({
      error: 'Slutdatum kan inte vara före startdatum.',
      hasFocus: true,
    });
    expect((await told(page, 'distances')).error).toBe(NO_DISTANCE);
    expect((await told(page, 'race_link')).error).toBe(
      'Ange en giltig länk som börjar med http:// eller https://.',
    );
    expect(await axeViolations(page)).toEqual([]);

    await fill(page, { event_end_date: '2027-02-07', race_link: 'https://exempel.se', distances: '5000 m' });
    await send.click();
    await page.getByText('Tack! Ditt evenemang har skickats in för granskning.').waitFor();
    expect(await named(page, 'event_name').inputValue()).toBe('');
    expect(await page.locator('.distance-chip').count()).toBe(0);
    const stored = await site.context.database.db.select().from(submissions);
    expect(stored.at(-1)).toMatchObject({ ...EVENT, distances: ['10,5 km', '42,2 km', '5000 m'] });
    expect(problems).toEqual([]);
    await close();
  });

  test('keeps what was typed when it does not arrive', async () => {
    const { page, close } = await site.visit('/submit-event', { size });
    await fill(page, { ...EVENT, distances: '10 km' });
    await page.route('**/trpc/public.submissions.submit*', (route) => route.abort());
    await page.getByRole('button', { name: 'Skicka förslag' }).click();
    await page.getByText('Fel vid skickande av evenemang. Försök igen.').waitFor();
    expect(await named(page, 'event_name').inputValue()).toBe(EVENT.event_name);
    expect(await page.locator('.distance-chip').allTextContents()).toEqual(['10 km']);
    await close();
  });

  test('is as wide as the window at 320 px too', async () => {
    const { page, close } = await site.visit('/submit-event', { size });
    await page.setViewportSize({ width: 320, height: 800 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await close();
  });
});
