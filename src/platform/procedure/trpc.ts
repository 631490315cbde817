import { initTRPC } from '@trpc/server';
import * as v from 'valibot';
import type { CallContext, Member, RequestContext } from '#src/platform/context.ts';
import { withActor } from '#src/platform/database/actor.ts';
import type { Reader } from '#src/platform/database.ts';
import { toAppError } from '#src/platform/failures.ts';
import { SHARED } from '#src/platform/http/caching.ts';
import { CALL_DEADLINE_MS, withCallDeadline, withLivenessCheck } from '#src/platform/limits/call-deadline.ts';
import { createCapacity } from '#src/platform/limits/capacity.ts';
import { limitConcurrency } from '#src/platform/limits/concurrency.ts';
import { timedOut } from '#src/platform/limits/deadline.ts';
import type { SnapshotSource } from '#src/platform/snapshot/cache.ts';
import { snapshotHeaders } from '#src/platform/snapshot/version.ts';
import { AppError, type ErrorCode } from '#src/shared/errors.ts';
import { type AdminRules, asAdmin } from './admin-access.ts';

export type Meta = {
  /** The method and path under `/api`, such as `PUT /path/:id`. Some operations have several. */
  rest?: string | string[];
  summary?: string;
  /** In Markdown. */
  description?: string;
  errors?: readonly ErrorCode[];
  /** Whose token the operation requires. The base procedures below set it; without it, none. */
  token?: 'member' | 'admin' | 'organiser';
  /** Set if the operation also works without a token, but not with one that is invalid. */
  isTokenOptional?: boolean;
  adminRules?: AdminRules;
  /** Set for a cached public read. Its resolver is {@link fromSnapshot}. */
  snapshot?: SnapshotSource;
  /** Set if shared caches may store successful responses. Those of `snapshot` always may. */
  isShared?: true;
  /** The call may take minutes. It has no deadline, but fails when the database stops responding. */
  mayTakeMinutes?: boolean;
  /** Ignore the query over `/api`. The input is secret, and proxies log URLs. */
  bodyOnly?: boolean;
  /** An input field that is rejected in the query over `/api`, because proxies log URLs. */
  secretField?: string;
  /**
   * A path outside `/api` where a POST does the same, whatever its body: mail programs send a form there (RFC 8058). A
   * page with the same path may serve GET.
   */
  oneClickPath?: string;
};

const t = initTRPC
  .context<CallContext>()
  .meta<Meta>()
  .create({
    isServer: true,
    isDev: false,
    // Bun closes connections that are idle for 10 s. A client that receives nothing for 10 s reconnects.
    sse: { ping: { enabled: true, intervalMs: 3000 }, client: { reconnectAfterInactivityMs: 10_000 } },
    // Errors have the same code over both transports, and never a stack trace.
    errorFormatter({ shape, error }) {
      const { code, status, message } = toAppError(error);
      return { message, code: shape.code, data: { code, detail: message, httpStatus: status } };
    },
  });

export const router = t.router;
export const middleware = t.middleware;

/** Rejects calls without a token before their body is read. */
const requireToken = t.middleware(({ ctx, next }) => {
  if (!ctx.bearer) throw new AppError('request.unauthorized');
  return next();
});

/**
 * Waits for the whole input before the call starts. A slow sender thus uses up neither the deadline nor the limit of
 * running calls. The session is looked up afterwards, because it may end while the body arrives.
 */
const waitForBody = t.middleware(async ({ next, getRawInput }) => {
  // A failure is thrown again when the input is parsed, if the procedure takes one.
  await getRawInput().catch(() => {});
  return next();
});

/** Gives each call a deadline, after which it stores nothing. Subscriptions only have to start before it. */
const beforeDeadline = t.middleware(({ ctx, meta, next }) => {
  const proceed = (db: Reader, isLate: () => boolean) =>
    next({ ctx: { database: { ...ctx.database, db }, isLate } });
  if (!meta?.mayTakeMinutes) return withCallDeadline(ctx.database, proceed);
  return withLivenessCheck(ctx.database, (db) => proceed(db, () => false));
});

const runningCalls = createCapacity({ all: 500, perAddress: 100 });

const withinCapacity = t.middleware(async ({ ctx, next }) => {
  const release = runningCalls.take(1, ctx.ipAddress);
  try {
    return await next();
  } finally {
    release();
  }
});

/** A write returns once readers on this instance can see it. The wait never extends a call beyond its deadline. */
const readYourWrites = t.middleware(async ({ ctx, meta, type, next }) => {
  const start = performance.now();
  const result = await next();
  if (type === 'mutation' && result.ok)
    await ctx.snapshots.waitForFresh(
      meta?.mayTakeMinutes ? undefined : start + CALL_DEADLINE_MS - performance.now(),
    );
  return result;
});

type FromSnapshot = { ctx: CallContext; path: string; input?: Record<string, string> | undefined };

/** The resolver of procedures with `meta.snapshot`. Most requests are served as bytes by `cached-reads.ts` instead. */
export async function fromSnapshot({ ctx, path, input }: FromSnapshot) {
  const snapshot = await ctx.snapshots.find([path, ...Object.values(input ?? {})].join(' '))?.read();
  if (!snapshot) throw new Error(`The procedure ${path} has no \`meta.snapshot\`.`);
  if (snapshot.age !== undefined) Object.assign(ctx.responseHeaders, snapshotHeaders(snapshot.age));
  await snapshot.version.parse();
  // The output contract of the procedure checks the type.
  return snapshot.version.content<never>();
}

/** For subscriptions: validates each event against the schema. */
export const validateEach = <Schema extends v.GenericSchema>(schema: Schema) =>
  async function* (events: unknown): AsyncGenerator<v.InferOutput<Schema>> {
    for await (const event of events as AsyncIterable<unknown>) yield v.parse(schema, event);
  };

/** Writes have limits of their own. */
const countRead = t.middleware(({ ctx, type, next }) => {
  if (type === 'query') ctx.countRead();
  return next();
});

/** Procedures that need no login. A test checks the list of all public procedures. */
export const visitor = t.procedure
  .use(countRead)
  .use(waitForBody)
  .use(readYourWrites)
  .use(beforeDeadline)
  .use(withinCapacity);

/** Public reads with input whose result is the same for everybody. */
export const sharedRead = visitor.meta({ isShared: true }).use(async ({ ctx, next }) => {
  const result = await next();
  if (result.ok) Object.assign(ctx.responseHeaders, { 'cache-control': SHARED, vary: 'accept-encoding' });
  return result;
});

const tokenProcedure = t.procedure
  .use(requireToken)
  .use(waitForBody)
  .use(readYourWrites)
  .use(beforeDeadline)
  .use(withinCapacity);

/** Cached public reads. They need no deadline here: the cache has its own. */
export const cachedPublic = t.procedure.use(withinCapacity);

/** Throws `request.unauthorized` if the token has no active member session. */
async function asMember(ctx: RequestContext): Promise<Member> {
  const member = ctx.bearer && (await ctx.identify.member(ctx, ctx.bearer));
  if (!member) throw new AppError('request.unauthorized');
  return member;
}

/** Procedures for logged-in members that do not wait for a turn. The session is looked up on every call. */
export const memberUnqueued = tokenProcedure
  .meta({ token: 'member' })
  .use(async ({ ctx, next }) => next({ ctx: { member: await asMember(ctx) } }));

/** Slow reads of one member cannot take all ten connections of the pool. */
const limitMemberCalls = limitConcurrency({ running: 3, waiting: 100, retryAfter: 1 });

/** Procedures for logged-in members. Three calls of a member run at a time. A subscription counts until it starts. */
export const member = memberUnqueued.use(({ ctx, next, signal }) =>
  limitMemberCalls(async (hasWaited) => {
    // Nobody would receive the response.
    if (ctx.isLate() || signal?.aborted) throw timedOut();
    // The session may have ended while the call waited.
    return next({ ctx: { member: hasWaited ? await asMember(ctx) : ctx.member } });
  }, ctx.member.id),
);

/**
 * Procedures for organisers with a mailed link. It is looked up on every call, so that a revoked one is dead at once.
 */
export const organiser = tokenProcedure.meta({ token: 'organiser' }).use(async ({ ctx, next }) => {
  const found = ctx.bearer && (await ctx.identify.organiser(ctx, ctx.bearer));
  if (!found) throw new AppError('request.unauthorized');
  const db = withActor(ctx.database.db, { kind: 'organiser', name: found.email });
  return next({ ctx: { organiser: found, database: { ...ctx.database, db } } });
});

export const adminWith = (rules: AdminRules) =>
  tokenProcedure.meta({ token: 'admin', adminRules: rules }).use(async ({ ctx, meta, next }) => {
    const { admin, database } = await asAdmin(ctx, rules);
    // Only now: a caller without a session must not keep a connection open that long.
    if (meta?.mayTakeMinutes) ctx.disableIdleTimeout();
    return next({ ctx: { admin, database } });
  });

export const admin = adminWith({});

/** Procedures for admins who entered their password in the last 10 minutes: dangerous operations. */
export const confirmedAdmin = adminWith({ needsConfirmation: true });
