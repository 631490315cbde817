import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database.ts';
import { type Window, waitUntilIdle } from './watch.ts';

const PORTAL = '/admin/dashboard';

/** `dialogParameter` is the URL parameter that opens a record of `table`, `ready` a selector for the open dialog. */
const TABS = [
  { tab: 'events', table: 'events', dialogParameter: 'event', ready: '[name="event_name"]' },
  {
    tab: 'submissions',
    table: 'event_submissions',
    dialogParameter: 'review',
    ready: '[role=dialog], dialog',
  },
  { tab: 'marketplace', table: 'announcements', dialogParameter: 'ad', ready: '[role=dialog], dialog' },
  {
    tab: 'marketplace-users',
    table: 'marketplace_users',
    dialogParameter: 'user',
    ready: '[role=dialog], dialog',
  },
  { tab: 'marketplace-users&view=reports', table: 'reports', dialogParameter: '', ready: '' },
  // The list has the objections too, as many as the notices.
  { tab: 'marketplace-users&view=cases', table: 'notices', lists: 2, dialogParameter: '', ready: '' },
  { tab: 'banners', table: 'banners', dialogParameter: 'banner', ready: '[name="title"]' },
  { tab: 'contact', table: 'contact_messages', dialogParameter: 'message', ready: '.contact-message-reply' },
] as const;

const SHORTEST_PAGE_SIZE = 20;

/** Opens every page of each list, and about `dialogs` records, spread evenly. */
export async function portalTabs(window: Window, db: Db, dialogs: number): Promise<void> {
  for (const row of TABS) {
    const { tab, table, dialogParameter, ready } = row;
    await window.open(`${PORTAL}?tab=${tab}`, 'h1');
    const ids = await db.execute<{ id: string }>(
      sql`select id from ${sql.identifier(table)} order by id desc`,
    );
    const rowCount = ids.length * ('lists' in row ? row.lists : 1);
    for (let page = 2; page <= Math.ceil(rowCount / SHORTEST_PAGE_SIZE); page++) {
      await window.navigate(`${PORTAL}?tab=${tab}&page=${page}`, 'h1');
      await waitUntilIdle(window.page);
      await window.look();
    }
    if (!dialogParameter) continue;
    await window.open(`${PORTAL}?tab=${tab}`, 'h1');
    const step = Math.max(1, Math.floor(ids.length / dialogs));
    for (let at = 0; at < ids.length; at += step) {
      await window.navigate(`${PORTAL}?tab=${tab}&${dialogParameter}=${ids[at]?.id}`, ready);
      await waitUntilIdle(window.page);
      await window.look(window.page, `the ${dialogParameter} with number ${at} open`);
    }
  }
  await window.open(`${PORTAL}?tab=contact&edit=info`, '[name="company_name"]');
  await seriesDialog(window, db);
}

export async function watchesInPortal({ page, open, look }: Window, email: string): Promise<void> {
  await open(`${PORTAL}?tab=marketplace-users&view=watches`, '.watched-races');
  await page.locator('[name="watch_email"]').fill(email);
  await page.keyboard.press('Enter');
  await page.locator('.watched-address').waitFor();
  await look(page, 'the watches of an address');
}

/** With the choice of another series to merge with. */
async function seriesDialog(window: Window, db: Db): Promise<void> {
  const [event] = await db.execute<{ id: string }>(
    sql`select id from events where series_id is not null limit 1`,
  );
  await window.open(`${PORTAL}?tab=events&event=${event?.id}`, '.series-line button');
  for (const name of ['Ändra serie', 'Slå ihop med en annan serie'])
    await window.page.getByRole('button', { name }).click();
  await window.page.keyboard.press('ArrowDown');
  await window.look(window.page, 'the series');
}

export async function portalDialogs(
  window: Window,
  file: { name: string; csv: string },
  payloadCount: number,
): Promise<void> {
  const { page, look } = window;
  await window.open(`${PORTAL}?tab=marketplace-settings`, '[name="info_box_title"]');
  await page.getByRole('button', { name: 'Logg', exact: true }).click();
  await page.getByRole('dialog').first().waitFor();
  await waitUntilIdle(page);
  const more = page.getByRole('button', { name: 'Visa fler' });
  for (let shown = 0; shown < payloadCount * 4 && (await more.count()) > 0; shown += 100) {
    await more.click();
    await waitUntilIdle(page);
  }
  await look(page, 'the log');
  await page.keyboard.press('Escape');
  for (const name of ['Exportera backup', 'Importera backup']) {
    await page.getByRole('button', { name: 'Backup', exact: true }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    await page.getByRole('dialog').first().waitFor();
    if (name === 'Importera backup') {
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ ...textFile(file.name.replace(/csv$/, 'json')), buffer: Buffer.from('{') });
      await page.waitForTimeout(100);
    }
    await look(page, name);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  }
  await window.open(`${PORTAL}?tab=banners&banner=new`, '[name="title"]');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      ...textFile(file.name.replace(/csv$/, 'png')),
      buffer: Buffer.from('<svg onload=hit(1)>'),
    });
  await page.waitForTimeout(400);
  await look(page, 'an upload that is not an image');
  await importPreview(window, file);
}

const textFile = (name: string) => ({ name, mimeType: 'text/plain' });

async function importPreview(window: Window, { name, csv }: { name: string; csv: string }): Promise<void> {
  const { page, look } = window;
  await window.open(`${PORTAL}?tab=events`, 'h1');
  await page.getByRole('button', { name: 'Importera', exact: false }).last().click();
  await page.getByRole('dialog').first().waitFor();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.locator('.import-file, .alert, [role=alert]').first().waitFor();
  await waitUntilIdle(page);
  await look(page, 'the import');
  const scrollers = page.locator('[class*=import-preview]');
  for (let steps = 0; steps < 200; steps++) {
    const moved = await scrollers.evaluateAll((all) =>
      all.some((one) => {
        const before = one.scrollTop;
        one.scrollTop += Math.max(200, one.clientHeight - 40);
        return one.scrollTop !== before;
      }),
    );
    await page.waitForTimeout(30);
    await look(page, 'the preview of the import');
    if (!moved) break;
  }
  const importButton = page.getByRole('button', { name: /^Importera \d/ });
  if (await importButton.count()) {
    await importButton.first().click();
    // If all rows are imported, the dialog closes by itself.
    const done = page.getByRole('button', { name: 'Klar', exact: true });
    await done.or(page.locator('[data-sonner-toast]')).first().waitFor();
    await look(page, 'the result of the import');
  }
}

export async function hostilePortal(window: Window, payloads: readonly string[]): Promise<void> {
  await window.open(PORTAL, 'h1');
  for (const { tab, dialogParameter } of TABS) {
    for (const payload of payloads) {
      const query = new URLSearchParams(
        ['q', 'page', 'status', 'sport', 'type', 'event', 'view', dialogParameter || 'x'].map((key) => [
          key,
          payload,
        ]),
      );
      if (tab === 'events') query.delete('event');
      await window.navigate(`${PORTAL}?tab=${tab}&${query}`);
    }
  }
  for (const payload of payloads)
    await window.navigate(`${PORTAL}?${new URLSearchParams({ tab: payload })}`, 'h1');
}
