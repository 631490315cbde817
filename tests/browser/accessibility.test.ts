import { expect, test } from 'bun:test';
import { axeInBothSchemes, SIZES, type Size } from '#tests/support/browser.ts';
import { makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();
const { db } = site;
const { id: user_id } = await makeMember(db);
const { id: event_id } = await makeEvent(db, { event_name: 'Marknadsloppet', event_date: '2027-03-07' });
await makeAnnouncement(db, { user_id, event_id });

const READY_SELECTORS: Record<string, string> = {
  '/': 'article',
  '/?q=finns+inte': 'text=Inga Evenemang Hittades',
  '/map': 'text=evenemang på kartan',
  '/lopp/vasaloppet/2027': '.race-map .map-marker',
  '/contact': '.contact-details',
  '/submit-event': 'form',
  '/marketplace': 'article',
  '/marketplace?event=x': 'text=Inga annonser hittades',
  '/rules': '#anmal',
  '/rules/invandning/fel': '.alert',
  '/bevakning/bekrafta/fel': '.panel-page-form .button',
  '/bevakning/avsluta/fel': '.alert',
  '/bevakning/annons/fel': '.alert',
  '/bevakning/fel': '.alert',
  '/mejl/stopp/fel': '.alert',
  '/arrangor': '.panel-page-form .button',
  '/finns-inte': 'h1',
  '/api/docs': 'h1',
};

test.each(Object.keys(READY_SELECTORS))(
  '%s has no axe violations at both sizes and no console errors',
  async (path) => {
    const { page, problems, close } = await site.visit(path, { reducedMotion: 'reduce' });
    await page
      .locator(READY_SELECTORS[path] ?? 'h1')
      .first()
      .waitFor();
    if (path === '/api/docs') await page.evaluate(keepTwoOfEachGroup);
    for (const size of Object.keys(SIZES) as Size[]) {
      await page.setViewportSize(SIZES[size]);
      expect(await axeInBothSchemes(page)).toEqual([]);
    }
    const expectedProblem =
      path === '/finns-inte'
        ? /404/
        : path.endsWith('/fel')
          ? /400|Could not fetch public,(watches|mailStops)/
          : /^$/;
    expect(problems.filter((problem) => !expectedProblem.test(problem))).toEqual([]);
    await close();
  },
);

/** All API operations share one layout, and axe needs half a minute for all of them. */
function keepTwoOfEachGroup() {
  for (const operation of document.querySelectorAll('section > article:nth-of-type(n + 3)')) {
    document.querySelector(`nav a[href="#${operation.id}"]`)?.closest('li')?.remove();
    operation.remove();
  }
}

test('the filter sheet and the distance popover have no axe violations', async () => {
  const phone = await site.visit('/', { size: 'phone', reducedMotion: 'reduce' });
  await phone.page.getByRole('button', { name: /^Filter/ }).click();
  expect(await axeInBothSchemes(phone.page)).toEqual([]);
  await phone.close();
  const desktop = await site.visit('/', { reducedMotion: 'reduce' });
  await desktop.page.getByRole('button', { name: /^Distans/ }).click();
  expect(await axeInBothSchemes(desktop.page)).toEqual([]);
  await desktop.close();
});
