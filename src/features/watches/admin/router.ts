import { admin, router } from '#src/platform/procedure/trpc.ts';
import { AdminWatches, AdminWatchesInput } from './contract.ts';
import * as service from './service.ts';

export const adminWatches = router({
  get: admin
    .meta({
      rest: 'GET /admin/watches',
      summary: 'Get numbers about watches, or the watches of an address',
      description:
        'Without `email`: `overview`, how many watch what, and what waits to be mailed. With `email`: `watcher`, what it watches. ' +
        'That is written to the audit log.',
    })
    .input(AdminWatchesInput)
    .output(AdminWatches)
    .query(async ({ ctx, input: { email } }) =>
      email
        ? { overview: null, watcher: await service.lookUpAddress(ctx, email) }
        : { overview: await service.readOverview(ctx), watcher: null },
    ),
});
