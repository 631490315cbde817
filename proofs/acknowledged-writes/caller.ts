import { OPERATIONS } from '#tests/support/call.ts';
import type { Ledger, Outcome, Write } from './ledger.ts';

const PAUSE_MS = 30;
const TIMEOUT_MS = 20_000;

export type CallOptions = {
  callerHeaders?: Record<string, string>;
  input?: Record<string, unknown>;
  /** Looks up which parts of the write (row, audit entry, mail) are stored. */
  checkStored: Write['checkStored'];
};

export type CallResult = { outcome: Outcome; body: Record<string, unknown>; write: Write };

/** Alternates between REST and tRPC. Returns undefined if the connection was refused. */
export function makeCaller(url: () => string, ledger: Ledger) {
  let calls = 0;
  return async (
    name: string,
    { callerHeaders, input, checkStored }: CallOptions,
  ): Promise<CallResult | undefined> => {
    const callNumber = calls++;
    const transport = callNumber % 2 === 0 ? 'rest' : 'trpc';
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': addressOf(callNumber),
      ...callerHeaders,
    };
    const { path, ...init } = requestOf(name, transport, input);
    const record = (outcome: Outcome, response: string) => {
      const write: Write = { kind: name, transport, outcome, response, checkStored };
      ledger.writes.push(write);
      return write;
    };
    try {
      // Without keep-alive, `fetch` never retries a request on its own.
      const response = await fetch(url() + path, {
        ...init,
        headers,
        keepalive: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      const { result, ...restBody } = JSON.parse(text) as Record<string, unknown> & {
        result?: { data: Record<string, unknown> };
      };
      const code = /"code":"([^"]+)"/.exec(text)?.[1] ?? '';
      // `server.uncertain` means that the product does not know the outcome either.
      const failedOutcome = code === 'server.uncertain' ? 'unknown' : 'failed';
      const outcome = response.status === 200 ? 'ok' : failedOutcome;
      const write = record(outcome, `${response.status} ${code}`.trim());
      if (outcome !== 'ok') await Bun.sleep(PAUSE_MS);
      return { outcome, body: result?.data ?? restBody, write };
    } catch (error) {
      const { code } = error as { code?: string };
      await Bun.sleep(PAUSE_MS);
      if (code === 'ConnectionRefused' || code === 'ECONNREFUSED') {
        ledger.unsent++;
        return undefined;
      }
      return { outcome: 'unknown', body: {}, write: record('unknown', `no response (${code ?? error})`) };
    }
  };
}

export type Call = ReturnType<typeof makeCaller>;

/** Each call has a client address of its own, so that no rate limit stops the load. */
const addressOf = (call: number) => `10.${call & 255}.${(call >> 8) & 255}.${(call >> 16) & 255}`;

function requestOf(name: string, transport: 'rest' | 'trpc', input: Record<string, unknown> = {}) {
  const operation = OPERATIONS.find((one) => one.name === name);
  if (!operation) throw new Error(`No operation is named ${name}.`);
  if (transport === 'trpc') return { path: `/trpc/${name}`, method: 'POST', body: JSON.stringify(input) };
  const body = { ...input };
  const path = operation.path.replace(/:(\w+)/g, (_, key: string) => {
    const value = body[key];
    delete body[key];
    return encodeURIComponent(String(value));
  });
  return { path: `/api${path}`, method: operation.method, body: JSON.stringify(body) };
}
