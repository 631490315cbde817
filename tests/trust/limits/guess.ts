import type { TestApp } from '../../support/app';
import { OPERATIONS } from '../../support/call';
import type { Guess } from './count';
import type { Disguise } from './disguises';

export type Target = {
  name: string;
  input: (turn: number) => Record<string, unknown>;
  headers?: Record<string, string>;
};
export type Evaluated = Guess & { status: number; input: Record<string, unknown> };

const BATCH = 10;
const AT_ONCE = 6;
const any = (choices: number) => Math.floor(Math.random() * choices);

/** Refused batches repeat the operation or are too large. Their guesses do not count as evaluated. */
export async function guess(
  apps: readonly TestApp[],
  target: Target,
  disguise: Disguise,
  count: number,
): Promise<Evaluated[]> {
  const guesses: Evaluated[] = [];
  let turn = 0;
  const next = async () => {
    const way = any(60);
    const size = Math.min(way < 1 ? BATCH : way < 2 ? BATCH + 1 : 1, count - turn);
    const how = way >= 40 ? 'rest' : way < 25 ? 'batch' : 'trpc';
    const inputs = Array.from({ length: size }, () => target.input(turn++));
    const { key, forwardedFor } = disguise();
    const app = apps[any(apps.length)] as TestApp;
    const begun = performance.now();
    const statuses = await send(app.url, target, inputs, how, forwardedFor);
    const ended = performance.now();
    for (const [at, input] of inputs.entries()) {
      const status = statuses[at] ?? 400;
      // A 503 means that the guess was not evaluated.
      const isEvaluated = statuses.length > 0 && status !== 429 && status !== 503;
      guesses.push({ key, input, status, isEvaluated, begun, ended });
    }
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (turn < count) await next();
    }),
  );
  return guesses;
}

/** Returns nothing if the whole batch was refused. */
async function send(
  url: string,
  { name, headers }: Target,
  inputs: Record<string, unknown>[],
  how: 'rest' | 'trpc' | 'batch',
  forwardedFor: string,
): Promise<number[]> {
  const init = (body: unknown, method = 'POST') => ({
    method,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor, ...headers },
    body: JSON.stringify(body),
  });
  const [input = {}] = inputs;
  if (how === 'rest') {
    const { method = '', path = '' } = OPERATIONS.find((one) => one.name === name) ?? {};
    const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(input[key] || 'x')));
    const response = await fetch(`${url}/api${filled}`, init(input, method));
    await response.arrayBuffer();
    return [response.status];
  }
  if (how === 'trpc') {
    const response = await fetch(`${url}/trpc/${name}`, init(input));
    await response.arrayBuffer();
    return [response.status];
  }
  const names = inputs.map(() => name).join(',');
  const response = await fetch(`${url}/trpc/${names}?batch=1`, init(Object.fromEntries(inputs.entries())));
  const results = (await response.json()) as { error?: { data: { httpStatus: number } } }[];
  return Array.isArray(results) && results.length === inputs.length
    ? results.map(({ error }) => error?.data.httpStatus ?? 200)
    : [];
}
