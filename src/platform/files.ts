import { Elysia } from 'elysia';
import type { AdminContext, RequestContext } from './context';
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
  /** What the field `file` of a multipart body is; without it the call has no body. */
  takes?: string;
  /** The type of what is answered when it is no JSON. */
  gives?: string;
  answer: (ctx: AdminContext, request: Request) => Promise<Response>;
};

/** The calls as routes under `/api`, for admins alone. */
export function fileRoutes(
  operations: readonly FileOperation[],
  contextOf: (request: Request) => RequestContext,
) {
  const app = new Elysia({ name: 'files' });
  for (const { rest, answer } of operations) {
    const [method = '', path = ''] = rest.split(' ');
    app.route(
      method,
      `/api${path}`,
      async ({ request, server }) => {
        // Bun ends what is silent for 10 s; a large file takes longer than that to be looked at.
        server?.timeout(request, 0);
        return answer(await asAdmin(contextOf(request)), request);
      },
      { parse: 'none' },
    );
  }
  return app;
}
