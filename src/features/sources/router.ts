import * as v from 'valibot';
import { admin, router } from '#src/platform/procedure/trpc.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { Message } from '#src/shared/fields.ts';
import {
  AcceptResult,
  ChangeId,
  Source,
  SourceChange,
  SourceFetchResult,
  SourceId,
  SourceInput,
  SourceUpdate,
} from './contract.ts';
import {
  acceptAll,
  acceptChange,
  createSource,
  deleteSource,
  fetchNow,
  ignoreChange,
  listChanges,
  listSources,
  updateSource,
} from './service.ts';

const FETCH_ERRORS: ErrorCode[] = [
  'source.dns',
  'source.tls',
  'source.refused',
  'source.timeout',
  'source.too_large',
  'source.private',
  'source.redirect',
  'source.unreadable',
  'source.gone',
  'source.forbidden',
  'source.http',
  'source.format',
  'source.too_many',
  'source.too_costly',
  'source.empty',
  'source.unusable',
  'import.unreadable',
  'import.empty',
  'import.too_large',
  'import.too_many_rows',
];

export const adminSources = router({
  list: admin
    .meta({
      rest: 'GET /admin/sources',
      summary: 'List sources',
      description: 'Calendars, CSV files and JSON feeds of others, which are fetched every day.',
    })
    .output(v.array(Source))
    .query(({ ctx }) => listSources(ctx)),

  create: admin
    .meta({
      rest: 'POST /admin/sources',
      summary: 'Add a source',
      description:
        'The address of an iCalendar file, a CSV file with the columns of the import (and optionally `id`), or a JSON Feed. ' +
        'Items of a JSON Feed may have the fields of the import as `_race`. `defaults` are for formats that lack these fields.',
      errors: ['source.required', 'source.exists', 'request.url'],
    })
    .input(SourceInput)
    .output(Source)
    .mutation(({ ctx, input }) => createSource(ctx, input)),

  update: admin
    .meta({
      rest: 'PUT /admin/sources/:id',
      summary: 'Change a source',
      description: 'It is then fetched again.',
      errors: ['source.required', 'source.exists', 'source.changed', 'source.not_found', 'request.url'],
    })
    .input(SourceUpdate)
    .output(Source)
    .mutation(({ ctx, input }) => updateSource(ctx, input)),

  delete: admin
    .meta({
      rest: 'DELETE /admin/sources/:id',
      summary: 'Delete a source',
      description: 'Its events stay; its changes that wait are dropped.',
      errors: ['source.not_found'],
    })
    .input(SourceId)
    .output(Message)
    .mutation(({ ctx, input }) => deleteSource(ctx, input.id)),

  fetch: admin
    .meta({
      rest: 'POST /admin/sources/:id/fetch',
      mayTakeMinutes: true,
      summary: 'Fetch a source now',
      description:
        'Returns when it is done. New and changed events wait for an admin, or are stored at once if the source is trusted.',
      errors: ['source.not_found', ...FETCH_ERRORS],
    })
    .input(SourceId)
    .output(SourceFetchResult)
    .mutation(({ ctx, input }) => fetchNow(ctx, input.id)),

  acceptAll: admin
    .meta({
      rest: 'POST /admin/sources/:id/accept',
      mayTakeMinutes: true,
      summary: 'Accept all changes of a source',
      description:
        'As one import, which can be undone. Changes that conflict with their events are listed and still wait.',
      errors: ['source.not_found'],
    })
    .input(SourceId)
    .output(AcceptResult)
    .mutation(({ ctx, input }) => acceptAll(ctx, input.id)),

  changes: admin
    .meta({
      rest: 'GET /admin/sources/changes',
      summary: 'List changes of sources that wait',
      description: 'At most 1,000, the oldest first.',
    })
    .output(v.array(SourceChange))
    .query(({ ctx }) => listChanges(ctx)),

  acceptChange: admin
    .meta({
      rest: 'POST /admin/sources/changes/:change_id/accept',
      mayTakeMinutes: true,
      summary: 'Accept a change of a source',
      description: 'A new date moves the event, as when an admin moves it.',
      errors: ['source.change_not_found', 'source.conflict'],
    })
    .input(ChangeId)
    .output(AcceptResult)
    .mutation(({ ctx, input }) => acceptChange(ctx, input.change_id)),

  ignoreChange: admin
    .meta({
      rest: 'POST /admin/sources/changes/:change_id/ignore',
      summary: 'Ignore a change of a source',
      description: 'It waits again when the source changes it again.',
      errors: ['source.change_not_found'],
    })
    .input(ChangeId)
    .output(Message)
    .mutation(({ ctx, input }) => ignoreChange(ctx, input.change_id)),
});
