import { admin, router } from '#src/platform/procedure/trpc.ts';
import { Work } from './contract.ts';
import { readWork } from './service.ts';

export const adminWork = router({
  get: admin
    .meta({
      rest: 'GET /admin/work',
      mayTakeMinutes: true,
      summary: 'Count the pending tasks of admins',
      description:
        'By kind, at most 1,000 of each and 200 pairs of duplicates. The number of duplicates may be a minute old. `stale_since` is null while public pages are up to date.',
    })
    .output(Work)
    .query(async ({ ctx }) => ({
      ...(await readWork(ctx)),
      stale_since: ctx.snapshots.staleSince(),
    })),
});
