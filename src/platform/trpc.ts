import { initTRPC } from '@trpc/server';
import * as v from 'valibot';
import { AppError } from '../shared/errors';
import type { AdminContext, RequestContext } from './context';
import { withDeadline } from './deadline';
import { toAppError } from './failures';
import { type CallState, unconfirmed, untilLate } from './until-late';

/** What a procedure says of itself beside its contract: its path under `/api` (D4), and a line for the API page. */
export type Meta = {
  /** `PUT /path/:id`, or several where the spec gives one operation two paths. */
  rest?: string | string[];
  summary?: string;
};

const t = initTRPC
  .context<RequestContext>()
  .meta<Meta>()
  .create({
    isServer: true,
    isDev: false,
    // Bun closes what is silent for 10 s; a client that hears nothing for so long connects anew (D31).
    sse: { ping: { enabled: true, intervalMs: 3000 }, client: { reconnectAfterInactivityMs: 10_000 } },
    // D5: the same code over both doors, and never a stack.
    errorFormatter({ shape, error }) {
      const { code, status, message } = toAppError(error);
      return { message, code: shape.code, data: { code, detail: message, httpStatus: status } };
    },
  });

export const router = t.router;
export const middleware = t.middleware;

/** Milliseconds until a call is answered, and until it may commit: what was committed is heard of before. */
const CALL_LIMIT = 5000;
const COMMIT_LIMIT = 4500;
const UNDER_WAY_MAX = 500;
let underWay = 0;

/**
 * A database that is frozen must not hold callers for ever, nor let them pile up: 503, and to try again (D5). Nothing of
 * such a call is stored afterwards. A subscription is in time when it begins.
 */
const inTime = t.middleware(async ({ ctx, type, next }) => {
  if (underWay >= UNDER_WAY_MAX) throw new AppError('server.unavailable', { retryAfter: 2 });
  const state: CallState = { isLate: false, committing: 0 };
  const timer = setTimeout(() => {
    state.isLate = type !== 'subscription';
  }, COMMIT_LIMIT);
  underWay++;
  const db = untilLate(ctx.database.db, state);
  const call = next({ ctx: { database: { ...ctx.database, db } } }).finally(() => {
    underWay--;
    clearTimeout(timer);
  });
  return withDeadline(call, CALL_LIMIT).catch((error) => {
    // What stands at its commit when time is up can still be stored.
    throw state.committing > 0 ? unconfirmed(error) : error;
  });
});

/** The contract of a subscription: of each thing that it tells. */
export const each = <Schema extends v.GenericSchema>(schema: Schema) =>
  async function* (told: unknown): AsyncGenerator<v.InferOutput<Schema>> {
    for await (const one of told as AsyncIterable<unknown>) yield v.parse(schema, one);
  };

/** Whoever asks, without an account. What is public is a list, and a test walks it. */
export const visitor = t.procedure.use(inTime);

/** Whoever is logged in at the marketplace; the session is looked at anew at every call (D8). */
export const member = visitor.use(async ({ ctx, next }) => {
  const found = ctx.bearer && (await ctx.identify.member(ctx, ctx.bearer));
  if (!found) throw new AppError('request.unauthorized');
  return next({ ctx: { member: found } });
});

/** Who calls, as an admin; the session is looked at anew at every call (D8). Throws `request.unauthorized`. */
export async function asAdmin<Ctx extends RequestContext>(ctx: Ctx): Promise<Ctx & AdminContext> {
  const found = ctx.bearer && (await ctx.identify.admin(ctx, ctx.bearer));
  if (!found) throw new AppError('request.unauthorized');
  return { ...ctx, admin: found };
}

/** Whoever is logged in to the admin portal. */
export const admin = visitor.use(async ({ ctx, next }) =>
  next({ ctx: { admin: (await asAdmin(ctx)).admin } }),
);
