/** A call that has no answer after so long has failed, as one that could not be sent. */
export const ANSWER_TIME = 15_000;

type Asked = { answer: Promise<Response>; at: number };
const asked = new Map<string, Asked>();

/** Asks for what everybody reads, before the code that needs it is here. */
export function askAhead(path: string): void {
  const answer = fetch(path, { signal: AbortSignal.timeout(ANSWER_TIME) });
  // Whoever takes it is told.
  answer.catch(() => {});
  asked.set(path, { answer, at: performance.now() });
}

/** What was asked for ahead, once; undefined when that is long ago. */
export function takeAhead(path: string): Promise<Response> | undefined {
  const found = asked.get(path);
  asked.delete(path);
  return found && performance.now() - found.at < ANSWER_TIME ? found.answer : undefined;
}
