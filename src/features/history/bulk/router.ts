import { admin, router } from '#src/platform/procedure/trpc.ts';
import { BatchUndo, UndoResult } from '../contract.ts';
import { undoBatch } from '../undo/service.ts';
import { BulkEdit, BulkResult } from './contract.ts';
import { editEvents } from './service.ts';

export const adminBulk = router({
  edit: admin
    .meta({
      rest: 'POST /admin/events/bulk',
      mayTakeMinutes: true,
      summary: 'Change or delete many events',
      description:
        'Changes all of the events or none: an unknown id refuses all. `set` has the new values, `delete` deletes the events ' +
        'instead. With `dry_run`, nothing is stored. It can be undone for a day.',
      errors: [
        'event.not_found',
        'event.too_many',
        'event.distance',
        'event.required',
        'event.banner_order',
        'series.not_found',
      ],
    })
    .input(BulkEdit)
    .output(BulkResult)
    .mutation(({ ctx, input }) => editEvents(ctx, input)),

  undo: admin
    .meta({
      rest: 'POST /admin/events/bulk/:id/undo',
      mayTakeMinutes: true,
      summary: 'Undo a change of many events',
      description:
        'For a day. Events that were edited since are kept and listed in `kept`. With `dry_run`, nothing is stored.',
      errors: ['batch.not_found', 'batch.undone', 'batch.too_late'],
    })
    .input(BatchUndo)
    .output(UndoResult)
    .mutation(({ ctx, input }) => undoBatch(ctx, input, ['bulk'])),
});
