import { type ApiResponse, type TestApp, testApp } from './app.ts';

type Call = { body?: unknown; headers?: Record<string, string> };

export type Operation = { rest: string; type: 'query' | 'mutation'; trpc: string };

export const TRANSPORTS = ['rest', 'trpc'] as const;
export type Transport = (typeof TRANSPORTS)[number];

export function callOver<Body>(
  app: TestApp,
  transport: Transport,
  operation: Operation,
  call: Call = {},
): Promise<ApiResponse<Body>> {
  return transport === 'rest'
    ? app.api<Body>(operation.rest, call)
    : app.trpc<Body>(operation.type, operation.trpc, call);
}

let callers = 0;

/** A new client address, so that rate limits by address start at zero. */
export function newCaller(): Record<string, string> {
  callers++;
  return { 'x-forwarded-for': `203.${callers & 255}.113.${callers >> 8}` };
}

export { type TestApp, testApp };
