import { OPERATIONS } from '../../support/call';
import type { Ledger, Outcome, Write } from './ledger';

/** Milliseconds that a client rests when it was refused or cut off. */
const REST = 30;
/** Longer than any call may take. */
const PATIENCE = 20_000;

export type Asked = {
  who?: Record<string, string>;
  input?: Record<string, unknown>;
  parts: Write['parts'];
};

/** What is told of a call that was sent; undefined when there was nobody to speak to. */
export type Told = { outcome: Outcome; body: Record<string, unknown>; write: Write };

/** Sends writes through either door by turns, and notes in the ledger what becomes of each. */
export function caller(url: () => string, ledger: Ledger) {
  let turn = 0;
  return async (name: string, { who, input, parts }: Asked): Promise<Told | undefined> => {
    const turnNow = turn++;
    const door = turnNow % 2 === 0 ? 'rest' : 'trpc';
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': addressOf(turnNow), ...who };
    const { path, ...init } = requestOf(name, door, input);
    const note = (outcome: Outcome, answer: string) => {
      const write: Write = { kind: name, door, outcome, answer, parts };
      ledger.writes.push(write);
      return write;
    };
    try {
      // Never sent again unseen, as a client does on a connection that it keeps.
      const response = await fetch(url() + path, {
        ...init,
        headers,
        keepalive: false,
        signal: AbortSignal.timeout(PATIENCE),
      });
      const text = await response.text();
      const { result, ...plain } = JSON.parse(text) as Record<string, unknown> & {
        result?: { data: Record<string, unknown> };
      };
      const code = /"code":"([^"]+)"/.exec(text)?.[1] ?? '';
      // The product says itself that it does not know.
      const failed = code === 'server.uncertain' ? 'unknown' : 'failed';
      const outcome = response.status === 200 ? 'ok' : failed;
      const write = note(outcome, `${response.status} ${code}`.trim());
      if (outcome !== 'ok') await Bun.sleep(REST);
      return { outcome, body: result?.data ?? plain, write };
    } catch (error) {
      const { code } = error as { code?: string };
      await Bun.sleep(REST);
      if (code === 'ConnectionRefused' || code === 'ECONNREFUSED') {
        ledger.unsent++;
        return undefined;
      }
      return { outcome: 'unknown', body: {}, write: note('unknown', `nothing (${code ?? error})`) };
    }
  };
}

export type Ask = ReturnType<typeof caller>;

/** Every call comes from an address of its own, so that no limit ends the load (D23). */
const addressOf = (turn: number) => `10.${turn & 255}.${(turn >> 8) & 255}.${(turn >> 16) & 255}`;

function requestOf(name: string, door: 'rest' | 'trpc', input: Record<string, unknown> = {}) {
  const operation = OPERATIONS.find((one) => one.name === name);
  if (!operation) throw new Error(`No operation is named ${name}.`);
  if (door === 'trpc') return { path: `/trpc/${name}`, method: 'POST', body: JSON.stringify(input) };
  const body = { ...input };
  const path = operation.path.replace(/:(\w+)/g, (_, key: string) => {
    const value = body[key];
    delete body[key];
    return encodeURIComponent(String(value));
  });
  return { path: `/api${path}`, method: operation.method, body: JSON.stringify(body) };
}
