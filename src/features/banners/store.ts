import { and, asc, eq, getTableColumns, ne, sql } from 'drizzle-orm';
import { banners } from '#db/schema/index.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { omit } from '#src/shared/omit.ts';

const publicColumns = omit(getTableColumns(banners), 'version');

const byOrder = [asc(banners.order_index), asc(banners.id)];

export function findActiveBanners(db: Reader) {
  return db
    .select(publicColumns)
    .from(banners)
    .where(eq(banners.is_active, true))
    .orderBy(...byOrder);
}

export function findBanners(db: Reader) {
  return db
    .select()
    .from(banners)
    .orderBy(...byOrder);
}

export function findBanner(db: Reader, id: string) {
  return atMostOne(db.select().from(banners).where(eq(banners.id, id)));
}

export async function hasBanners(db: Reader): Promise<boolean> {
  return (await db.select({ id: banners.id }).from(banners).limit(1)).length > 0;
}

/** Blocks writes but not reads. */
export async function lockBanners(db: Reader): Promise<void> {
  await db.execute(sql`lock table ${banners} in share row exclusive mode`);
}

export async function insertBanners(db: Db, rows: (typeof banners.$inferInsert)[]): Promise<void> {
  await db.insert(banners).values(rows);
}

type BannerChange = Partial<typeof banners.$inferInsert>;

export async function changeBanner(db: Db, id: string, change: BannerChange): Promise<void> {
  await db.update(banners).set(change).where(eq(banners.id, id));
}

/** Keeps the version, so that an edit in progress can still be saved. */
export async function setBannerActive(db: Db, id: string, is_active: boolean): Promise<boolean> {
  const rows = await db
    .update(banners)
    .set({ is_active, version: sql`version` })
    .where(and(eq(banners.id, id), ne(banners.is_active, is_active)))
    .returning({ id: banners.id });
  return rows.length > 0;
}

export function removeBanner(db: Db, id: string) {
  return atMostOne(db.delete(banners).where(eq(banners.id, id)).returning());
}

export async function findIdsInOrder(db: Reader): Promise<string[]> {
  const rows = await db
    .select({ id: banners.id })
    .from(banners)
    .orderBy(...byOrder);
  return rows.map(({ id }) => id);
}

export async function writeOrder(db: Reader, ids: readonly string[]): Promise<void> {
  await db.execute(sql`
    update ${banners} as b set order_index = place.at - 1
    from unnest(${sql.param([...ids])}::uuid[]) with ordinality as place (id, at)
    where b.id = place.id and b.order_index <> place.at - 1`);
}

/** The addresses of all pictures and videos of banners. */
export async function findSourceUrls(db: Reader): Promise<string[]> {
  const { file_url, external_url } = banners;
  const rows = await db.select({ file_url, external_url }).from(banners);
  return rows.flatMap(({ file_url, external_url }) => [file_url ?? [], external_url ?? []].flat());
}

const UPLOADS_LOCK = 7_021_022;

/** Blocks the sweep of uploads until the transaction ends. */
export async function shareLockUploads(db: Reader): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${UPLOADS_LOCK})`);
}

export async function tryLockUploads(db: Db): Promise<boolean> {
  const row = await exactlyOne(
    db.execute<{ locked: boolean }>(sql`select pg_try_advisory_xact_lock(${UPLOADS_LOCK}) as locked`),
  );
  return row.locked;
}
