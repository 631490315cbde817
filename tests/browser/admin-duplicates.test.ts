import { beforeEach, expect, test } from 'bun:test';
import { contactMessages, events, submissions } from '#db/schema/index.ts';
import { forgetCount } from '#src/features/duplicates/service.ts';
import { axeInBothSchemes, horizontalOverflow, sizes, toast } from '#tests/support/browser.ts';
import { makeAnnouncement, makeEvent, makeMessage, makeSubmission } from '#tests/support/content.ts';
import { portalOf } from '#tests/support/portal.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();
const portal = await portalOf(site, { username: 'vera' });
beforeEach(async () => {
  for (const table of [events, submissions, contactMessages]) await site.db.delete(table);
  forgetCount(site.context);
});

const RACE = { event_date: '2027-06-18', sport_type: 'Cykel landsväg', distances: ['315 km'], ort: 'Motala' };

async function makePair() {
  const kept = await makeEvent(site.db, {
    ...RACE,
    event_name: 'Vätternrundan',
    organizer: 'Vätternrundan AB',
  });
  const merged = await makeEvent(site.db, { ...RACE, event_name: 'Vättern-rundan' });
  await makeAnnouncement(site.db, { event_id: kept.id, distance: '315 km' });
  return { kept, merged };
}

test.each(sizes)('two rows for one race are merged and the merge is undone, on a %s', async (size) => {
  const { kept, merged } = await makePair();
  const { page, finish } = await portal.open('?tab=duplicates', { size, reducedMotion: 'reduce' });
  const pair = page.getByRole('listitem', { name: 'Vätternrundan och Vättern-rundan' });
  await pair.waitFor();
  expect(await axeInBothSchemes(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBe(0);
  expect(await pair.locator('[data-differs] th').allTextContents()).toEqual([
    'Namn (olika)',
    'Arrangör (olika)',
  ]);
  await pair.getByRole('button', { name: 'Slå ihop' }).click();
  await toast(page, 'Loppen är ihopslagna. Det går att ångra i 30 dagar.');
  await page.getByText('Inga troliga dubbletter').waitFor();
  expect((await site.db.select({ id: events.id }).from(events)).map(({ id }) => id)).toEqual([kept.id]);
  await page.getByRole('button', { name: 'Ångra: Vättern-rundan' }).click();
  await toast(page, 'Loppen är två igen');
  await pair.waitFor();
  expect(await site.db.select().from(events)).toHaveLength(2);
  await pair.getByRole('radio', { name: 'Behåll det andra' }).check();
  await pair.getByRole('button', { name: 'Slå ihop' }).click();
  await page.getByRole('button', { name: 'Ångra: Vätternrundan' }).waitFor();
  expect((await site.db.select({ id: events.id }).from(events)).map(({ id }) => id)).toEqual([merged.id]);
  await finish();
});

test.each(sizes)(
  'the first view lists what waits, and the key N goes through all of it, on a %s',
  async (size) => {
    await makePair();
    await makeMessage(site.db);
    await makeSubmission(site.db, { event_name: 'Skogsloppet' });
    await makeSubmission(site.db, { event_name: 'Strandloppet' });
    const { page, finish } = await portal.open('', { size, reducedMotion: 'reduce' });
    await page.getByRole('link', { name: /^2 ?Förfrågningar/ }).waitFor();
    expect(await axeInBothSchemes(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.className,
      );
    const reached: (string | undefined)[] = [];
    await page.keyboard.press('n');
    await page.locator('[data-waits]:focus').waitFor();
    reached.push(await focused());
    await page.keyboard.press('n');
    reached.push(await focused());
    expect(reached.sort()).toEqual(['Skogsloppet', 'Strandloppet']);
    await page.keyboard.press('n');
    await page.getByRole('heading', { level: 1, name: 'Kontakt' }).waitFor();
    await page.locator('[data-waits]:focus').filter({ hasText: 'Olle Berg' }).waitFor();
    await page.keyboard.press('n');
    await page.locator('.duplicate-pair:focus').waitFor();
    await finish();
  },
);
