import { makeAdmin } from './content.ts';
import type { Site } from './site.ts';

type PageOptions = NonNullable<Parameters<Site['visit']>[1]>;

/** `open` opens a page as the admin. Its path is the part after `/admin/dashboard`, such as `?tab=banners`. */
export async function portalOf(site: Site, row: Parameters<typeof makeAdmin>[1] = { username: 'admin' }) {
  const admin = await makeAdmin(site.db, row);
  return {
    admin,
    open: (path = '', options: PageOptions = {}) =>
      site.visit(`/admin/dashboard${path}`, {
        ...options,
        prepare: async (page) => {
          await page.addInitScript((token) => localStorage.setItem('adminToken', token), admin.token);
          await options.prepare?.(page);
        },
      }),
  };
}
