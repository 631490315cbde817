import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { asMember, makeInbox, threadPath } from '#tests/support/inbox.ts';
import { portalOf } from '#tests/support/portal.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();
const inbox = await makeInbox(site.db);
const portal = await portalOf(site);

const openAsMember = (path: string, size: 'phone' | 'desktop') =>
  site.visit(path, { size, prepare: asMember(inbox.anna) });

const disconnect = (page: Page) => page.route('**/trpc/**', (route) => route.abort());

async function expectToastAbove(page: Page, text: string, control: string) {
  const toast = page.locator('[data-sonner-toast][data-mounted=true]', { hasText: text }).first();
  await toast.waitFor();
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  const [toastBox, controlBox] = await Promise.all([
    toast.boundingBox(),
    page.locator(`${control}:visible`).last().boundingBox(),
  ]);
  if (!toastBox || !controlBox) throw new Error('Nothing to compare.');
  expect(toastBox.y + toastBox.height).toBeLessThanOrEqual(controlBox.y);
}

async function failToSaveProfile(page: Page) {
  await page.getByRole('button', { name: 'Redigera profil' }).click();
  await page.locator('[name=full_name]').fill('Anna Ek');
  await disconnect(page);
  await page.getByRole('button', { name: 'Spara' }).click();
}

test('a toast stays above the tab bar of a phone', async () => {
  const { page, close } = await openAsMember('/marketplace/profile', 'phone');
  await failToSaveProfile(page);
  await expectToastAbove(page, 'Kunde inte', '.tabs');
  await close();
});

test.each(['phone', 'desktop'] as const)(
  'a toast stays above the footer of a dialog at %s size',
  async (size) => {
    const { page, close } = await openAsMember('/marketplace/profile', size);
    await failToSaveProfile(page);
    await page.getByRole('button', { name: 'Ta bort mitt konto' }).click();
    await expectToastAbove(page, 'Kunde inte', 'dialog[open] .dialog-foot');
    await close();
  },
);

test('a toast stays above the reply box of a phone', async () => {
  const { page, close } = await openAsMember(threadPath(inbox.ad, inbox.per), 'phone');
  await page.getByRole('button', { name: /^Nästa steg/ }).click();
  await disconnect(page);
  await page.getByRole('checkbox', { name: 'Namnbyte begärt' }).click();
  await expectToastAbove(page, 'Kunde inte', '.reply');
  await close();
});

test('a toast stays above the floating button of the portal on a phone', async () => {
  const { page, close } = await portal.open('?tab=marketplace-settings', { size: 'phone' });
  await page.getByLabel('Rubrik').fill('Så går det till');
  await page.getByRole('button', { name: 'Spara' }).click();
  await expectToastAbove(page, 'sparade', '.toolbar-main');
  await close();
});
