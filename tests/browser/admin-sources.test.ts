import { afterAll, expect, test } from 'bun:test';
import { eventBatches, events, linkChecks, sources } from '#db/schema/index.ts';
import type { Source } from '#src/features/sources/contract.ts';
import { axeInBothSchemes, sizes, toast } from '#tests/support/browser.ts';
import { makeEvent } from '#tests/support/content.ts';
import { startOddSite } from '#tests/support/odd-site.ts';
import { portalOf } from '#tests/support/portal.ts';
import { startSite } from '#tests/support/site.ts';

const federation = startOddSite();
const site = await startSite({
  environment: { SOURCE_ALLOW_HOSTS: `127.0.0.1:${federation.port}` },
});
const portal = await portalOf(site);
afterAll(async () => {
  await site.stop();
  federation.stop();
});

const HEADER = 'id;event_date;event_name;distances;sport_type;ort';
const publish = (...rows: string[]) => {
  federation.pages['/lopp.csv'] = () => new Response([HEADER, ...rows].join('\n'));
};

test.each(sizes)(
  'at %s size, an admin adds a source, and reviews what is new, changed and gone',
  async (size) => {
    const { db } = site;
    for (const table of [sources, eventBatches, events]) await db.delete(table);
    publish('1;2027-05-22;Vårloppet;10 km;Löpning;Mora', '2;2027-06-12;Milen;10 km;Löpning;Orsa');
    const { page, problems, close } = await portal.open('?tab=sources', { size, reducedMotion: 'reduce' });
    page.setDefaultTimeout(10_000);
    await page.getByText('Inga källor').waitFor();

    await page.getByRole('button', { name: 'Lägg till källa' }).click();
    const dialog = page.getByRole('dialog', { name: 'Lägg till källa' });
    await dialog.getByRole('button', { name: 'Spara' }).click();
    await dialog.getByText('Ange både namn och adress.').waitFor();
    await dialog.locator('[name="name"]').fill('Friidrottsförbundet');
    await dialog.locator('[name="url"]').fill(`http://127.0.0.1:${federation.port}/lopp.csv`);
    await dialog.locator('[name="landskap"]').selectOption('Dalarna');
    expect(await axeInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Spara' }).click();
    await toast(page, 'Källan är tillagd och hämtas strax.');

    await page.getByRole('button', { name: 'Hämta nu' }).click();
    await toast(page, '2 nya evenemang väntar på granskning.');
    const change = page.getByRole('article', { name: 'Vårloppet' });
    await change.getByText('Löpning').waitFor();
    expect(await axeInBothSchemes(page)).toEqual([]);
    await change.getByRole('button', { name: 'Godkänn' }).focus();
    await page.keyboard.press('Enter');
    await toast(page, '1 ändring godkänd.');
    await page.getByRole('button', { name: 'Godkänn alla 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Godkänn alla' }).click();
    await page.getByText('Inget väntar.').waitFor();
    // Sooner than the counts are polled.
    const tabs = page.getByRole('navigation', { name: 'Om evenemang' });
    await tabs.getByText('väntar').waitFor({ state: 'detached' });

    publish('1;2027-05-29;Vårloppet;10 km;Löpning;Mora');
    await page.getByRole('button', { name: 'Hämta nu' }).click();
    const moved = page.getByRole('article', { name: 'Vårloppet' });
    await moved.getByText('29 maj 2027').waitFor();
    expect(await moved.locator('del').textContent()).toContain('22 maj 2027');
    await page.getByText('1 evenemang finns inte längre hos källan').click();
    await page.getByRole('link', { name: 'Milen' }).waitFor();
    expect(await axeInBothSchemes(page)).toEqual([]);
    await moved.getByRole('button', { name: 'Ignorera' }).click();
    await page.getByText('Inget väntar.').waitFor();

    federation.pages['/lopp.csv'] = () => new Response('nej', { status: 403 });
    await page.getByRole('button', { name: 'Hämta nu' }).click();
    await page.locator('.source-error').getByText('Webbplatsen släpper inte in kalendern.').waitFor();
    // The browser reports the response of the failed call.
    expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
    await close();
    const { body } = await site.api<Source[]>('GET /admin/sources', portal.admin);
    expect(body).toMatchObject([{ error: 'source.forbidden', item_count: 1, waiting_count: 0 }]);
  },
  60_000,
);

test.each(sizes)(
  'at %s size, an admin finds a link that does not work, and replaces and removes it',
  async (size) => {
    const { db } = site;
    for (const table of [events, linkChecks]) await db.delete(table);
    const at = (path: string) => `http://127.0.0.1:${federation.port}${path}`;
    await makeEvent(db, { event_name: 'Vårloppet', event_date: '2027-05-22', race_link: at('/gone') });
    await makeEvent(db, { event_name: 'Milen', race_link: at('/gone2'), registration_url: at('/403') });
    const { page, finish } = await portal.open('?tab=links', { size, reducedMotion: 'reduce' });
    page.setDefaultTimeout(10_000);
    await page.getByText('Inga trasiga länkar').waitFor();
    await page.getByRole('button', { name: 'Kontrollera nu' }).click();
    await toast(page, '3 länkar kontrollerade, 0 fungerar.');
    await page.getByText('Sidan finns inte (404).').first().waitFor();
    expect(await axeInBothSchemes(page)).toEqual([]);

    /** In the menu of the row on a phone. */
    const act = async (name: string, url: string) => {
      if (size === 'desktop')
        return page.getByRole('button', { name: `${name}: ${url}`, exact: true }).click();
      await page.getByRole('button', { name: `Åtgärder för ${url}`, exact: true }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await act('Ersätt', at('/gone'));
    const dialog = page.getByRole('dialog', { name: 'Ersätt länken' });
    await dialog.getByText('Den nya adressen skrivs in på 1 evenemang.').waitFor();
    expect(await axeInBothSchemes(page)).toEqual([]);
    await dialog.locator('[name="url"]').fill('inte en adress');
    await dialog.getByRole('button', { name: 'Ersätt' }).click();
    await dialog.getByText('Ange en giltig länk', { exact: false }).waitFor();
    await dialog.locator('[name="url"]').fill(at('/ok'));
    await page.keyboard.press('Enter');
    await toast(page, 'Länken är ersatt på 1 evenemang');
    await act('Ta bort länken', at('/gone2'));
    await page.getByRole('dialog').getByRole('button', { name: 'Ta bort länken' }).click();
    await toast(page, 'Länken är borttagen på 1 evenemang');
    await page.getByRole('radio', { name: 'Okända' }).click();
    await page.getByText('Släpper inte in kontrollen (403).').waitFor();
    await finish();
    const stored = (await db.select().from(events)).map((event) => [event.race_link, event.registration_url]);
    expect(stored.sort()).toEqual([
      [null, at('/403')],
      [at('/ok'), null],
    ]);
  },
  60_000,
);
