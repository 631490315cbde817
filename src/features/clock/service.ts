import { recordAction } from '#src/features/audit/service.ts';
import type { AdminContext } from '#src/platform/context.ts';
import type { ClockState } from './contract.ts';

export const readClock = ({ clock }: AdminContext): Promise<ClockState> => clock.check();

export async function acceptClock(ctx: AdminContext): Promise<ClockState> {
  await ctx.database.db.transaction(async (tx) => {
    await recordAction(tx, ctx, 'clock.accept');
    await ctx.clock.accept(tx);
  });
  return ctx.clock.check();
}
