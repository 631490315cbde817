import type { Action } from '#src/features/audit/contract.ts';
import { recordAction } from '#src/features/audit/service.ts';
import type { AdminContext } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { AppError } from '#src/shared/errors.ts';
import type { AdminBanner, BannerEdit, BannerUpdate, NewBanner, PublicBanner } from './contract.ts';
import { bannerName, filePathOf, fileTypeOf, isEdit, moveTo, uploadNameOf, withOwnFile } from './rules.ts';
import * as store from './store.ts';

export type DemoBanner = Omit<PublicBanner, 'id' | 'is_active' | 'created_at'>;

export async function addBannersIfNone(db: Db, banners: DemoBanner[]): Promise<void> {
  if (!(await store.hasBanners(db))) await store.insertBanners(db, banners);
}

/** Throws `banner.file`. */
export function createBanner(ctx: AdminContext, input: NewBanner): Promise<AdminBanner> {
  const { order_index, is_active, ...content } = input;
  return ctx.database.db.transaction(async (tx) => {
    const sources = await resolveSources(tx, ctx, content);
    await store.lockBanners(tx);
    const ids = await store.findIdsInOrder(tx);
    const id = Bun.randomUUIDv7();
    await store.insertBanners(tx, [
      {
        ...content,
        ...sources,
        id,
        is_active: is_active ?? true,
        order_index: ids.length,
        created_at: ctx.now().toISOString(),
      },
    ]);
    await store.writeOrder(tx, moveTo(ids, id, order_index ?? ids.length));
    await recordAction(tx, ctx, 'banner.create', { id, name: bannerName(content) });
    return requireBanner(tx, id);
  });
}

/** Throws `banner.not_found`, `banner.file`, `banner.changed`. */
export function updateBanner(ctx: AdminContext, update: BannerUpdate): Promise<AdminBanner> {
  if (isEdit(update)) return editBanner(ctx, update);
  return 'is_active' in update
    ? toggleBanner(ctx, update.id, update.is_active)
    : moveBanner(ctx, update.id, update.order_index);
}

function editBanner(ctx: AdminContext, edit: BannerEdit): Promise<AdminBanner> {
  const { id, version, order_index, is_active, ...content } = edit;
  return ctx.database.db.transaction(async (tx) => {
    const sources = await resolveSources(tx, ctx, content);
    await store.lockBanners(tx);
    const before = await requireBanner(tx, id);
    if (version !== null && version !== before.version) throw new AppError('banner.changed');
    const change = { ...content, ...sources, ...(is_active != null && { is_active }) };
    await store.changeBanner(tx, id, change);
    if (order_index != null)
      await store.writeOrder(tx, moveTo(await store.findIdsInOrder(tx), id, order_index));
    await recordAction(tx, ctx, 'banner.update', { id, name: bannerName(content) });
    return requireBanner(tx, id);
  });
}

function toggleBanner(ctx: AdminContext, id: string, isActive: boolean): Promise<AdminBanner> {
  return ctx.database.db.transaction(async (tx) => {
    const isChanged = await store.setBannerActive(tx, id, isActive);
    const banner = await requireBanner(tx, id);
    const action: Action = isActive ? 'banner.activate' : 'banner.deactivate';
    if (isChanged) await recordAction(tx, ctx, action, { id, name: bannerName(banner) });
    return banner;
  });
}

function moveBanner(ctx: AdminContext, id: string, index: number): Promise<AdminBanner> {
  return ctx.database.db.transaction(async (tx) => {
    await store.lockBanners(tx);
    const oldOrder = await store.findIdsInOrder(tx);
    if (!oldOrder.includes(id)) throw new AppError('banner.not_found');
    const newOrder = moveTo(oldOrder, id, index);
    await store.writeOrder(tx, newOrder);
    const banner = await requireBanner(tx, id);
    if (newOrder.join() !== oldOrder.join())
      await recordAction(tx, ctx, 'banner.move', { id, name: bannerName(banner) });
    return banner;
  });
}

/** A later sweep deletes the banner's file, once it is a day old. */
export function deleteBanner(ctx: AdminContext, id: string): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    await store.lockBanners(tx);
    const banner = await store.removeBanner(tx, id);
    if (!banner) throw new AppError('banner.not_found');
    await store.writeOrder(tx, await store.findIdsInOrder(tx));
    await recordAction(tx, ctx, 'banner.delete', { id, name: bannerName(banner) });
    return { message: 'Banner borttagen' };
  });
}

type Sources = Pick<NewBanner, 'file_url' | 'external_url' | 'file_type'>;

/** An uploaded file must exist, and is kept until the transaction ends, also if it is given by its full address. */
async function resolveSources(db: Db, ctx: AdminContext, input: Sources) {
  const { file_url, external_url, file_type } = withOwnFile(input, ctx.config.publicUrl);
  const path = file_url && filePathOf(file_url, ctx.config.publicUrl);
  const name = path ? uploadNameOf(path) : undefined;
  if (name !== undefined) await store.shareLockUploads(db);
  if (path === undefined || (name !== undefined && !(await ctx.uploads.find(name))))
    throw new AppError('banner.file');
  const sources = { file_url: path || null, external_url };
  return { ...sources, file_type: fileTypeOf({ ...sources, file_type }) };
}

async function requireBanner(db: Db, id: string): Promise<AdminBanner> {
  const banner = await store.findBanner(db, id);
  if (!banner) throw new AppError('banner.not_found');
  return banner;
}
