import { auditLog } from '../db/schema';
import { axeViolations, settled } from './support/browser';
import { portalOf } from './support/portal';
import { startSite } from './support/site';

const site = await startSite();
try {
  const portal = await portalOf(site);
  const actions = [
    'event.create',
    'event.update',
    'banner.move',
    'contact.read',
    'settings.update',
    'announcement.deactivate',
    'account.suspend',
    'backup.export',
  ] as const;
  await site.context.database.db.insert(auditLog).values(
    Array.from({ length: 250 }, (_, i) => ({
      created_at: new Date(Date.UTC(2027, 0, 14, 8, 0) - i * 3600000).toISOString(),
      admin_id: portal.admin.id,
      admin: i % 3 ? 'admin' : 'bertil',
      action: actions[i % actions.length]!,
      record_id: Bun.randomUUIDv7(),
      record_name:
        i % 5 === 4
          ? null
          : i % 7 === 0
            ? 'Ett mycket långt namn på ett evenemang som heter något i stil med Stora Skogsmarathonloppet runt sjön 2027'
            : 'Vasaloppet',
    })),
  );
  for (const [size, w, scheme] of [
    ['desktop', 1280, 'light'],
    ['phone', 390, 'dark'],
    ['phone', 390, 'light'],
    ['desktop', 1280, 'dark'],
  ] as const) {
    const tag = `${w}-${scheme}`;
    const { page, problems } = await portal.open('?tab=marketplace-settings', { size, colorScheme: scheme });
    await page.locator('.info-box').waitFor();
    await settled(page);
    await page.screenshot({ path: `/tmp/sf-${tag}-settings.png`, fullPage: true });
    console.log(tag, await axeViolations(page));
    if (size === 'phone') {
      await page.getByRole('button', { name: 'Meny' }).click();
      await settled(page);
      await page.screenshot({ path: `/tmp/sf-${tag}-menu.png` });
      await page.getByRole('menuitem', { name: 'Logg', exact: true }).click();
    } else await page.getByRole('button', { name: 'Logg', exact: true }).click();
    await page.getByRole('button', { name: 'Visa fler' }).waitFor();
    await settled(page);
    await page.screenshot({ path: `/tmp/sf-${tag}-log.png` });
    console.log(tag, await axeViolations(page));
    await page.keyboard.press('Escape');
    await page.goto(`${site.url}/admin/dashboard`);
    await page.locator('h1').waitFor();
    await page.waitForTimeout(400);
    await settled(page);
    await page.screenshot({ path: `/tmp/sf-${tag}-events.png` });
    if (scheme === 'light' && size === 'desktop')
      for (const width of [1000, 1100, 760, 900]) {
        await page.setViewportSize({ width, height: 500 });
        await page.waitForTimeout(200);
        await page.screenshot({ path: `/tmp/sf-w${width}.png` });
        console.log(
          width,
          await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
        );
      }
    if (size === 'phone') {
      await page.setViewportSize({ width: 320, height: 700 });
      await page.goto(`${site.url}/admin/dashboard?tab=marketplace-settings`);
      await page.locator('.info-box').waitFor();
      await page.screenshot({ path: `/tmp/sf-320.png`, fullPage: true });
      console.log(
        320,
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      );
    }
    console.log(problems);
    await page.context().close();
  }
  const { page } = await site.visit('/admin');
  await page.locator('form').waitFor();
  await settled(page);
  await page.screenshot({ path: '/tmp/sf-login.png' });
} finally {
  await site.stop();
}
process.exit(0);
