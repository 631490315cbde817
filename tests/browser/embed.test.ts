import { afterAll, expect, test } from 'bun:test';
import type { Frame, Page } from 'playwright-core';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { axeInBothSchemes, horizontalOverflow, visitOf } from '#tests/support/browser.ts';
import { makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { startSite } from '#tests/support/site.ts';

let clubPage = '';
const site = await startSite();
const { db } = site;
const { body: events } = await site.api<PublicEvent[]>('GET /events');
const race = events.find(({ url }) => url === '/lopp/goteborgsvarvet/2027');
await makeAnnouncement(db, { event_id: race?.id ?? null, user_id: (await makeMember(db)).id });
const club = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  // Allows no styles in the page.
  fetch: () =>
    new Response(`<!doctype html><title>Klubben</title>${clubPage}`, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; script-src ${site.url}; frame-src ${site.url}`,
      },
    }),
});
afterAll(async () => {
  await club.stop(true);
  await site.stop();
});

/** Opens a page of another site with this content. */
async function openClub(html: string) {
  clubPage = html;
  const context = await site.browser.newContext({ viewport: { width: 760, height: 900 }, locale: 'sv-SE' });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  // Another site than 127.0.0.1, where the calendar is.
  await page.goto(`http://localhost:${club.port}/`);
  return visitOf(page, problems);
}

const embed = (attributes: string) => `<script async src="${site.url}/embed.js" ${attributes}></script>`;

/** Loads the frame, which is lazy, and returns it. */
async function frameOf(page: Page, path: string): Promise<Frame> {
  const element = page.locator(`iframe[src*="${path}"]`);
  await element.scrollIntoViewIfNeeded();
  const frame = await (await element.elementHandle())?.contentFrame();
  if (!frame) throw new Error(`There is no frame for ${path}.`);
  await frame.locator('footer').waitFor();
  await frame.evaluate(() => document.fonts.ready);
  return frame;
}

/** Resolves once the frame is as high as its content. Returns the height. */
async function untilHeightFits(page: Page, frame: Frame): Promise<number> {
  const height = await frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
  const element = await frame.frameElement();
  await page.waitForFunction(([node, expected]) => (node as HTMLElement).offsetHeight === expected, [
    element,
    height,
  ] as const);
  return height;
}

const storedIn = (frame: Frame) =>
  frame.evaluate(async () => [
    localStorage.length,
    sessionStorage.length,
    document.cookie,
    (await indexedDB.databases()).length,
    (await caches.keys()).length,
    (await navigator.serviceWorker.getRegistrations()).length,
  ]);

test('another site shows a list of races and start places, as high as they are, under a strict policy', async () => {
  const { page, finish } = await openClub(
    `<p>Hej</p>${embed('data-lopp="sport=Löpning&landskap=Uppland" data-theme="dark"')}
    ${embed('data-startplatser="goteborgsvarvet"')}<p>Slut</p>`,
  );
  const races = await frameOf(page, '/embed/lopp?');
  const places = await frameOf(page, '/startplatser');
  expect(await races.locator('h1').textContent()).toBe('Löpning i Uppland');
  expect(await races.locator('article').count()).toBeGreaterThan(1);
  expect(await places.getByText('Säljes').count()).toBeGreaterThan(0);
  const schemeOf = (frame: Frame) =>
    frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect([await schemeOf(races), await schemeOf(places)]).toEqual(['dark', 'light dark']);
  expect(await page.locator('script').count()).toBe(0);
  expect(await page.locator('iframe[title="Lopp"], iframe[title="Startplatser"]').count()).toBe(2);

  const wide = [await untilHeightFits(page, races), await untilHeightFits(page, places)] as const;
  expect(wide[0]).not.toBe(wide[1]);
  await page.setViewportSize({ width: 340, height: 900 });
  const narrow = [await untilHeightFits(page, races), await untilHeightFits(page, places)] as const;
  expect([narrow[0] > wide[0], narrow[1] > wide[1]]).toEqual([true, true]);
  await page.setViewportSize({ width: 760, height: 900 });
  expect(await untilHeightFits(page, races)).toBe(wide[0]);

  // Other windows cannot set a height.
  await page.evaluate(async () => {
    postMessage({ type: 'loppkalendern:height', height: 5000 }, '*');
    await new Promise((resolve) => addEventListener('message', () => setTimeout(resolve), { once: true }));
  });
  expect(await untilHeightFits(page, races)).toBe(wide[0]);

  for (const frame of [races, places]) {
    const links = await frame
      .locator('a')
      .evaluateAll((all) => (all as HTMLAnchorElement[]).map(({ target, rel }) => `${target} ${rel}`));
    expect(new Set(links)).toEqual(new Set(['_blank noopener']));
    expect(await storedIn(frame)).toEqual([0, 0, '', 0, 0, 0]);
  }
  const [racePage] = await Promise.all([
    page.context().waitForEvent('page'),
    races.locator('article a').first().click(),
  ]);
  await racePage.locator('h1').first().waitFor();
  expect(racePage.url()).toStartWith(`${site.url}/lopp/`);
  expect(await racePage.evaluate(() => opener)).toBeNull();
  expect(await page.context().cookies()).toEqual([]);
  await finish();
});

test.each(['/', '/marketplace', '/lopp/vasaloppet/2027', '/admin', '/finns-inte'])(
  'another site cannot show %s in a frame',
  async (path) => {
    const { page, problems, close } = await openClub(
      `<iframe src="${site.url}${path}"></iframe><iframe src="${site.url}/embed/lopp"></iframe>`,
    );
    const allowed = page.frames().find((frame) => frame.url().endsWith('/embed/lopp'));
    expect(await allowed?.locator('article').count()).toBeGreaterThan(0);
    const refused = page.frames().filter((frame) => frame.parentFrame() && frame !== allowed);
    expect(refused.map((frame) => frame.url())).toEqual(['chrome-error://chromewebdata/']);
    expect(problems.filter((problem) => problem.includes('frame-ancestors'))).toHaveLength(1);
    await close();
  },
);

test.each([
  '/embed/lopp',
  '/embed/lopp?sport=Simning&landskap=Blekinge',
  '/embed/lopp/goteborgsvarvet/startplatser',
  '/embed/lopp/finns-inte/startplatser',
])('%s has no axe violations, fits a width of 320 px and works alone', async (path) => {
  const { page, problems, close } = await site.visit(path);
  expect(await axeInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await horizontalOverflow(page)).toBe(0);
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  await close();
});
