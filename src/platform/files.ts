import { Elysia } from 'elysia';
import { AppError } from '../shared/errors';
import { answered } from './answered';
import type { AdminContext, RequestContext } from './context';
import { refusal } from './linger';
import { type ReceivedFile, type ReceiveOptions, receiveFile } from './multipart';
import { asAdmin } from './trpc';

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
} & (Giving | Taking);

/** A call without a body. */
type Giving = { takes?: never; answer: (ctx: AdminContext, request: Request) => Promise<Response> };

/** A call with a multipart body, whose field `file` is handed on and let go of when it is answered. */
type Taking = {
  /** What the file is, and what is told of one that is not there or too large. */
  takes: { what: string } & ReceiveOptions;
  answer: (ctx: AdminContext, request: Request, file: ReceivedFile) => Promise<Response>;
};

/** The calls as routes under `/api`, for admins alone. */
export function fileRoutes(
  operations: readonly FileOperation[],
  contextOf: (request: Request) => RequestContext,
) {
  const app = new Elysia({ name: 'files' });
  for (const operation of operations) {
    const [method = '', path = ''] = operation.rest.split(' ');
    app.route(
      method,
      `/api${path}`,
      async ({ request, server }) => {
        // Bun ends what is silent for 10 s; a large file takes longer than that to be looked at.
        server?.timeout(request, 0);
        try {
          const ctx = contextOf(request);
          return await answered(
            ctx.database,
            (db) => answer(operation, { ...ctx, database: { ...ctx.database, db } }, request),
            { limit: Number.POSITIVE_INFINITY },
          );
        } catch (error) {
          if (error instanceof AppError && error.code !== 'server.failed') return refusal(request, error);
          throw error;
        }
      },
      { parse: 'none' },
    );
  }
  return app;
}

async function answer(operation: FileOperation, ctx: RequestContext, request: Request): Promise<Response> {
  const caller = await asAdmin(ctx);
  if (!operation.takes) return operation.answer(caller, request);
  const file = await receiveFile(ctx.config, request, operation.takes);
  try {
    // Anew, for a file may take hours to come: whose session ended meanwhile changes nothing any more (D8).
    return await operation.answer(await asAdmin(ctx), request, file);
  } finally {
    await file[Symbol.asyncDispose]();
  }
}
