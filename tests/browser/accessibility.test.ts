import { afterAll, beforeAll, expect, test } from 'bun:test';
import { axeViolations, SCHEMES, SIZES, type Size, settled } from '../support/browser';
import { type Site, startSite } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const PAGES: Record<string, string> = {
  '/': 'article',
  '/?q=finns+inte': 'text=Inga Evenemang Hittades',
  '/map': 'text=evenemang på kartan',
  '/contact': '.contact-details',
  '/submit-event': 'form',
  '/marketplace': 'text=Inga annonser ännu',
  '/finns-inte': 'h1',
  '/api/docs': 'h1',
};

const cases = Object.keys(PAGES).flatMap((path) =>
  SCHEMES.flatMap((scheme) => (Object.keys(SIZES) as Size[]).map((size) => [path, scheme, size] as const)),
);

test.each(cases)(
  'axe finds nothing on %s, %s, %s; no error in the console',
  async (path, colorScheme, size) => {
    const { page, problems, close } = await site.visit(path, { colorScheme, size, reducedMotion: 'reduce' });
    await page
      .locator(PAGES[path] ?? 'h1')
      .first()
      .waitFor();
    await settled(page);
    expect(await axeViolations(page)).toEqual([]);
    const expected = path === '/finns-inte' ? /404/ : /^$/;
    expect(problems.filter((problem) => !expected.test(problem))).toEqual([]);
    await close();
  },
);

test.each([...SCHEMES])(
  'axe finds nothing in the filter sheet and the distance popover, %s',
  async (colorScheme) => {
    const phone = await site.visit('/', { colorScheme, size: 'phone', reducedMotion: 'reduce' });
    await phone.page.getByRole('button', { name: /^Filter/ }).click();
    await settled(phone.page);
    expect(await axeViolations(phone.page)).toEqual([]);
    await phone.close();
    const desktop = await site.visit('/', { colorScheme, reducedMotion: 'reduce' });
    await desktop.page.getByRole('button', { name: /^Distans/ }).click();
    await settled(desktop.page);
    expect(await axeViolations(desktop.page)).toEqual([]);
    await desktop.close();
  },
);
