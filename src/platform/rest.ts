import { type AnyTRPCRouter, callTRPCProcedure } from '@trpc/server';
import { Elysia } from 'elysia';
import { AppError } from '../shared/errors';
import { readJsonBody, readJsonObject } from './body';
import type { CallContext } from './context';
import type { Deliver } from './deliver';
import { type Operation, operationsOf } from './operations';
import type { HotReads } from './snapshot/hot-reads';

type Needs = { contextOf: (request: Request) => CallContext; hot: HotReads; deliver: Deliver };

/**
 * Every procedure with a path as a route under `/api`; the input is path over query over body (D4), without the query
 * where the procedure is `bodyOnly`.
 */
export function rest(router: AnyTRPCRouter, { contextOf, hot, deliver }: Needs) {
  const app = new Elysia({ name: 'rest' });
  for (const operation of operationsOf(router)) {
    app.route(
      operation.method,
      `/api${operation.path}`,
      async ({ request, params, query }) => {
        const ready = hot.answer(request, `/api${operation.path}`);
        if (ready) return ready;
        const ctx = contextOf(request);
        let input: Promise<unknown> | undefined;
        // Read but not used: a response sent before its request has ended would leave the connection open.
        if (!operation.input && request.method !== 'GET') await readJsonBody(request, ctx.address);
        const answer = await callTRPCProcedure({
          router,
          path: operation.name,
          type: operation.type,
          ctx,
          // Read when the procedure asks for it: a limit counts what cannot be read too (D23).
          getRawInput: () => (input ??= inputOf(operation, ctx.address, request, query, params)),
          signal: request.signal,
          batchIndex: 0,
        });
        const headers = { 'cache-control': 'no-store', ...ctx.answerHeaders };
        return deliver(request, Response.json(answer, { headers }));
      },
      { parse: 'none' },
    );
  }
  return app;
}

async function inputOf(
  operation: Operation,
  address: string,
  request: Request,
  query: object,
  params: object,
): Promise<unknown> {
  if (!operation.input) return undefined;
  if (operation.secret !== undefined && operation.secret in query)
    throw new AppError('request.secret_in_query');
  const body = request.method === 'GET' ? {} : await readJsonObject(request, address);
  return { ...body, ...(operation.bodyOnly ? {} : query), ...params };
}
