import { recordAction } from '#src/features/audit/service.ts';
import type { AdminContext } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { AppError } from '#src/shared/errors.ts';
import { listEditions } from '../admin-view/service.ts';
import type { AdminSeries, SeriesMerge, SeriesUpdate } from './contract.ts';
import { pathOf, planMove, type Series } from './rules.ts';
import * as store from './store.ts';

/** After a new slug, the addresses with the old one lead to those with the new one. */
export function updateSeries(ctx: AdminContext, input: SeriesUpdate): Promise<AdminSeries> {
  return ctx.database.db.transaction(async (tx) => {
    const editions = await lockSeriesAndEditions(tx, [input.id]);
    const before = await requireSeries(tx, input.id);
    if (input.slug !== before.slug) {
      const owner = await store.findSeriesBySlug(tx, input.slug);
      if (owner && owner.id !== input.id) throw new AppError('series.slug_taken');
      await moveEditions(tx, editions, { from: before, to: input });
    }
    await store.updateSeries(tx, input);
    await recordAction(tx, ctx, 'series.update', { id: input.id, name: input.name });
    return readSeries(tx, ctx, input.id);
  });
}

/** Moves the editions, keys and addresses of a series to another one, and removes the series. */
export function mergeSeries(ctx: AdminContext, { id, into }: SeriesMerge): Promise<AdminSeries> {
  return ctx.database.db.transaction(async (tx) => {
    if (id === into) throw new AppError('series.merged_into_itself');
    const editions = await lockSeriesAndEditions(tx, [id, into]);
    const from = await requireSeries(tx, id);
    const to = await requireSeries(tx, into);
    const moved = editions.filter(({ series_id }) => series_id === id);
    const kept = editions.filter(({ series_id }) => series_id === into);
    await moveEditions(tx, moved, { from, to, kept });
    await store.replaceSeries(tx, id, into);
    await recordAction(tx, ctx, 'series.merge', { id: into, name: `${from.name} till ${to.name}` });
    return readSeries(tx, ctx, into);
  });
}

type Edition = Awaited<ReturnType<typeof store.lockEditions>>[number];

/** The series before the events, as everywhere, to avoid deadlocks. */
async function lockSeriesAndEditions(tx: Db, seriesIds: readonly string[]): Promise<Edition[]> {
  await store.lockSeries(tx);
  return store.lockEditions(tx, seriesIds);
}

type Move = { from: Series; to: Series; kept?: readonly Edition[] };

async function moveEditions(tx: Db, moved: readonly Edition[], { from, to, kept = [] }: Move): Promise<void> {
  const addressOf = (slug: string, { id, edition }: Edition) => ({
    path: `${slug}/${edition}`,
    series_id: to.id,
    event_id: id,
  });
  const { addresses } = await store.findStoredSeries(tx, [], [to.slug]);
  // A backup may have editions without their address.
  const plan = planMove(moved, to, [...addresses, ...kept.map((edition) => addressOf(to.slug, edition))]);
  await store.storeAddresses(tx, [
    ...[from.slug, to.slug].map((path) => ({ path, series_id: to.id, event_id: null })),
    ...moved.filter(({ edition }) => edition).map((edition) => addressOf(from.slug, edition)),
    ...plan.addresses,
  ]);
  await store.storeEditions(tx, plan.editions);
}

async function requireSeries(tx: Db, id: string): Promise<Series> {
  const series = await store.findSeriesById(tx, id);
  if (!series) throw new AppError('series.not_found');
  return series;
}

async function readSeries(tx: Db, ctx: AdminContext, id: string): Promise<AdminSeries> {
  const series = await requireSeries(tx, id);
  const editions = await listEditions(tx, ctx, id);
  return { ...series, url: pathOf(series.slug), edition_count: editions.length, editions };
}
