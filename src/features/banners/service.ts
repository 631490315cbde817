import type { AdminContext } from '../../platform/context';
import type { Db } from '../../platform/database';
import { AppError } from '../../shared/errors';
import type { Action } from '../audit/contract';
import { recordAct } from '../audit/service';
import type { AdminBanner, BannerEdit, BannerUpdate, NewBanner, PublicBanner } from './contract';
import { filePathOf, fileTypeOf, isEdit, placed, uploadNameOf } from './rules';
import * as store from './store';

export type DemoBanner = Omit<PublicBanner, 'id' | 'is_active' | 'created_at'>;

/** Adds banners where there are none yet, within the caller's transaction. */
export async function addBannersWhereNone(db: Db, banners: DemoBanner[]): Promise<void> {
  if (!(await store.hasBanners(db))) await store.insertBanners(db, banners);
}

/** A new banner, last unless it says where. Throws `banner.file` when what it shows is not here. */
export function createBanner(ctx: AdminContext, input: NewBanner): Promise<AdminBanner> {
  const { order_index, is_active, ...words } = input;
  return ctx.database.db.transaction(async (tx) => {
    const shown = await sourcesOf(tx, ctx, words);
    await store.holdBanners(tx);
    const ids = await store.findOrder(tx);
    const id = Bun.randomUUIDv7();
    await store.insertBanners(tx, [
      {
        ...words,
        ...shown,
        id,
        is_active: is_active ?? true,
        order_index: ids.length,
        created_at: ctx.now().toISOString(),
      },
    ]);
    await store.writeOrder(tx, placed(ids, id, order_index ?? ids.length));
    await recordAct(tx, ctx, 'banner.create', { id, name: words.title });
    return stored(tx, id);
  });
}

/** One of the three things that a PUT does (section 7). Throws `banner.not_found`. */
export function updateBanner(ctx: AdminContext, update: BannerUpdate): Promise<AdminBanner> {
  if (isEdit(update)) return editBanner(ctx, update);
  return 'is_active' in update
    ? toggleBanner(ctx, update.id, update.is_active)
    : moveBanner(ctx, update.id, update.order_index);
}

/**
 * The banner as it is now said to be; what is not said of its place and state stays. Throws `banner.file` too, and
 * `banner.changed` when it is no longer as the admin was shown it.
 */
function editBanner(ctx: AdminContext, edit: BannerEdit): Promise<AdminBanner> {
  const { id, version, order_index, is_active, ...words } = edit;
  return ctx.database.db.transaction(async (tx) => {
    const shown = await sourcesOf(tx, ctx, words);
    await store.holdBanners(tx);
    const before = await stored(tx, id);
    if (version !== null && version !== before.version) throw new AppError('banner.changed');
    const change = { ...words, ...shown, ...(is_active != null && { is_active }) };
    await store.changeBanner(tx, id, change);
    if (order_index != null) await store.writeOrder(tx, placed(await store.findOrder(tx), id, order_index));
    await recordAct(tx, ctx, 'banner.update', { id, name: words.title });
    return stored(tx, id);
  });
}

/** Shows the banner to the public, or not any more. What is so already is no act. */
function toggleBanner(ctx: AdminContext, id: string, isActive: boolean): Promise<AdminBanner> {
  return ctx.database.db.transaction(async (tx) => {
    const isNew = await store.switchBanner(tx, id, isActive);
    const banner = await stored(tx, id);
    const action: Action = isActive ? 'banner.activate' : 'banner.deactivate';
    if (isNew) await recordAct(tx, ctx, action, { id, name: banner.title });
    return banner;
  });
}

/** Puts the banner at that place; the others keep their order around it. */
function moveBanner(ctx: AdminContext, id: string, at: number): Promise<AdminBanner> {
  return ctx.database.db.transaction(async (tx) => {
    await store.holdBanners(tx);
    const before = await store.findOrder(tx);
    if (!before.includes(id)) throw new AppError('banner.not_found');
    const after = placed(before, id, at);
    await store.writeOrder(tx, after);
    const banner = await stored(tx, id);
    if (after.join() !== before.join()) await recordAct(tx, ctx, 'banner.move', { id, name: banner.title });
    return banner;
  });
}

/** Takes the banner away; the others close the gap. Its file goes at a sweep, once it is a day old. */
export function deleteBanner(ctx: AdminContext, id: string): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    await store.holdBanners(tx);
    const name = await store.removeBanner(tx, id);
    if (name === undefined) throw new AppError('banner.not_found');
    await store.writeOrder(tx, await store.findOrder(tx));
    await recordAct(tx, ctx, 'banner.delete', { id, name });
    return { message: 'Banner borttagen' };
  });
}

type Sources = Pick<NewBanner, 'file_url' | 'external_url' | 'file_type'>;

/** What a banner shows, and what that is. An upload must be here, and stays until the transaction ends (D35). */
async function sourcesOf(db: Db, ctx: AdminContext, { file_url, external_url, file_type }: Sources) {
  const path = file_url && filePathOf(file_url, ctx.config.publicUrl);
  const name = path ? uploadNameOf(path) : undefined;
  if (name !== undefined) await store.holdUploads(db);
  if (path === undefined || (name !== undefined && !(await ctx.uploads.find(name))))
    throw new AppError('banner.file');
  const sources = { file_url: path || null, external_url };
  return { ...sources, file_type: fileTypeOf({ ...sources, file_type }) };
}

async function stored(db: Db, id: string): Promise<AdminBanner> {
  const banner = await store.findBanner(db, id);
  if (!banner) throw new AppError('banner.not_found');
  return banner;
}
