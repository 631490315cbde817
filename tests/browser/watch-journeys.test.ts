import { expect, test } from 'bun:test';
import { assignMissingSeries } from '#src/features/events/series/service.ts';
import { matchChanges } from '#src/features/watches/matching/service.ts';
import { queueNews } from '#src/features/watches/news/service.ts';
import { type Size, sizes, tabTo, toast } from '#tests/support/browser.ts';
import { makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { asMember } from '#tests/support/inbox.ts';
import { siteOfFile } from '#tests/support/site.ts';

const site = await siteOfFile();

async function sendNews(): Promise<void> {
  await matchChanges(site.context);
  await queueNews(site.context);
}

const pathOf = (url = '') => url.replace(/^https?:\/\/[^/]+/, '');

test.each(sizes)(
  'a visitor watches a selection of the calendar and hears of a new race, by keyboard at %s size',
  async (size: Size) => {
    const email = `vera-${size}@exempel.se`;
    await makeEvent(site.db, { event_name: 'Skånerundan', event_date: '2027-06-05', landskap: 'Skåne' });
    await matchChanges(site.context);
    const calendar = await site.visit('/?landskap=Skåne', { size });
    await tabTo(calendar.page, /^Följ$/);
    await calendar.page.keyboard.press('Enter');
    await calendar.page.getByRole('dialog', { name: 'Följ' }).waitFor();
    await tabTo(calendar.page, /^Mejla mig$/);
    await calendar.page.keyboard.press('Enter');
    await calendar.page.getByRole('dialog', { name: 'Mejla mig' }).getByText('Lopp i Skåne').waitFor();
    await tabTo(calendar.page, /^cadence$/);
    await calendar.page.keyboard.press('ArrowUp');
    await tabTo(calendar.page, /^email$/);
    await calendar.page.keyboard.type(email);
    await calendar.page.keyboard.press('Enter');
    await calendar.page.getByRole('dialog', { name: 'Nästan klart!' }).getByText(email).waitFor();
    await calendar.finish();

    const confirmation = await site.visit((await site.nextMail(email)).path, { size });
    await confirmation.page.getByRole('button', { name: 'Bekräfta bevakningen' }).waitFor();
    await tabTo(confirmation.page, /^Bekräfta bevakningen$/);
    await confirmation.page.keyboard.press('Enter');
    await confirmation.page.getByRole('link', { name: 'Lopp i Skåne' }).waitFor();
    await confirmation.finish();

    const name = `Nya loppet ${size}`;
    await makeEvent(site.db, { event_name: name, event_date: '2027-08-07', landskap: 'Skåne' });
    await sendNews();
    const mail = await site.nextMail(email);
    expect(mail.subject).toBe(`Nytt lopp: ${name}, 7 aug. 2027`);
    const manage = pathOf(mail.links.find((link) => pathOf(link).startsWith('/bevakning/')));
    const { page, finish } = await site.visit(manage, { size });
    await page.getByRole('button', { name: 'Pausa i 30 dagar' }).waitFor();
    await tabTo(page, /^Pausa i 30 dagar$/);
    await page.keyboard.press('Enter');
    await page.getByText(/^Pausat till /).waitFor();
    await finish();
  },
);

test.each(sizes)(
  'a member watches the ads of a race, and the mail leads to the new ad, by keyboard at %s size',
  async (size: Size) => {
    const member = await makeMember(site.db, { email: `maja-${size}@exempel.se` });
    const event = await makeEvent(site.db, { event_name: `Majloppet ${size}`, event_date: '2027-05-01' });
    await makeEvent(site.db, { event_name: 'Ett annat lopp', event_date: '2027-05-02' });
    await assignMissingSeries(site.context);
    const { body } = await site.api<{ url: string }>(`GET /events/${event.id}`);
    const { page, finish } = await site.visit(body.url, { size, prepare: asMember(member) });
    await tabTo(page, /^Följ$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Följ' }).waitFor();
    await tabTo(page, /^Mejla mig$/);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Mejla mig' });
    await dialog.getByText(member.email).waitFor();
    await tabTo(page, /^kind$/);
    await page.keyboard.press('ArrowDown');
    if (!(await dialog.getByLabel('Distans').isVisible())) await page.keyboard.press('ArrowDown');
    await dialog.getByLabel('Högsta pris').waitFor();
    await tabTo(page, /^price$/);
    await page.keyboard.type('900');
    await page.keyboard.press('Enter');
    await toast(page, `Du följer nu Majloppet ${size} (säljes, högst 900`);
    await dialog.waitFor({ state: 'detached' });

    await matchChanges(site.context);
    const seller = await makeMember(site.db);
    const ad = {
      event_id: event.id,
      user_id: seller.id,
      distance: '10 km',
      announcement_type: 'sale',
    } as const;
    const now = site.context.now().toISOString();
    await makeAnnouncement(site.db, { ...ad, price: 1000, renewed_at: now });
    const { order_number } = await makeAnnouncement(site.db, { ...ad, price: 800, renewed_at: now });
    await sendNews();
    const mail = await site.nextMail(member.email);
    expect(mail.subject).toStartWith(`Ny annons: Majloppet ${size} 10 km`);
    const link = mail.links.find((one) => pathOf(one).startsWith('/marketplace/annons/'));
    expect(pathOf(link)).toBe(`/marketplace/annons/${order_number}`);
    await page.goto(site.url + pathOf(link));
    await page.getByText(order_number).first().waitFor();
    await finish();
  },
);
