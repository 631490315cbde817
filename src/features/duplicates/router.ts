import { admin, router } from '#src/platform/procedure/trpc.ts';
import { Message } from '#src/shared/fields.ts';
import { Dismissal, Duplicates } from './contract.ts';
import { dismissDuplicate, listDuplicates } from './service.ts';

export const adminDuplicates = router({
  list: admin
    .meta({
      rest: 'GET /admin/duplicates',
      mayTakeMinutes: true,
      summary: 'List likely duplicates',
      description:
        'Pairs of events of the last year or later on the same day, or on two days in a row, with similar names, at most 30 km ' +
        'from one another. If the place of one is unknown, the names must be nearly equal. At most 200 pairs, upcoming ones first.',
    })
    .output(Duplicates)
    .query(({ ctx }) => listDuplicates(ctx)),

  dismiss: admin
    .meta({
      rest: 'POST /admin/duplicates/dismiss',
      summary: 'Declare that two events are different races',
      description: 'The pair is no longer listed as likely duplicates.',
      errors: ['event.not_found', 'event.same'],
    })
    .input(Dismissal)
    .output(Message)
    .mutation(({ ctx, input }) => dismissDuplicate(ctx, input)),
});
