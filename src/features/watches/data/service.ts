import type { Context } from '#src/platform/context.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { deleteQueuedMails } from '#src/platform/mail.ts';
import { hashToken } from '#src/platform/tokens.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { omit } from '#src/shared/omit.ts';
import type { WatchData } from '../contract.ts';
import { requestsOf } from '../creation/service.ts';
import { ownerByLink, watchOf } from '../service.ts';
import { findMergedIds, findWatcher, findWatches, type Watcher } from '../store.ts';
import * as store from './store.ts';

const DONE = { message: 'Sparat.' };

async function dataOf(
  ctx: Context,
  db: Reader,
  email: string,
  watcher: Watcher | undefined,
): Promise<WatchData> {
  const today = dayInStockholm(ctx.now());
  const stored = watcher ? await findWatches(db, watcher.id) : [];
  return {
    email,
    paused_until: watcher?.paused_until ?? null,
    watches: stored.map((one) => {
      const watch = omit(watchOf(one, today), 'id', 'is_expiring');
      return { ...watch, renewed_at: one.renewed_at };
    }),
    requests: (await requestsOf(ctx, db, email)).map((request) => omit(request, 'mail_count')),
    news: watcher ? await store.findNews(db, watcher.id) : [],
  };
}

/** For the member's data download. The address must be verified. */
export const watchDataOf = async (
  ctx: Context,
  db: Reader,
  { id, email }: { id: string; email: string },
): Promise<WatchData> => dataOf(ctx, db, email, await findWatcher(db, { user_id: id }));

/** Throws `watch.link_invalid`. */
export async function readDataByLink(ctx: Context, token: string): Promise<WatchData> {
  const watcher = await ownerByLink(token)(ctx);
  return dataOf(ctx, ctx.database.db, watcher?.email ?? '', watcher);
}

/** Removes the addresses that were erased since the backup that was imported. */
export const removeErasedAddresses = (tx: Db): Promise<void> => store.deleteErasedWatchers(tx);

/**
 * Erases everything about the address that belongs to watches, also from later imports of older backups. An account
 * stays. Throws `watch.link_invalid`.
 */
export async function eraseByLink(ctx: Context, token: string): Promise<typeof DONE> {
  const watcher = await ownerByLink(token)(ctx);
  if (!watcher) return DONE;
  await ctx.database.db.transaction(async (tx) => {
    const ids = [watcher.id, ...(await findMergedIds(tx, watcher.id))];
    await store.deleteWatcher(tx, watcher);
    for (const id of ids) {
      await store.recordErasure(tx, hashToken(id), ctx.now().toISOString());
      await deleteQueuedMails(tx, 'watch', { watcher_id: id });
    }
    await deleteQueuedMails(tx, 'watch', { email: watcher.email });
  });
  return DONE;
}
