import { beforeEach } from 'bun:test';
import { asc } from 'drizzle-orm';
import { auditLog, banners } from '#db/schema/index.ts';
import type { AdminBanner } from '#src/features/banners/contract.ts';
import { call } from './call.ts';
import { makeAdmin } from './content.ts';
import { appOfFile } from './of-file.ts';
import type { Transport } from './transports.ts';

export const transport = 'rest';

export const NOT_FOUND = [404, 'banner.not_found', 'Bannern finns inte.'];
export const EXTERNAL_URL = 'https://bilder.example/a.jpg';

/** An app with an admin of banners. */
export async function openBannerWorld() {
  const app = await appOfFile({
    now: () => new Date('2027-03-01T08:00:00Z'),
    environment: { PUBLIC_URL: 'https://lopp.example' },
  });
  const admin = await makeAdmin(app.db);
  beforeEach(async () => {
    await app.db.delete(banners);
    await app.db.delete(auditLog);
  });

  const loadBanners = () => app.db.select().from(banners).orderBy(asc(banners.order_index));
  const loadOrder = async () => (await loadBanners()).map(({ order_index }) => order_index);
  const loadTitles = async () => (await loadBanners()).map(({ title }) => title);
  const loadAuditEntries = async () =>
    (await app.db.select().from(auditLog).orderBy(auditLog.created_at)).map(({ action, record_name }) => [
      action,
      record_name,
    ]);
  const callBanners = (
    transport: Transport,
    procedure: string,
    input?: Record<string, unknown>,
    caller: { headers?: Record<string, string> } = admin,
  ) => call<AdminBanner>(app, transport, `admin.banners.${procedure}`, caller, input);

  async function makeBanners(count = 3): Promise<string[]> {
    const rows = Array.from({ length: count }, (_, index) => ({
      title: String.fromCharCode(65 + index),
      external_url: EXTERNAL_URL,
      file_type: 'image' as const,
      order_index: index,
    }));
    const inserted = await app.db.insert(banners).values(rows).returning({ id: banners.id });
    return inserted.map(({ id }) => id);
  }

  return {
    admin,
    app,
    callBanners,
    loadAuditEntries,
    loadBanners,
    loadOrder,
    loadTitles,
    makeBanners,
  };
}
