import * as v from 'valibot';
import { admin, cachedPublic, fromSnapshot, router, sharedRead } from '#src/platform/procedure/trpc.ts';
import { findPublicSeries } from '../service.ts';
import {
  AdminSeries,
  PublicSeries,
  SeriesMerge,
  SeriesSlug,
  SeriesSummary,
  SeriesUpdate,
} from './contract.ts';
import { mergeSeries, updateSeries } from './edit.ts';
import { listSeries } from './store.ts';

export const publicSeries = router({
  list: cachedPublic
    .meta({
      rest: 'GET /series',
      summary: 'List all series',
      description: 'A series is one race over the years. Those with at least one edition, ordered by name.',
      snapshot: {
        tables: ['events', 'series'],
        read: ({ database }) => listSeries(database.db),
        isServedWhenUnavailable: true,
      },
    })
    .output(v.array(SeriesSummary))
    .query(fromSnapshot),

  get: sharedRead
    .meta({
      rest: 'GET /series/:slug',
      summary: 'Get a series with its editions',
      description: 'The latest edition is first. A slug that the series had before finds it too.',
      errors: ['series.not_found'],
    })
    .input(SeriesSlug)
    .output(PublicSeries)
    .query(({ ctx, input }) => findPublicSeries(ctx, input.slug)),
});

export const adminSeries = router({
  update: admin
    .meta({
      rest: 'PUT /admin/series/:id',
      summary: 'Change the name and the address of a series',
      description: 'Addresses with the old slug lead to the new ones, with 301.',
      errors: ['series.not_found', 'series.slug_taken'],
    })
    .input(SeriesUpdate)
    .output(AdminSeries)
    .mutation(({ ctx, input }) => updateSeries(ctx, input)),

  merge: admin
    .meta({
      rest: 'POST /admin/series/:id/merge',
      summary: 'Merge a series into another one',
      description:
        'Moves all editions to the series `into` and removes this one. Its addresses lead to the new ones, with 301, and ' +
        'later events with its name become editions of `into`.',
      errors: ['series.not_found', 'series.merged_into_itself'],
    })
    .input(SeriesMerge)
    .output(AdminSeries)
    .mutation(({ ctx, input }) => mergeSeries(ctx, input)),
});
