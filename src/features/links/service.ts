import { setTimeout } from 'node:timers/promises';
import { recordAction } from '#src/features/audit/service.ts';
import { openBatch } from '#src/features/history/service.ts';
import type { AdminContext } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { AppError } from '#src/shared/errors.ts';
import { formatCount } from '#src/shared/text.ts';
import { checkNextLink } from './check/service.ts';
import {
  type AdminLink,
  type LinkChanged,
  type LinkCheck,
  type LinkCheckResult,
  type LinkFilter,
  type LinkReplacement,
  PROBLEM_STATUSES,
} from './contract.ts';
import * as store from './store.ts';

const LIST_MAX = 1000;
/** What is not checked in this time is left to the worker. */
const CHECK_MS = 60_000;
/** Between two requests, which may be to the same host. */
const PAUSE_MS = 250;
/** No more are checked in the time, and a list of all would be sent to the database before each. */
const CHECKED_MAX = CHECK_MS / PAUSE_MS;

/** The last year that a backup accepts. */
const NEVER = '2199-01-01T00:00:00.000Z';

/** For demonstration data, whose pages are made up: the links of now are only checked if an admin checks one. */
export const leaveLinksUnchecked = (db: Db): Promise<void> => store.syncLinks(db, NEVER);

export async function listLinks(
  { database, now }: AdminContext,
  { status }: LinkFilter,
): Promise<AdminLink[]> {
  await database.db.transaction((tx) => store.syncLinks(tx, now().toISOString()));
  return store.findLinks(database.db, { statuses: status ? [status] : PROBLEM_STATUSES, limit: LIST_MAX });
}

/** Checks one link, or all that fail or were never checked, for at most a minute. */
export async function checkLinks(ctx: AdminContext, { id }: LinkCheck): Promise<LinkCheckResult> {
  const { db } = ctx.database;
  const ids = await db.transaction(async (tx) => {
    const now = ctx.now().toISOString();
    await store.syncLinks(tx, now);
    const found = await store.makeDue(tx, id, now);
    if (id && found.length === 0) throw new AppError('link.not_found');
    await recordAction(tx, ctx, 'link.check', { id, name: null });
    return found;
  });
  const result = { checked: 0, ok: 0, unknown: 0, failing: 0, dead: 0, remaining: 0 };
  const countDue = (some: readonly string[]) => store.countDue(db, some, ctx.now().toISOString());
  const first = ids.slice(0, CHECKED_MAX);
  const end = performance.now() + CHECK_MS;
  // The worker may check some of them.
  while (performance.now() < end && (await countDue(first)) > 0) {
    if (result.checked > 0) await setTimeout(PAUSE_MS);
    const status = await checkNextLink(ctx, { ids: first, pauseMs: 0 });
    if (status && status !== 'unchecked') {
      result.checked++;
      result[status]++;
    } else await setTimeout(PAUSE_MS);
  }
  return { ...result, remaining: await countDue(ids) };
}

/** Writes the new address into every field of every event that has the old one. */
export const replaceLink = (ctx: AdminContext, { id, url }: LinkReplacement): Promise<LinkChanged> =>
  changeLink(ctx, id, url);

export const removeLink = (ctx: AdminContext, id: string): Promise<LinkChanged> => changeLink(ctx, id, null);

async function changeLink(ctx: AdminContext, id: string, replacement: string | null): Promise<LinkChanged> {
  return ctx.database.db.transaction(async (tx) => {
    await store.lockLinks(tx);
    const link = await store.findLink(tx, id);
    if (!link) throw new AppError('link.not_found');
    const what = replacement ? 'Länken är ersatt' : 'Länken är borttagen';
    const batch = await openBatch(tx, ctx, {
      kind: 'bulk',
      name: `${what}: ${link.host}`,
      made_by: ctx.admin.username,
    });
    const { length } = await store.replaceLink(tx, link.url, replacement);
    const batch_id = (await batch.close()) ?? null;
    await store.syncLinks(tx, ctx.now().toISOString());
    await recordAction(tx, ctx, replacement ? 'link.replace' : 'link.remove', { id, name: link.url });
    return { message: `${what} på ${formatCount(length)} evenemang`, event_count: length, batch_id };
  });
}
