import type { AdminContext } from '../../platform/context';
import { recordAction } from '../audit/service';
import type { ClockState } from './contract';

export const readClock = ({ clock }: AdminContext): Promise<ClockState> => clock.check();

export async function acceptClock(ctx: AdminContext): Promise<ClockState> {
  await ctx.database.db.transaction(async (tx) => {
    await recordAction(tx, ctx, 'clock.accept');
    await ctx.clock.accept(tx);
  });
  return ctx.clock.check();
}
