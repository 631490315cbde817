import type { Browser } from 'playwright-core';
import { contactInfo } from '#db/schema/index.ts';
import { loadDemo } from '#src/features/demo/service.ts';
import { testApp } from '#tests/support/app.ts';
import { makeAdmin } from '#tests/support/content.ts';
import { makeInbox, threadPath } from '#tests/support/inbox.ts';
import { MP4, png, WEBM } from '#tests/support/media.ts';
import { upload } from '#tests/support/uploads.ts';
import { CLIENT, storageOf } from './site.ts';
import { portalDialogs, portalTabs } from './tour-admin.ts';
import { memberPages } from './tour-market.ts';
import { scrollThrough } from './tour-public.ts';
import { type Findings, newFindings, openWindow, waitUntilIdle } from './watch.ts';

const TILE_URL = 'https://tiles.invalid/{z}/{x}/{y}.png';
const EXTERNAL_IMAGE_URL = 'https://banner.invalid/sommar.png';
const csvOf = (name: string) =>
  `event_date,event_name,distances,sport_type\n2099-06-01,Sommarloppet ${name},10 km,Löpning\n`;

export async function ordinaryUse(
  browser: Browser,
  schemes: readonly ('light' | 'dark')[],
): Promise<Findings> {
  const findings = newFindings();
  const app = await testApp({
    client: CLIENT,
    environment: { MAP_TILE_URL: TILE_URL, MAP_TILE_ATTRIBUTION: '© Kartor' },
  });
  try {
    const { db } = app.context.database;
    await loadDemo(app.context);
    await db
      .insert(contactInfo)
      .values({ company_name: 'Loppet', phone: '08-123', email: 'a@example.se' })
      .onConflictDoNothing();
    const admin = await makeAdmin(db);
    const { anna, per, ad } = await makeInbox(db);
    for (const [name, bytes] of [
      ['film.webm', WEBM],
      ['film.mp4', MP4],
      ['bild.png', png()],
    ] as const) {
      const { body } = await upload(app, admin, bytes, { name });
      await app.api('POST /admin/banners', {
        headers: admin.headers,
        body: { title: name, ...body, link_url: '/map' },
      });
    }
    await app.api('POST /admin/banners', {
      headers: admin.headers,
      body: { title: 'Utifrån', external_url: EXTERNAL_IMAGE_URL },
    });
    for (const colorScheme of schemes) {
      const options = {
        colorScheme,
        mayShow: (url: string) => url === EXTERNAL_IMAGE_URL || url.startsWith('https://tiles.invalid/'),
        answer: () => ({ contentType: 'image/png', body: png() }),
        // Animations and videos run here, as for most visitors.
        reducedMotion: 'no-preference' as const,
      };
      const visitor = await openWindow(browser, app.url, findings, options);
      const { page } = visitor;
      await visitor.open('/?date=all', 'article');
      for (let slide = 0; slide < 8; slide++) {
        await page.getByRole('button', { name: 'Nästa', exact: true }).click();
        await page.waitForTimeout(150);
      }
      await scrollThrough(visitor, '/');
      await visitor.open('/map', '.map-row');
      await page.locator('.map-row').first().click();
      await waitUntilIdle(page);
      await visitor.look();
      await visitor.open('/contact', 'form');
      for (const [name, value] of Object.entries({
        name: 'Eva',
        email: 'eva@example.se',
        subject: 'Fråga',
        message: 'Hej',
      }))
        await page.locator(`[name="${name}"]`).fill(value);
      await page.locator('form button[type=submit]').click();
      await page.locator('[data-sonner-toast]').first().waitFor();
      await visitor.look();
      for (const path of [
        '/submit-event',
        '/rules',
        '/rules/invandning/x',
        '/bevakning/x',
        '/bevakning/bekrafta/x',
        '/bevakning/avsluta/x',
        '/bevakning/annons/x',
        '/finns-inte',
        '/api/docs',
        '/api/events',
        '/api/openapi.json',
        '/admin/login',
      ])
        await visitor.open(path);
      for (const path of [
        '',
        '/login',
        '/register',
        '/forgot-password',
        '/verify/x',
        '/reset-password/x',
        '/my-data/x',
      ])
        await visitor.open(`/marketplace${path}`, 'h1');
      await visitor.close();
      const member = await openWindow(browser, app.url, findings, { ...options, storage: storageOf(anna) });
      await memberPages(member, threadPath(ad, per), 1);
      await member.close();
      const portal = await openWindow(browser, app.url, findings, {
        ...options,
        storage: { adminToken: admin.token },
      });
      await portalTabs(portal, db, 1);
      await portalDialogs(portal, { name: `lopp-${colorScheme}.csv`, csv: csvOf(colorScheme) }, 0);
      await uploadVideo(portal);
      await portal.close();
    }
    return findings;
  } finally {
    await app.stop();
  }
}

async function uploadVideo({ page, open, look }: Awaited<ReturnType<typeof openWindow>>): Promise<void> {
  await open('/admin/dashboard?tab=banners&banner=new', '[name="title"]');
  await page.locator('[name="title"]').fill('En film');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'film.webm', mimeType: 'video/webm', buffer: WEBM });
  await page.locator('.banner-uploaded').waitFor();
  await look();
  await page.getByRole('button', { name: 'Spara' }).click();
  await page.locator('[data-sonner-toast]').first().waitFor();
  await look();
}
