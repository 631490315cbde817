import { initTRPC } from '@trpc/server';
import * as v from 'valibot';
import { AppError } from '../shared/errors';
import { answered } from './answered';
import type { AdminContext, CallContext, RequestContext } from './context';
import { withDeadline } from './deadline';
import { toAppError } from './failures';
import { snapshotHeaders } from './snapshot';

/** What a procedure says of itself beside its contract: its path under `/api` (D4), and a line for the API page. */
export type Meta = {
  /** `PUT /path/:id`, or several where the spec gives one operation two paths. */
  rest?: string | string[];
  summary?: string;
  /** Over `/api` the query is not read: what goes in is a secret, and addresses are logged. */
  bodyOnly?: boolean;
  /** A visitor's read without an input, whose last good answer is served while the database is away. */
  isKept?: boolean;
};

const t = initTRPC
  .context<CallContext>()
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

/**
 * A database that is away must not hold callers: 503, and to try again (D5). Nothing of such a call is stored afterwards. A
 * subscription is in time when it begins.
 */
const inTime = t.middleware(({ ctx, next }) =>
  answered(ctx.database, (db) => next({ ctx: { database: { ...ctx.database, db } } })),
);

const UNDER_WAY_MAX = 500;
let underWay = 0;

/** Nor let them pile up. Who is still sending what is asked for takes no room: slow senders would take it all. */
const inRoom = t.middleware(async ({ next, getRawInput }) => {
  let isIn = false;
  const enter = () => {
    if (underWay >= UNDER_WAY_MAX) throw new AppError('server.unavailable', { retryAfter: 2 });
    underWay++;
    isIn = true;
  };
  const leave = () => {
    if (isIn) underWay--;
    isIn = false;
  };
  enter();
  try {
    return await next({
      getRawInput: async () => {
        leave();
        const input = await getRawInput();
        enter();
        return input;
      },
    });
  } finally {
    leave();
  }
});

/** Milliseconds that such a read waits, for the one that is under way and its own. */
const READ_LIMIT = 1800;

/** What visitors read is read once for all who ask meanwhile, and as it was last when the database does not answer. */
const orKept = t.middleware(async ({ ctx, meta, path, next }) => {
  if (!meta?.isKept) return next();
  try {
    const answer = await withDeadline(ctx.snapshot.share(path, next), READ_LIMIT);
    if (!answer.ok) throw answer.error;
    const { marker, ok, data } = answer;
    ctx.snapshot.keep(path, { marker, ok, data });
    return answer;
  } catch (error) {
    const kept = toAppError(error).code === 'server.unavailable' && ctx.snapshot.find(path);
    if (!kept) throw error;
    Object.assign(ctx.answerHeaders, snapshotHeaders(kept.age));
    return kept.answer as Awaited<ReturnType<typeof next>>;
  }
});

/** The contract of a subscription: of each thing that it tells. */
export const each = <Schema extends v.GenericSchema>(schema: Schema) =>
  async function* (told: unknown): AsyncGenerator<v.InferOutput<Schema>> {
    for await (const one of told as AsyncIterable<unknown>) yield v.parse(schema, one);
  };

/** Whoever asks, without an account. What is public is a list, and a test walks it. */
export const visitor = t.procedure.use(orKept).use(inTime).use(inRoom);

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
