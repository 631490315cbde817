import { type Answer, type TestApp, testApp } from './app';

type Call = { body?: unknown; headers?: Record<string, string> };

/** One operation over both transports: `/api` and `/trpc`. */
export type Operation = { rest: string; type: 'query' | 'mutation'; trpc: string };

export const DOORS = ['rest', 'trpc'] as const;
export type Door = (typeof DOORS)[number];

/** Calls the operation over this transport. Both return the same body. */
export function through<Body>(
  app: TestApp,
  door: Door,
  operation: Operation,
  call: Call = {},
): Promise<Answer<Body>> {
  return door === 'rest'
    ? app.api<Body>(operation.rest, call)
    : app.trpc<Body>(operation.type, operation.trpc, call);
}

let callers = 0;

/** Headers with a new client address, so that rate limits by address start at zero. */
export function newCaller(): Record<string, string> {
  callers++;
  return { 'x-forwarded-for': `203.${callers & 255}.113.${callers >> 8}` };
}

export { type TestApp, testApp };
