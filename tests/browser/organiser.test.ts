import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as schema from '#db/schema/index.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { storePageViews } from '#src/features/organisers/views/service.ts';
import { axeInBothSchemes, horizontalOverflow, sizes, toast } from '#tests/support/browser.ts';
import { portalOf } from '#tests/support/portal.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();
const portal = await portalOf(site);

const storedOf = async (id: string) =>
  (await site.db.select().from(schema.events).where(eq(schema.events.id, id)))[0];

test.each(sizes)(
  'at %s size, an admin mails a link, the organiser edits and proposes, and the admin approves',
  async (size) => {
    const email = `tavling-${size}@loppet.example`;
    const body = {
      ...{ event_name: `Skogsrundan ${size}`, event_date: '2027-06-05', sport_type: 'Löpning' },
      ...{ distances: '10 km, 21,1 km', ort: 'Mora', landskap: 'Dalarna' },
    };
    const { body: event } = await site.api<AdminEvent>('POST /admin/events', { ...portal.admin, body });

    const admin = await portal.open(`?event=${event.id}`, { size, reducedMotion: 'reduce' });
    await admin.page.getByRole('button', { name: 'Ändra serie', exact: true }).click();
    await admin.page.getByLabel('Arrangörens e-postadress').fill(email);
    await admin.page.keyboard.press('Enter');
    await toast(admin.page, `Länken mejlas till ${email}`);
    await admin.page.getByText(/^Gäller till/).waitFor();
    expect(await axeInBothSchemes(admin.page)).toEqual([]);
    await admin.finish();

    const mail = await site.nextMail(email);
    const link = new URL(mail.links.find((url) => url.includes('/arrangor#')) ?? '');
    const sent: string[] = [];
    const { page, finish } = await site.visit(`${link.pathname}${link.hash}`, {
      size,
      reducedMotion: 'reduce',
      prepare: async (opened) =>
        void opened.on('request', (request) => sent.push(`${request.url()} ${request.headers().referer}`)),
    });
    await page.getByRole('button', { name: 'Öppna arrangörssidan' }).waitFor();
    expect(page.url()).toBe(`${site.url}/arrangor`);
    expect(sent.filter((request) => request.includes('/trpc/organiser'))).toEqual([]);
    expect(await axeInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Öppna arrangörssidan' }).click();
    await page.getByRole('heading', { level: 1, name: `Skogsrundan ${size}` }).waitFor();
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    expect(await axeInBothSchemes(page)).toEqual([]);

    await page.getByRole('button', { name: 'Ändra läge, anmälan och priser' }).click();
    await page.getByLabel('Fulltecknat').check();
    expect(await axeInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Spara', exact: true }).click();
    await toast(page, 'Ändringen är sparad');
    expect(await storedOf(event.id)).toMatchObject({ sold_out: true, organizer_confirmed_on: '2027-01-15' });

    await page.getByRole('button', { name: 'Föreslå nytt datum eller namn' }).click();
    await page.locator('[name="event_date"]').fill('2027-06-12');
    expect(await axeInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Skicka förslag' }).click();
    await toast(page, 'Tack! Vi granskar ändringen och mejlar dig.');
    await page.getByText('Väntar på granskning').waitFor();
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    expect(sent.filter((request) => request.includes(link.hash.slice(1)))).toEqual([]);
    await finish();

    const review = await portal.open('?tab=submissions&from=organisers', { size, reducedMotion: 'reduce' });
    await review.page.getByRole('listitem', { name: `Skogsrundan ${size}` }).waitFor();
    expect(await axeInBothSchemes(review.page)).toEqual([]);
    expect(await horizontalOverflow(review.page)).toBeLessThanOrEqual(0);
    await review.page.getByRole('button', { name: `Godkänn: Skogsrundan ${size}` }).click();
    await toast(review.page, 'Loppet är ändrat');
    expect(await storedOf(event.id)).toMatchObject({
      event_date: '2027-06-12',
      previous_dates: ['2027-06-05'],
    });
    await review.finish();

    const race = await site.visit(event.url ?? '/', { size });
    await race.page.getByText('Uppgifterna kommer från arrangören, 15 januari 2027.').waitFor();
    await race.finish();
  },
  120_000,
);

test('a look at the page of a race is counted', async () => {
  const [event] = await site.db.select().from(schema.events).limit(1);
  const body = {
    event_name: 'Visningsloppet',
    event_date: '2027-06-05',
    sport_type: 'Löpning',
    distances: '10 km',
  };
  const { body: made } = await site.api<AdminEvent>('POST /admin/events', { ...portal.admin, body });
  expect(event).toBeDefined();
  const counted = Promise.withResolvers<unknown>();
  const { page, close } = await site.visit(made.url ?? '/', {
    prepare: async (opened) =>
      void opened.on('response', async (response) => {
        if (response.url().includes('public.views.count')) counted.resolve(await response.json());
      }),
  });
  await page.getByRole('heading', { name: 'Visningsloppet' }).waitFor();
  // The test browser says that it is one without a screen, which counts as a bot.
  const isHeadless = (await page.evaluate(() => navigator.userAgent)).includes('Headless');
  expect(await counted.promise).toMatchObject({ result: { data: { counted: !isHeadless } } });
  await storePageViews(site.context);
  await close();
});
