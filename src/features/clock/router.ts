import { admin, confirmedAdmin, router } from '#src/platform/procedure/trpc.ts';
import { ClockState } from './contract.ts';
import { acceptClock, readClock } from './service.ts';

export const adminClock = router({
  get: admin
    .meta({
      rest: 'GET /admin/clock',
      summary: 'Get whether the clock is trusted',
      description:
        'While it is doubted, nothing is deleted, ended or announced because of the time. `ahead`: more than a day after the latest time ' +
        'that was seen. `behind`: more than a day before it. `differs`: more than a minute from the database.',
    })
    .output(ClockState)
    .query(({ ctx }) => readClock(ctx)),

  accept: confirmedAdmin
    .meta({
      rest: 'POST /admin/clock/accept',
      summary: 'Confirm that the clock is right',
      description: 'Also where the clock of the database differs. Work that was waiting goes on.',
    })
    .output(ClockState)
    .mutation(({ ctx }) => acceptClock(ctx)),
});
