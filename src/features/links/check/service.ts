import { setTimeout } from 'node:timers/promises';
import { startWorker, type Worker } from '#src/platform/background/worker.ts';
import { asciiNameOf } from '#src/platform/config.ts';
import type { Context } from '#src/platform/context.ts';
import { type Outbound, OutboundError } from '#src/platform/outbound/index.ts';
import type { LinkStatus } from '../contract.ts';
import { createRobots, type Robots } from '../robots/robots.ts';
import { type CheckResult, stateAfterCheck } from '../rules.ts';
import * as store from '../store.ts';

const TIMEOUT_MS = 15_000;
/** How long a host is left alone after a request. */
const PAUSE_MS = 2000;
/** Longer than a check can take, with robots.txt of five redirects. */
const CLAIM_MS = 120_000;
const IDLE_MS = 10_000;
const SYNC_INTERVAL_MS = 3_600_000;

type CheckContext = Pick<Context, 'config' | 'database' | 'now' | 'outbound'>;
type Options = { ids?: readonly string[]; pauseMs?: number; signal?: AbortSignal };

/** By the client for outbound requests, so that all checks of an instance share it. */
const robotsOf = new WeakMap<Outbound, Robots>();

function robotsFor({ config, outbound, now }: CheckContext): Robots {
  const robots = robotsOf.get(outbound) ?? createRobots(outbound, asciiNameOf(config), now);
  robotsOf.set(outbound, robots);
  return robots;
}

/** Requests the address and reads nothing of its content. */
async function request(ctx: CheckContext, url: string, signal?: AbortSignal): Promise<CheckResult> {
  try {
    const response = await ctx.outbound.get(url, {
      timeoutMs: TIMEOUT_MS,
      beforeRequest: robotsFor(ctx).check,
      signal,
    });
    response.close();
    return { http_status: response.status };
  } catch (error) {
    if (error instanceof OutboundError) return { reason: error.reason };
    throw error;
  }
}

/** Checks one link that is due. Returns its new status, or undefined if none is due or their hosts are busy. */
export async function checkNextLink(
  ctx: CheckContext,
  { ids, pauseMs = PAUSE_MS, signal }: Options = {},
): Promise<LinkStatus | undefined> {
  const { db } = ctx.database;
  const in_ = (ms: number) => new Date(ctx.now().getTime() + ms).toISOString();
  const link = await store.claimLink(db, { now: in_(0), until: in_(CLAIM_MS), ids });
  if (!link) return undefined;
  const result = await request(ctx, link.url, signal);
  const state = stateAfterCheck(link, result, ctx.now());
  await store.storeCheck(db, link, {
    ...state,
    http_status: result.http_status ?? null,
    reason: result.reason ?? (state.status === 'ok' ? null : 'http'),
    checked_at: in_(0),
    claimed_until: pauseMs > 0 ? in_(pauseMs) : null,
  });
  return state.status;
}

/** Does nothing if LINK_CHECK is 0. */
export function startLinkChecks(ctx: Context): Worker {
  if (!ctx.config.linkCheck) return { stop: async () => {} };
  let syncedAt = 0;
  return startWorker({
    name: 'The check of links',
    log: ctx.log,
    idleMs: IDLE_MS,
    work: async (signal) => {
      // A link that fails over days is dead.
      if (!ctx.clock.isTrusted()) return false;
      if (performance.now() - syncedAt > SYNC_INTERVAL_MS || syncedAt === 0) {
        await ctx.database.db.transaction((tx) => store.syncLinks(tx, ctx.now().toISOString()));
        syncedAt = performance.now();
      }
      const status = await checkNextLink(ctx, { signal });
      // Another host may be due at once, but this process has more to do than requests.
      if (status) await setTimeout(PAUSE_MS / 10, undefined, { signal }).catch(() => {});
      return status !== undefined;
    },
  });
}
