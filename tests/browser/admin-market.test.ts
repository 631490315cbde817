import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { toast } from '#tests/support/browser.ts';
import {
  dialog,
  exactButton,
  expectNoViolations,
  isFocusLost,
  row,
  startMarketPortal,
  waitForCount,
} from '#tests/support/market-portal.ts';

let world: Awaited<ReturnType<typeof portal.fill>>;
const portal = await startMarketPortal();
afterAll(() => portal.site.stop());
beforeEach(async () => {
  world = await portal.fill();
});

const rowCount = (page: Page) => page.locator('.data-table tbody tr').count();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

describe('the marketplace tab', () => {
  test('filters ads by event, type, status and search in the URL, and sorts them', async () => {
    const { page, finish } = await portal.open('?tab=marketplace');
    await row(page, /Provloppet/)
      .first()
      .waitFor();
    expect(await rowCount(page)).toBe(3);
    expect(await page.locator('[name="event"] option').allTextContents()).toEqual([
      'Alla evenemang (3)',
      'Provloppet (2)',
      'Åbyloppet (1)',
    ]);
    await expectNoViolations(page);

    await page.locator('[name="event"]').selectOption({ label: 'Provloppet (2)' });
    await waitForCount(page, '.data-table tbody tr', 2);
    await page.locator('[name="type"][value="wanted"]').check();
    await waitForCount(page, '.data-table tbody tr', 1);
    expect(page.url()).toContain(`tab=marketplace&event=${world.event.id}&type=wanted`);
    await page.reload();
    await row(page, new RegExp(world.wantedAd.order_number)).waitFor();
    expect(await rowCount(page)).toBe(1);
    await page.locator('[name="status"][value="completed"]').check();
    await button(page, 'Rensa filter').click();
    await waitForCount(page, '.data-table tbody tr', 3);
    await page.locator('[name="status"][value="completed"]').check();
    await waitForCount(page, '.data-table tbody tr', 1);
    expect(
      await row(page, /Åbyloppet/)
        .getByRole('button', { name: /aktivera/i })
        .isDisabled(),
    ).toBe(true);
    await page.locator('[name="status"][value=""]').check();
    await page.locator('[name="q"]').fill('anna LIND');
    await waitForCount(page, '.data-table tbody tr', 1);
    await page.locator('[name="q"]').fill('');
    await waitForCount(page, '.data-table tbody tr', 3);
    await exactButton(page, 'Nr').click();
    await page.waitForURL(/sort=number/);
    const numbers = await page.locator('.data-table tbody td:first-child').allTextContents();
    expect(numbers).toEqual([
      world.completedAd.order_number,
      world.wantedAd.order_number,
      world.ad.order_number,
    ]);
    await finish();
  });

  test('shows an ad with its messages, and hides, shows and deletes it on the public pages', async () => {
    expect(await portal.readPublicPages()).toEqual({ ads: [world.ad.order_number], cardCount: '1 säljes' });
    const { page, finish } = await portal.open('?tab=marketplace');
    await page.getByRole('link', { name: 'Provloppet' }).first().click();
    await page.waitForURL(new RegExp(`ad=${world.ad.id}`)).catch(() => {});
    // The newest ad is Anna's and comes first.
    const details = dialog(page, `${world.ad.order_number}: Provloppet`);
    await details.waitFor();
    for (const text of [
      'Startled 3.',
      'anna@example.se',
      'Med Bo Ask',
      'Är platsen kvar?',
      'Ja, den är kvar.',
    ])
      await details.getByText(text, { exact: true }).waitFor();
    await expectNoViolations(page);

    await exactButton(page, 'Inaktivera').click();
    const hiding = dialog(page, 'Inaktivera annons');
    await hiding.getByText('Skäl till medlemmen').click();
    await hiding.locator('[name="facts"]').fill('Platsen såldes två gånger.');
    await expectNoViolations(page);
    await hiding.getByRole('button', { name: 'Inaktivera' }).click();
    await toast(page, 'Annons inaktiverad');
    // The same button keeps focus, so that another press undoes the change.
    await page.locator('button:focus', { hasText: /^Aktivera$/ }).waitFor();
    expect(await portal.readPublicPages()).toEqual({ ads: [], cardCount: 'none' });
    await exactButton(page, 'Aktivera').click();
    await toast(page, 'Annons aktiverad');
    expect(await portal.readPublicPages()).toEqual({ ads: [world.ad.order_number], cardCount: '1 säljes' });

    await exactButton(page, 'Ta bort').click();
    const question = dialog(page, 'Ta bort annons');
    await question
      .getByText(
        'Är du säker på att du vill ta bort annonsen för "Provloppet"? Detta raderar även alla relaterade meddelanden. Ägaren får ett mejl med våra skäl.',
      )
      .waitFor();
    await expectNoViolations(page);
    await question.getByRole('button', { name: 'Ta bort' }).click();
    await toast(page, 'Annons borttagen');
    await waitForCount(page, 'dialog', 0);
    await waitForCount(page, '.data-table tbody tr', 2);
    expect(page.url()).not.toContain('ad=');
    expect(await isFocusLost(page)).toBe(false);
    expect(await portal.site.sql`select id from messages`).toHaveLength(0);
    expect(await portal.readPublicPages()).toEqual({ ads: [], cardCount: 'none' });
    expect(await page.getByRole('link', { name: /Marknadsplats/ }).textContent()).toContain('2');
    await finish();
  });
});
