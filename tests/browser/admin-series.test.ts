import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { axeInBothSchemes, sizes, toast } from '#tests/support/browser.ts';
import { portalOf } from '#tests/support/portal.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();
const portal = await portalOf(site);

const create = async (event_name: string, event_date: string) => {
  const body = { event_name, event_date, sport_type: 'Löpning', distances: '10 km', ort: 'Mora' };
  return (await site.api<AdminEvent>('POST /admin/events', { ...portal.admin, body })).body;
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.each(sizes)(
  'at %s size, an admin renames a series and merges it, and its addresses lead to the new ones',
  async (size) => {
    const old = await create(`Provloppet ${size}`, '2027-05-01');
    await create(`Provserien ${size}`, '2027-05-01');
    const { page, finish } = await portal.open(`?event=${old.id}`, {
      size,
      reducedMotion: 'reduce',
    });
    page.setDefaultTimeout(10_000);
    await page.getByText(`Serie: Provloppet ${size}, 1 upplaga`).waitFor();
    await button(page, 'Ändra serie').click();
    const dialog = page.getByRole('dialog', { name: 'Ändra serie' });
    expect(await axeInBothSchemes(page)).toEqual([]);
    await dialog.locator('[name="name"]').fill('Provrundan');
    await dialog.locator('[name="slug"]').fill(`provrundan-${size}`);
    await dialog.getByRole('button', { name: 'Spara' }).click();
    await toast(page, 'Serien är sparad');
    await page.getByText('Serie: Provrundan, 1 upplaga').waitFor();

    await button(page, 'Ändra serie').click();
    await button(page, 'Slå ihop med en annan serie').click();
    await page.keyboard.type(`provserien ${size}`);
    await page.getByRole('option', { name: `Provserien ${size}` }).waitFor();
    expect(await axeInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page
      .getByText(`”Provrundan” (1 upplaga) går upp i ”Provserien ${size}” (1 upplaga).`, { exact: false })
      .waitFor();
    await button(page, 'Slå ihop').click();
    await toast(page, 'Serierna är ihopslagna');
    await page.getByText(`Serie: Provserien ${size}, 2 upplagor`).waitFor();
    await finish();

    for (const slug of [`provloppet-${size}`, `provrundan-${size}`]) {
      const visitor = await site.visit(`/lopp/${slug}/2027`);
      await visitor.page.getByRole('heading', { name: `Provloppet ${size}` }).waitFor();
      expect(new URL(visitor.page.url()).pathname).toBe(`/lopp/provserien-${size}/2027-2`);
      await visitor.close();
    }
  },
  60_000,
);
