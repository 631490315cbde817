import { operationsOf } from '#src/platform/procedure/operations.ts';
import { appRouter } from '#src/router.ts';
import { detailOf, type ErrorCode, statusOf } from '#src/shared/errors.ts';
import type { ApiResponse, TestApp } from './app.ts';
import type { Transport } from './transports.ts';

export const OPERATIONS = operationsOf(appRouter);

type Caller = { headers?: Record<string, string> };

/** Over REST, fields named in the path go into the path and the others into the body, or into the query of a GET. */
export function call<Body>(
  app: Pick<TestApp, 'api' | 'trpc'>,
  transport: Transport,
  name: string,
  { headers = {} }: Caller = {},
  input?: Record<string, unknown>,
): Promise<ApiResponse<Body>> {
  const operation = OPERATIONS.find((candidate) => candidate.name === name);
  if (!operation) throw new Error(`No operation with a path is named ${name}.`);
  const { type, method, path } = operation;
  if (transport === 'trpc') {
    return app.trpc<Body>(type, name, { headers, ...(input && { body: input }) });
  }
  const body = { ...input };
  const urlPath = path.replace(/:(\w+)/g, (_, key: string) => {
    const value = body[key];
    delete body[key];
    return encodeURIComponent(String(value));
  });
  const query =
    method === 'GET' && Object.keys(body).length > 0
      ? `?${new URLSearchParams(body as Record<string, string>)}`
      : '';
  return app.api<Body>(`${method} ${urlPath}${query}`, {
    headers,
    ...(method !== 'GET' && input && { body }),
  });
}

export const outcomeOf = ({ status, body }: ApiResponse) => {
  const { code, detail, ...rest } = body as Record<string, unknown>;
  return Object.keys(rest).length === 0 ? [status, code, detail] : [status, body];
};

/** What {@link outcomeOf} returns for this error. */
export const error = (code: ErrorCode) => [statusOf(code), code, detailOf(code)];
