import type { TestApp } from '#tests/support/app.ts';
import { OPERATIONS } from '#tests/support/call.ts';
import type { Guess } from './count.ts';
import type { Disguise } from './disguises.ts';

export type Target = {
  name: string;
  input: (turn: number) => Record<string, unknown>;
  headers?: Record<string, string>;
};
export type SentGuess = Guess & { status: number; input: Record<string, unknown> };

/** The most operations that the product accepts in a batch. */
const MAX_BATCH_SIZE = 10;
const CONCURRENCY = 6;
const randomBelow = (choices: number) => Math.floor(Math.random() * choices);

/** Batches of several guesses are refused, as repetitions or as too large. Their guesses do not count as evaluated. */
export async function guess(
  apps: readonly TestApp[],
  target: Target,
  disguise: Disguise,
  count: number,
): Promise<SentGuess[]> {
  const guesses: SentGuess[] = [];
  let turn = 0;
  const sendNext = async () => {
    const choice = randomBelow(60);
    const size = Math.min(choice < 1 ? MAX_BATCH_SIZE : choice < 2 ? MAX_BATCH_SIZE + 1 : 1, count - turn);
    const transport = choice >= 40 ? 'rest' : choice < 25 ? 'batch' : 'trpc';
    const inputs = Array.from({ length: size }, () => target.input(turn++));
    const { limitKey, forwardedFor } = disguise();
    const app = apps[randomBelow(apps.length)] as TestApp;
    const startedAt = performance.now();
    const statuses = await send(app.url, target, inputs, transport, forwardedFor);
    const endedAt = performance.now();
    for (const [index, input] of inputs.entries()) {
      const status = statuses[index] ?? 400;
      // A 503 means that the guess was not evaluated.
      const isEvaluated = statuses.length > 0 && status !== 429 && status !== 503;
      guesses.push({ limitKey, input, status, isEvaluated, startedAt, endedAt });
    }
  };
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (turn < count) await sendNext();
    }),
  );
  return guesses;
}

/** Returns nothing if the whole batch was refused. */
async function send(
  url: string,
  { name, headers }: Target,
  inputs: Record<string, unknown>[],
  transport: 'rest' | 'trpc' | 'batch',
  forwardedFor: string,
): Promise<number[]> {
  const init = (body: unknown, method = 'POST') => ({
    method,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor, ...headers },
    body: JSON.stringify(body),
  });
  const [input = {}] = inputs;
  if (transport === 'rest') {
    const { method = '', path = '' } = OPERATIONS.find((one) => one.name === name) ?? {};
    const filledPath = path.replace(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent(String(input[key] || 'x')),
    );
    const response = await fetch(`${url}/api${filledPath}`, init(input, method));
    await response.arrayBuffer();
    return [response.status];
  }
  if (transport === 'trpc') {
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
