import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { announcements, events } from '#db/schema/index.ts';
import { sizes } from '#tests/support/browser.ts';
import { makeAnnouncement } from '#tests/support/content.ts';
import { visitWithoutScripts } from '#tests/support/first-paint.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();

describe.each(sizes)('without scripts at %s size', (size) => {
  test('the calendar filters are a form, and submitting it returns the filtered events', async () => {
    const { page, finish } = await visitWithoutScripts(site, '/', size);
    expect(await page.locator('.filter-months:visible, .sport-row:visible').count()).toBe(0);
    await page.locator('input[name=q]:visible').fill('varvet');
    await page.locator('[name=from]:visible').fill('2027-05-01');
    await page.locator('[name=distance_max]:visible').fill('21.1');
    await page.getByRole('button', { name: 'Filtrera' }).click();
    await page.locator('.filter-count:visible', { hasText: '(1 evenemang av 58)' }).waitFor();
    expect(await page.locator('article h3').allTextContents()).toEqual(['Göteborgsvarvet']);
    expect(await page.locator('[name=distance_max]:visible').inputValue()).toBe('21.1');
    await finish();
  });

  test('the market filters are a form, and submitting it returns the filtered ads', async () => {
    const { db } = site;
    await db.delete(announcements);
    const [event] = await db.select().from(events).where(eq(events.event_name, 'Göteborgsvarvet'));
    for (const price of [400, 900]) await makeAnnouncement(db, { event_id: event?.id ?? '', price });
    const { page, finish } = await visitWithoutScripts(site, '/marketplace', size);
    await page.locator('[name=q]:visible').fill('varvet');
    await page.locator('[name=max_price]:visible').fill('500');
    await page.getByRole('button', { name: 'Filtrera' }).click();
    await page.locator('.ad-filter-total', { hasText: 'Visar 1 av 2 annonser' }).waitFor();
    expect(await page.locator('.ad-card-price').allTextContents()).toEqual(['400\u00a0SEK']);
    expect(await page.locator('[name=q]:visible').inputValue()).toBe('varvet');
    await finish();
  });
});

test('without scripts the tab bar fits 320 px, and its menu opens', async () => {
  const { page, finish } = await visitWithoutScripts(site, '/map', 'phone');
  await page.setViewportSize({ width: 320, height: 700 });
  await page.getByRole('button', { name: 'Jag' }).click();
  await page.getByRole('link', { name: 'Logga in' }).waitFor();
  const targets = await page.locator('.tab, .me-menu > a').evaluateAll((all) =>
    (all as HTMLElement[]).map(({ offsetHeight, scrollWidth, clientWidth }) => ({
      isHigh: offsetHeight >= 44,
      fits: scrollWidth <= clientWidth,
    })),
  );
  expect(targets).toEqual(targets.map(() => ({ isHigh: true, fits: true })));
  await page.locator('.me-menu').getByRole('link', { name: 'Kontakt' }).click();
  await page.waitForURL('**/contact');
  await finish();
});

test.each([
  ['/privacy', 'Beslut och invändningar'],
  ['/rules', 'Så beslutar vi'],
])('without scripts %s has its text', async (path, text) => {
  const { page, finish } = await visitWithoutScripts(site, path, 'desktop');
  await page.getByText(text).first().waitFor();
  await finish();
});

test.each([
  ['/contact', 'Mejla eller ring oss i stället'],
  ['/submit-event', 'Mejla loppets namn'],
  ['/rules/invandning/x', 'Mejla oss i stället: ärendets nummer'],
  ['/bevakning/avsluta/x', 'Avsluta i mejlprogrammet'],
  ['/mejl/stopp/x', 'Avbryt prenumeration'],
  ['/marketplace/login', 'Slå på det i webbläsaren'],
])('without scripts %s says what to do instead', async (path, text) => {
  const html = await (await fetch(`${site.url}${path}`)).text();
  expect(/<noscript>(.*)<\/noscript>/.exec(html)?.[1]).toContain(text);
});
