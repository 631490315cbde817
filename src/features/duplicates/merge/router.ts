import * as v from 'valibot';
import { AdminEvent } from '#src/features/events/admin/contract.ts';
import { admin, router } from '#src/platform/procedure/trpc.ts';
import { EventMerge, Merge, MergedId } from './contract.ts';
import { listMerges, mergeEvent, unmergeEvent } from './service.ts';

export const adminMerges = router({
  list: admin
    .meta({
      rest: 'GET /admin/merges',
      summary: 'List the merges that can be undone',
      description: 'The latest 100 of the last 30 days, the latest first.',
    })
    .output(v.array(Merge))
    .query(({ ctx }) => listMerges(ctx)),

  merge: admin
    .meta({
      rest: 'POST /admin/events/:id/merge',
      summary: 'Merge an event into another one',
      description:
        'Moves the ads with their conversations, the watches, the history and the addresses of the event to the event `into`, ' +
        'with 301, and removes the event. Fields that `into` lacks are filled from it. It can be undone for 30 days.',
      errors: ['event.not_found', 'event.same', 'event.merged'],
    })
    .input(EventMerge)
    .output(AdminEvent)
    .mutation(({ ctx, input }) => mergeEvent(ctx, input)),

  unmerge: admin
    .meta({
      rest: 'POST /admin/events/:id/unmerge',
      summary: 'Undo a merge of events',
      description:
        'Restores the removed event with its id and those of its ads, watches and other records that still exist and belong to ' +
        'the event that it was merged into. What that event got from it stays.',
      errors: ['merge.not_found', 'merge.too_late', 'merge.covered'],
    })
    .input(MergedId)
    .output(AdminEvent)
    .mutation(({ ctx, input }) => unmergeEvent(ctx, input.id)),
});
