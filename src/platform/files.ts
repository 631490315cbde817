import { Elysia } from 'elysia';
import { answered, answeredWhileThere, CALL_LIMIT } from './answered';
import type { AdminContext, RequestContext } from './context';
import type { Reader } from './database';
import { type ReceivedFile, type ReceiveOptions, receiveFile } from './multipart';
import { type AdminRules, asAdmin } from './trpc';

/**
 * A call that takes or gives a file: not a procedure, for its body is read as a stream. It is guarded and described as
 * those are (D4), and every one of them is an admin's.
 */
export type FileOperation = {
  /** As a procedure's path, such as `admin.banners.upload`. */
  name: string;
  /** `POST /admin/banners/upload`, under `/api`. */
  rest: string;
  summary: string;
  /** Query parameters, by name, with what they do. */
  query?: Record<string, string>;
  /** The type of what is answered when it is no JSON. */
  gives?: string;
  /** The admin must have entered the password in the last 10 minutes when the call begins (D8). */
  needsConfirmation?: true;
  /** It may take minutes, so it has no deadline: it ends when the database stops answering. */
  isLong?: true;
} & (Giving | Taking);

/** A call without a body. */
type Giving = { takes?: never; answer: (ctx: AdminContext, request: Request) => Promise<Response> };

/** A call with a multipart body, whose field `file` is handed on and let go of when it is answered. */
type Taking = {
  /** What the file is, and what is told of one that is not there or too large. */
  takes: { what: string } & ReceiveOptions;
  answer: (ctx: AdminContext, request: Request, file: ReceivedFile) => Promise<Response>;
};

/** Seconds: as everybody else has them. */
export const IDLE_SECONDS = 10;

/** The calls as routes under `/api`, for admins alone. */
export function fileRoutes(
  operations: readonly FileOperation[],
  contextOf: (request: Request) => RequestContext,
  settle: (limit: number) => Promise<void>,
) {
  const app = new Elysia({ name: 'files' });
  for (const operation of operations) {
    const [method = '', path = ''] = operation.rest.split(' ');
    app.route(
      method,
      `/api${path}`,
      async ({ request, server }) => {
        let isDownload = false;
        const time = { left: CALL_LIMIT };
        try {
          const given = await answer(operation, contextOf(request), request, time, () => {
            // Bun ends what is silent for 10 s; a large file takes longer than that to be looked at.
            server?.timeout(request, 0);
          });
          isDownload = operation.gives !== undefined;
          if (operation.takes) await settle(time.left);
          return given;
        } finally {
          // What is told in a line is taken at once; whoever stays is ended as everybody is.
          if (!isDownload) server?.timeout(request, IDLE_SECONDS);
        }
      },
      { parse: 'none' },
    );
  }
  return app;
}

/** `time` is how long the call may still take, in milliseconds, without the time in which its file arrives. */
async function answer(
  operation: FileOperation,
  ctx: RequestContext,
  request: Request,
  time: { left: number },
  known: () => void,
): Promise<Response> {
  const inTime: typeof answered = async (database, work) => {
    const begun = performance.now();
    try {
      return await answered(database, work, time.left);
    } finally {
      time.left -= performance.now() - begun;
    }
  };
  /** The session is looked up each time: a file may take hours to arrive, and the session may have ended since (D8). */
  const identified = async (rules: AdminRules = {}): Promise<AdminContext> => {
    const { admin } = await inTime(ctx.database, (db) =>
      asAdmin({ ...ctx, database: { ...ctx.database, db } }, rules),
    );
    known();
    return { ...ctx, admin };
  };
  const within = operation.isLong ? answeredWhileThere : inTime;
  const asCaller = <Result>(caller: AdminContext, work: (caller: AdminContext) => Promise<Result>) =>
    within(ctx.database, (db: Reader) => work({ ...caller, database: { ...ctx.database, db } }));

  // Checked only when the call begins: a file may take longer than 10 minutes to arrive.
  const rules = { needsConfirmation: operation.needsConfirmation === true };
  const caller = await identified(rules);
  if (!operation.takes) {
    let isAwaited = true;
    const giving = asCaller(caller, async (caller) => {
      const given = await operation.answer(caller, request);
      // Who was told that the database is away does not come for it, and what it holds is to be let go of.
      if (!isAwaited) await given.body?.cancel();
      return given;
    });
    return giving.finally(() => {
      isAwaited = false;
    });
  }
  // While it comes, nobody asks anything of the database.
  const file = await receiveFile(ctx.config, request, operation.takes);
  let isUsed = false;
  const letGo = () => file[Symbol.asyncDispose]();
  try {
    return await asCaller(await identified(), (caller) => {
      isUsed = true;
      return operation.answer(caller, request, file).finally(letGo);
    });
  } finally {
    // Who is told that the database is away may leave somebody who still reads it.
    if (!isUsed) await letGo();
  }
}
