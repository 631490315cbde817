import { initTRPC } from '@trpc/server';
import * as v from 'valibot';
import { AppError } from '../shared/errors';
import { answered, CALL_LIMIT } from './answered';
import { createTurns } from './at-most';
import type { AdminContext, AdminSession, CallContext, Member, RequestContext } from './context';
import { tooLate } from './deadline';
import { toAppError } from './failures';
import { createRoom } from './room';
import type { SnapshotSource } from './snapshot/cache';
import { snapshotHeaders, type Version } from './snapshot/version';

/** What a procedure says of itself beside its contract: its path under `/api` (D4), and a line for the API page. */
export type Meta = {
  /** `PUT /path/:id`, or several where the spec gives one operation two paths. */
  rest?: string | string[];
  summary?: string;
  /** A read of everybody's without an input, served from memory: its verb is {@link fromSnapshot}. */
  snapshot?: SnapshotSource;
  /** Over `/api` the query is not read: what goes in is a secret, and addresses are logged. */
  bodyOnly?: boolean;
  /** An input field that is refused in the query over `/api`, because addresses are logged. */
  secret?: string;
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

/** A stranger is told so before anything is read. */
const withToken = t.middleware(({ ctx, next }) => {
  if (!ctx.bearer) throw new AppError('request.unauthorized');
  return next();
});

/**
 * Waits for the whole input. A slow sender takes neither the time nor the room of a call, and who is calling is looked up
 * after it: a session may end while its caller sends.
 */
const received = t.middleware(async ({ next, getRawInput }) => {
  // A failure is thrown again when the input is parsed, if the procedure takes one.
  await getRawInput().catch(() => {});
  return next();
});

/**
 * Answers 503 when the database does not answer in time (D5). Nothing of such a call is stored afterwards. A subscription
 * is in time when it begins.
 */
const inTime = t.middleware(({ ctx, next }) =>
  answered(ctx.database, (db, isLate) => next({ ctx: { database: { ...ctx.database, db }, isLate } })),
);

/** Calls under way at most. */
const underWay = createRoom({ all: 500, ofAddress: 100 });

const inRoom = t.middleware(async ({ ctx, next }) => {
  const leave = underWay.take(1, ctx.address);
  try {
    return await next();
  } finally {
    leave();
  }
});

/** Who has written reads at once what it left, and so does whoever reads on this instance. */
const seen = t.middleware(async ({ ctx, type, next }) => {
  const begun = performance.now();
  const answer = await next();
  // A call that took long does not wait beyond what it may take in all.
  if (type === 'mutation' && answer.ok) await ctx.snapshots.settle(begun + CALL_LIMIT - performance.now());
  return answer;
});

/** The verb of what `meta.snapshot` declares: mostly served as bytes before it comes to this (`hot-reads.ts`). */
export async function fromSnapshot({ ctx, path }: { ctx: CallContext; path: string }) {
  const answer = await ctx.snapshots.find(path)?.read();
  if (!answer) throw new Error(`${path} declares no snapshot.`);
  if (answer.age !== undefined) Object.assign(ctx.answerHeaders, snapshotHeaders(answer.age));
  const { version } = answer;
  const known = parsed.get(version) ?? JSON.parse(version.json);
  parsed.set(version, known);
  return known;
}
const parsed = new WeakMap<Version, unknown>();

/** The contract of a subscription: of each thing that it tells. */
export const each = <Schema extends v.GenericSchema>(schema: Schema) =>
  async function* (told: unknown): AsyncGenerator<v.InferOutput<Schema>> {
    for await (const one of told as AsyncIterable<unknown>) yield v.parse(schema, one);
  };

/** Whoever asks, without an account. What is public is a list, and a test walks it. */
export const visitor = t.procedure.use(received).use(seen).use(inTime).use(inRoom);

/** Whoever sends a token. */
const bearer = t.procedure.use(withToken).use(received).use(seen).use(inTime).use(inRoom);

/** Whoever asks for what everybody reads alike: it comes from memory, and the database is waited for there. */
export const everybody = t.procedure.use(inRoom);

/** Throws `request.unauthorized` when the token that was sent is of no live session of a member. */
async function asMember(ctx: RequestContext): Promise<Member> {
  const member = ctx.bearer && (await ctx.identify.member(ctx, ctx.bearer));
  if (!member) throw new AppError('request.unauthorized');
  return member;
}

/** A logged-in member whose call does not wait for the member's turn. The session is looked up at every call (D8). */
export const memberAtOnce = bearer.use(async ({ ctx, next }) =>
  next({ ctx: { member: await asMember(ctx) } }),
);

/** Calls of one member at a time. The pool has ten connections, which one member's slow reads must not take from the others. */
const takeTurn = createTurns({ running: 3, waiting: 100 });

/** A logged-in member. Their sessions take turns. A subscription gives its turn up when it begins. */
export const member = memberAtOnce.use(async ({ ctx, next, signal }) => {
  const turn = await takeTurn(ctx.member.id, ctx.bearer ?? '');
  try {
    // Nobody receives the response.
    if (ctx.isLate() || signal?.aborted) throw tooLate();
    // The session may have ended while the call waited.
    return await next({ ctx: { member: turn.hasWaited ? await asMember(ctx) : ctx.member } });
  } finally {
    turn.end();
  }
});

/** What an operation requires of the calling admin beyond a live session. */
export type AdminRules = {
  /** The password was entered in this session within {@link CONFIRMED_MS} (D8). */
  needsConfirmation?: boolean;
  /** Also for an admin who still has the password that was generated at the first start (D2). */
  allowsGeneratedPassword?: boolean;
};

/** How long a session may perform dangerous acts after its password was entered. */
export const CONFIRMED_MS = 10 * 60_000;

/** Whether the password was entered in this session within {@link CONFIRMED_MS}. */
export const isConfirmed = ({ confirmed_at }: AdminSession, now: Date): boolean =>
  now.getTime() - Date.parse(confirmed_at) < CONFIRMED_MS;

/**
 * The context of a calling admin. The session is read again on every call (D8). Throws `request.unauthorized`,
 * `admin.must_change_password` or `admin.confirm_password`.
 */
export async function asAdmin<Ctx extends RequestContext>(
  ctx: Ctx,
  { needsConfirmation = false, allowsGeneratedPassword = false }: AdminRules = {},
): Promise<Ctx & AdminContext> {
  const admin = ctx.bearer && (await ctx.identify.admin(ctx, ctx.bearer));
  if (!admin) throw new AppError('request.unauthorized');
  if (admin.must_change_password && !allowsGeneratedPassword)
    throw new AppError('admin.must_change_password');
  if (needsConfirmation && !isConfirmed(admin, ctx.now())) throw new AppError('admin.confirm_password');
  return { ...ctx, admin };
}

export const adminWith = (rules: AdminRules) =>
  bearer.use(async ({ ctx, next }) => next({ ctx: { admin: (await asAdmin(ctx, rules)).admin } }));

/** Whoever is logged in to the admin portal. */
export const admin = adminWith({});

/** An admin who entered the password in the last 10 minutes: for dangerous acts (D8). */
export const confirmedAdmin = adminWith({ needsConfirmation: true });
