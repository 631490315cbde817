/** A call that has no answer after so long has failed, as one that could not be sent. */
export const ANSWER_TIME = 15_000;

const asked = new Map<string, Promise<Response>>();

/** Asks for what everybody reads, before the code that needs it is here; what nobody takes in time is forgotten. */
export function askAhead(path: string): void {
  const answer = fetch(path, { signal: AbortSignal.timeout(ANSWER_TIME) });
  // Whoever takes it is told.
  answer.catch(() => {});
  asked.set(path, answer);
  setTimeout(takeAhead, ANSWER_TIME, path);
}

/** What was asked for ahead, once. */
export function takeAhead(path: string): Promise<Response> | undefined {
  const answer = asked.get(path);
  asked.delete(path);
  return answer;
}
