import { afterAll, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { announcements } from '#db/schema/index.ts';
import { makeAnnouncement } from '#tests/support/content.ts';
import { dataIn, pagesApp } from '#tests/support/rendered-pages.ts';

const app = await pagesApp();
afterAll(() => app.stop());

const statusOf = async (path: string) => {
  const { status, headers } = await fetch(`${app.url}${path}`, { redirect: 'manual' });
  return [status, headers.get('location')];
};

test('the page of an ad contains the ad, is not indexed, and is gone with the ad', async () => {
  const { id, order_number } = await makeAnnouncement(app.db);
  const path = `/marketplace/annons/${order_number}`;
  const page = await app.fetchHtml(path);
  expect(dataIn<{ id: string }>(page, 'initial-ad')?.id).toBe(id);
  expect(page).toContain('<meta name="robots" content="noindex');
  expect(await statusOf(path)).toEqual([200, null]);
  await app.db.update(announcements).set({ is_active: false }).where(eq(announcements.id, id));
  expect(await statusOf(path)).toEqual([410, null]);
  await app.db.delete(announcements).where(eq(announcements.id, id));
  expect(await statusOf(path)).toEqual([410, null]);
});

test('the number of an ad in lower case leads to its page, and one that was never given is not found', async () => {
  const { order_number } = await makeAnnouncement(app.db);
  const path = `/marketplace/annons/${order_number}`;
  expect(await statusOf(path.replace('SP-', 'sp-'))).toEqual([301, path]);
  expect(await statusOf('/marketplace/annons/SP-9999')).toEqual([404, null]);
});
