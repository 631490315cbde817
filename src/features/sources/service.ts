import { recordAction } from '#src/features/audit/service.ts';
import { lockSeries } from '#src/features/events/series/service.ts';
import { lockImports } from '#src/features/imports/service.ts';
import type { AdminContext } from '#src/platform/context.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { joinDistances } from '#src/shared/distances.ts';
import { AppError } from '#src/shared/errors.ts';
import { omit } from '#src/shared/omit.ts';
import { formatCount } from '#src/shared/text.ts';
import { acceptChanges } from './changes/accept.ts';
import * as changeStore from './changes/store.ts';
import type {
  AcceptResult,
  Source,
  SourceChange,
  SourceFetchResult,
  SourceInput,
  SourceUpdate,
} from './contract.ts';
import { CLAIM_MS, fetchSource } from './fetch/service.ts';
import * as store from './store.ts';

function defaultsOf({
  sport_type,
  distances,
  landskap,
}: SourceInput['defaults']): store.SourceRow['defaults'] {
  return {
    ...(sport_type && { sport_type }),
    ...(distances && { distances: joinDistances(distances) }),
    ...(landskap && { landskap }),
  };
}

export const listSources = ({ database: { db } }: AdminContext): Promise<Source[]> => readSources(db);

async function readSources(db: Reader): Promise<Source[]> {
  const rows = await store.findSources(db);
  return rows.map(({ source, ...counts }) => {
    const { due_at: next_fetch_at, defaults, ...shown } = omit(source, 'etag', 'last_modified');
    const { sport_type = null, distances = null, landskap = null } = defaults;
    return {
      ...shown,
      next_fetch_at,
      ...counts,
      defaults: { sport_type, distances, landskap } as Source['defaults'],
    };
  });
}

async function readSource(tx: Db, id: string): Promise<Source> {
  const source = (await readSources(tx)).find((one) => one.id === id);
  if (!source) throw new AppError('source.not_found');
  return source;
}

export function createSource(ctx: AdminContext, { defaults, ...input }: SourceInput): Promise<Source> {
  return ctx.database.db.transaction(async (tx) => {
    const now = ctx.now().toISOString();
    const source = await store.insertSource(tx, {
      ...input,
      defaults: defaultsOf(defaults),
      created_at: now,
      due_at: now,
    });
    if (!source) throw new AppError('source.exists');
    await recordAction(tx, ctx, 'source.create', { id: source.id, name: source.name });
    return readSource(tx, source.id);
  });
}

/** The next fetch, which is due now, reads everything. */
export function updateSource(
  ctx: AdminContext,
  { id, version, defaults, ...input }: SourceUpdate,
): Promise<Source> {
  return ctx.database.db.transaction(async (tx) => {
    const source = await store.lockSource(tx, id);
    if (!source) throw new AppError('source.not_found');
    if (version !== null && version !== source.version) throw new AppError('source.changed');
    if (await store.hasUrl(tx, input.url, id)) throw new AppError('source.exists');
    await store.changeSource(tx, id, {
      ...input,
      defaults: defaultsOf(defaults),
      etag: null,
      last_modified: null,
      due_at: ctx.now().toISOString(),
    });
    await recordAction(tx, ctx, 'source.update', { id, name: input.name });
    return readSource(tx, id);
  });
}

/** Keeps its events. */
export function deleteSource(ctx: AdminContext, id: string): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    const name = await store.removeSource(tx, id);
    if (name === undefined) throw new AppError('source.not_found');
    await recordAction(tx, ctx, 'source.delete', { id, name });
    return { message: 'Källan är borttagen. Dess evenemang är kvar.' };
  });
}

/** Fetches it now, also if it was fetched a moment ago. */
export async function fetchNow(ctx: AdminContext, id: string): Promise<SourceFetchResult> {
  const claimed = await ctx.database.db.transaction(async (tx) => {
    const now = ctx.now();
    const until = new Date(now.getTime() + CLAIM_MS).toISOString();
    const source = await store.claimSource(tx, { now: now.toISOString(), until, id });
    if (!source) throw new AppError('source.not_found');
    await recordAction(tx, ctx, 'source.fetch', { id, name: source.name });
    return source;
  });
  return fetchSource(ctx, claimed);
}

export async function listChanges({ database: { db } }: AdminContext): Promise<SourceChange[]> {
  const rows = await changeStore.findWaiting(db);
  return rows.map(({ change: { id, source_id, event_id, after, found_at }, source_name, event, url }) => ({
    id,
    source_id,
    source_name,
    event_id,
    event_name: event?.event_name ?? String(after.event_name ?? ''),
    event_date: event?.event_date ?? String(after.event_date ?? ''),
    url: event ? url : null,
    before:
      event &&
      Object.fromEntries(Object.keys(after).map((name) => [name, event[name as keyof typeof event] ?? null])),
    after,
    found_at,
  }));
}

/** Throws the error of a conflict with other fields of the event. */
export function acceptChange(ctx: AdminContext, id: string): Promise<AcceptResult> {
  return ctx.database.db.transaction(async (tx) => {
    await lockImports(tx);
    // Before the changes, which are deleted with their events.
    await lockSeries(tx);
    const change = await atMostOne(changeStore.lockWaiting(tx, { ids: [id] }));
    const source = change && (await store.lockSource(tx, change.source_id));
    if (!source) throw new AppError('source.change_not_found');
    const result = await acceptAs(tx, ctx, source, [change]);
    const [conflict] = result.conflicts;
    if (conflict) throw new AppError('source.conflict', { detail: conflict.detail });
    await recordAction(tx, ctx, 'source.accept', { id, name: source.name });
    return result;
  });
}

/** Changes that conflict with their events are returned and still wait. */
export function acceptAll(ctx: AdminContext, id: string): Promise<AcceptResult> {
  return ctx.database.db.transaction(async (tx) => {
    await lockImports(tx);
    // Before the changes, which are deleted with their events.
    await lockSeries(tx);
    const source = await store.lockSource(tx, id);
    if (!source) throw new AppError('source.not_found');
    const result = await acceptAs(tx, ctx, source, await changeStore.lockWaiting(tx, { sourceId: id }));
    const name = `${source.name}: ${formatCount(result.accepted)} ändringar`;
    await recordAction(tx, ctx, 'source.accept', { id, name });
    return result;
  });
}

const acceptAs = (tx: Db, ctx: AdminContext, source: store.SourceRow, changes: changeStore.ChangeRow[]) =>
  acceptChanges(tx, ctx, source, changes, ctx.admin.username);

/** It waits again when the source changes it. */
export function ignoreChange(ctx: AdminContext, id: string): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    // The source is not locked: accepting all of its changes locks it before them.
    const name = await changeStore.ignoreChange(tx, id);
    if (name === undefined) throw new AppError('source.change_not_found');
    await recordAction(tx, ctx, 'source.ignore', { id, name });
    return { message: 'Ändringen visas inte igen förrän källan ändrar den.' };
  });
}
