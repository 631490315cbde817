import * as v from 'valibot';
import { AdminEvent, EventId } from '#src/features/events/admin/contract.ts';
import { admin, router } from '#src/platform/procedure/trpc.ts';
import { Batch, BatchUndo, Revision, RevisionId, UndoResult } from './contract.ts';
import { listRevisions, restoreRevision } from './service.ts';
import { listBatches, undoBatch } from './undo/service.ts';

export const adminRevisions = router({
  list: admin
    .meta({
      rest: 'GET /admin/events/:id/revisions',
      summary: 'List the changes of an event',
      description: 'The latest 500, the latest first: who changed which fields, when and how.',
      errors: ['event.not_found'],
    })
    .input(EventId)
    .output(v.array(Revision))
    .query(({ ctx, input }) => listRevisions(ctx, input.id)),

  restore: admin
    .meta({
      rest: 'POST /admin/events/:id/revisions/:revision_id/restore',
      summary: 'Restore what a change of an event replaced',
      description: 'Gives the fields that the revision changed the values that they had before it.',
      errors: ['event.not_found', 'revision.not_found', 'revision.first', 'revision.conflict'],
    })
    .input(RevisionId)
    .output(AdminEvent)
    .mutation(({ ctx, input }) => restoreRevision(ctx, input)),
});

export const adminImports = router({
  list: admin
    .meta({
      rest: 'GET /admin/imports',
      summary: 'List imports and other changes of many events',
      description:
        'The latest 200, the latest first: imports of files, accepted changes of sources, and bulk edits.',
    })
    .output(v.array(Batch))
    .query(({ ctx }) => listBatches(ctx)),

  undo: admin
    .meta({
      rest: 'POST /admin/imports/:id/undo',
      mayTakeMinutes: true,
      summary: 'Undo an import',
      description:
        'Removes the events that it added and restores those that it changed. `kept` lists those that were edited since and, of ' +
        'those that it added, those that have ads or are watched. With `dry_run=true`, nothing is stored.',
      errors: ['batch.not_found', 'batch.undone', 'batch.too_late'],
    })
    .input(BatchUndo)
    .output(UndoResult)
    .mutation(({ ctx, input }) => undoBatch(ctx, input)),
});
