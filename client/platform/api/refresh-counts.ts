import type { trpc } from './trpc';

/** After something that waited was done, or more was added. The portal's tabs show these counts. */
export function refreshCounts(utils: ReturnType<typeof trpc.useUtils>): void {
  void utils.admin.admins.overview.invalidate();
  void utils.admin.work.invalidate();
}
