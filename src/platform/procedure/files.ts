import { Elysia } from 'elysia';
import type { GenericSchema, ObjectEntries } from 'valibot';
import type { AdminContext, RequestContext } from '#src/platform/context.ts';
import { adminActor, withActor } from '#src/platform/database/actor.ts';
import type { Reader } from '#src/platform/database.ts';
import { type ReceivedFile, type ReceiveOptions, receiveFile } from '#src/platform/http/multipart.ts';
import { CALL_DEADLINE_MS, withCallDeadline, withLivenessCheck } from '#src/platform/limits/call-deadline.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { type AdminRules, asAdmin } from './admin-access.ts';

/**
 * An operation that uploads or downloads a file. It is not a tRPC procedure, because its body is streamed. It has the
 * same access checks and API documentation. All of these operations are for admins.
 */
export type FileOperation = {
  name: string;
  /** The method and path under `/api`, such as `POST /admin/banners/upload`. */
  rest: string;
  summary: string;
  /** In Markdown. */
  description: string;
  /** Errors that the call throws. The description adds those of the token, the upload and the transport. */
  errors?: readonly ErrorCode[];
  query?: ObjectEntries;
  output?: GenericSchema;
  responseType?: string;
  example?: unknown;
  /** Whether the admin must have entered the password in the last 10 minutes before the call starts. */
  needsConfirmation?: true;
  /** The call may take minutes. It has no deadline, but fails when the database stops responding. */
  mayTakeMinutes?: true;
} & (Download | Upload);

type Download = { accepts?: never; handle: (ctx: AdminContext, request: Request) => Promise<Response> };

/** An operation with a multipart body. Its field `file` is a temporary file that is removed after the call. */
type Upload = {
  accepts: { fileDescription: string } & ReceiveOptions;
  handle: (ctx: AdminContext, request: Request, file: ReceivedFile) => Promise<Response>;
};

/** How long the server waits for data of a request. */
export const IDLE_TIMEOUT_SECONDS = 10;

export function fileRoutes(
  operations: readonly FileOperation[],
  contextOf: (request: Request) => RequestContext,
  waitForFresh: (limitMs: number) => Promise<void>,
) {
  const app = new Elysia({ name: 'files' });
  for (const operation of operations) {
    const [method = '', path = ''] = operation.rest.split(' ');
    app.route(
      method,
      `/api${path}`,
      async ({ request, server }) => {
        let isDownload = false;
        const timeLeft = { ms: CALL_DEADLINE_MS };
        try {
          const response = await runOperation(operation, contextOf(request), request, timeLeft, () => {
            // Disable the idle timeout of 10 s: processing a large file takes longer.
            server?.timeout(request, 0);
          });
          isDownload = operation.responseType !== undefined;
          if (operation.accepts) await waitForFresh(timeLeft.ms);
          return response;
        } finally {
          // JSON responses are short, so the idle timeout applies again.
          if (!isDownload) server?.timeout(request, IDLE_TIMEOUT_SECONDS);
        }
      },
      { parse: 'none' },
    );
  }
  return app;
}

/**
 * The time in which the file arrives does not count against `timeLeft`. `onIdentified` is called each time the admin
 * has been authenticated.
 */
async function runOperation(
  operation: FileOperation,
  ctx: RequestContext,
  request: Request,
  timeLeft: { ms: number },
  onIdentified: () => void,
): Promise<Response> {
  const withinTimeLeft: typeof withCallDeadline = async (database, work) => {
    const start = performance.now();
    try {
      return await withCallDeadline(database, work, timeLeft.ms);
    } finally {
      timeLeft.ms -= performance.now() - start;
    }
  };
  /** Looks the session up each time: a file may take hours to arrive, and the session may end meanwhile. */
  const authenticate = async (rules: AdminRules = {}): Promise<AdminContext> => {
    const { admin } = await withinTimeLeft(ctx.database, (db) =>
      asAdmin({ ...ctx, database: { ...ctx.database, db } }, rules),
    );
    onIdentified();
    return { ...ctx, admin };
  };
  const withTimeLimit = operation.mayTakeMinutes ? withLivenessCheck : withinTimeLeft;
  const runAs = <Result>(caller: AdminContext, work: (caller: AdminContext) => Promise<Result>) =>
    withTimeLimit(ctx.database, (db: Reader) =>
      work({ ...caller, database: { ...ctx.database, db: withActor(db, adminActor(caller.admin)) } }),
    );

  // The confirmation is only checked when the call starts: a file may take longer than 10 minutes to arrive.
  const rules = { needsConfirmation: operation.needsConfirmation === true };
  const caller = await authenticate(rules);
  if (!operation.accepts) {
    let isAwaited = true;
    const responding = runAs(caller, async (limitedCaller) => {
      const response = await operation.handle(limitedCaller, request);
      // The caller already got an error. Cancel the body, so that its resources are released.
      if (!isAwaited) await response.body?.cancel();
      return response;
    });
    return responding.finally(() => {
      isAwaited = false;
    });
  }
  const file = await receiveFile(ctx.config, request, operation.accepts);
  let isHandedOver = false;
  const discard = () => file[Symbol.asyncDispose]();
  try {
    return await runAs(await authenticate(), (limitedCaller) => {
      isHandedOver = true;
      return operation.handle(limitedCaller, request, file).finally(discard);
    });
  } finally {
    // If the call failed early, the operation may still be reading the file. It then removes the file itself.
    if (!isHandedOver) await discard();
  }
}
