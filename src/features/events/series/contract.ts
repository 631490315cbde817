import * as v from 'valibot';
import { fields, requiredText, text, uuid } from '#src/shared/fields.ts';
import { AdminEvent } from '../admin-view/contract.ts';
import { PublicEvent } from '../contract.ts';
import { isSlug } from './rules.ts';

/** `url` is the path of its page, which shows the next edition. */
export const SeriesSummary = v.object({
  id: v.string(),
  name: v.string(),
  slug: v.string(),
  url: v.string(),
  edition_count: v.number(),
});
export type SeriesSummary = v.InferOutput<typeof SeriesSummary>;

/** The latest edition first. */
export const PublicSeries = v.object({ ...SeriesSummary.entries, editions: v.array(PublicEvent) });
export type PublicSeries = v.InferOutput<typeof PublicSeries>;

export const AdminSeries = v.object({ ...SeriesSummary.entries, editions: v.array(AdminEvent) });
export type AdminSeries = v.InferOutput<typeof AdminSeries>;

export const SeriesSlug = fields({
  slug: v.pipe(v.string('series.not_found'), v.check(isSlug, 'series.not_found')),
});

const seriesId = uuid('series.not_found');

export const SeriesUpdate = fields({
  id: seriesId,
  name: requiredText('series.required'),
  slug: v.pipe(
    text('series.required'),
    v.trim(),
    v.nonEmpty('series.required'),
    v.check(isSlug, 'series.slug'),
  ),
});
export type SeriesUpdate = v.InferOutput<typeof SeriesUpdate>;

export const SeriesMerge = fields({ id: seriesId, into: seriesId });
export type SeriesMerge = v.InferOutput<typeof SeriesMerge>;
