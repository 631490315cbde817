import { type AnyTRPCRouter, callTRPCProcedure } from '@trpc/server';
import { Elysia } from 'elysia';
import type { CallContext } from '#src/platform/context.ts';
import { readBody, readJsonBody, readJsonObject } from '#src/platform/http/body.ts';
import type { Deliver } from '#src/platform/http/deliver.ts';
import { type Operation, operationsOf } from '#src/platform/procedure/operations.ts';
import type { CachedReads } from '#src/platform/snapshot/cached-reads.ts';
import { AppError } from '#src/shared/errors.ts';

type Dependencies = { contextOf: (request: Request) => CallContext; cached: CachedReads; deliver: Deliver };

/**
 * One route under `/api` per procedure with a path. Input from the path overrides the query, which overrides the body.
 * The query is ignored if the procedure is `bodyOnly`.
 */
export function rest(router: AnyTRPCRouter, { contextOf, cached, deliver }: Dependencies) {
  const app = new Elysia({ name: 'rest' });
  for (const operation of operationsOf(router)) {
    const path = `/api${operation.path}`;
    const respond = async (
      request: Request,
      readInput: (address: string) => Promise<unknown>,
    ): Promise<Response> => {
      const ctx = contextOf(request);
      let input: Promise<unknown> | undefined;
      // Read the unused body: a response sent before the end of the request would leave the connection open.
      if (!operation.input && request.method !== 'GET') await readJsonBody(request, ctx.ipAddress);
      const result = await callTRPCProcedure({
        router,
        path: operation.name,
        type: operation.type,
        ctx,
        // Read on demand, so that rate limits also count calls whose body cannot be read.
        getRawInput: () => (input ??= readInput(ctx.ipAddress)),
        signal: request.signal,
        batchIndex: 0,
      });
      const headers = { 'cache-control': 'no-store', ...ctx.responseHeaders };
      return deliver(request, Response.json(result, { headers }));
    };
    app.route(
      operation.method,
      path,
      ({ request, params, query }) =>
        cached.respond(request, path) ??
        respond(request, (address) => inputOf(operation, address, request, query, params)),
      { parse: 'none' },
    );
    if (operation.oneClickPath)
      app.post(
        operation.oneClickPath,
        ({ request, params }) =>
          respond(request, async (address) => {
            await readBody(request, address);
            return params;
          }),
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
  if (operation.secretField !== undefined && operation.secretField in query)
    throw new AppError('request.secret_in_query');
  const body = request.method === 'GET' ? {} : await readJsonObject(request, address);
  return { ...body, ...(operation.bodyOnly ? {} : query), ...params };
}
