import type { Context } from '#src/platform/context.ts';
import type { MatchAlerts } from '../contract.ts';
import { matchLink } from '../links/service.ts';

import * as store from './store.ts';

/** Throws `watch.link_invalid`. */
export async function readMatchAlerts(ctx: Context, token: string): Promise<MatchAlerts> {
  const { userId, adId } = await matchLink.open(ctx.config, token);
  const found = await store.findMatchAlerts(ctx.database.db, userId, adId);
  return found ?? { order_number: null, event_name: null, ad: false, all: false };
}

/** Throws `watch.link_invalid`. */
export async function turnOffMatchAlerts(
  ctx: Context,
  { token, scope }: { token: string; scope: 'ad' | 'all' },
): Promise<MatchAlerts> {
  const { userId, adId } = await matchLink.open(ctx.config, token);
  await ctx.database.db.transaction((tx) =>
    scope === 'ad' ? store.turnOffAdAlerts(tx, userId, adId) : store.turnOffAlerts(tx, userId),
  );
  return readMatchAlerts(ctx, token);
}
