import { useSyncExternalStore } from 'react';

/** The open question for the admin's password; calls that are refused meanwhile share it. */
let question: { answered: Promise<boolean>; answer: (isConfirmed: boolean) => void } | undefined;

const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/**
 * Has the portal ask for the password, for a call that the server refused with `admin.confirm_password`. Resolves to whether
 * the call may be sent again; false when the admin cancels, or when no page of the portal is open to ask.
 */
export function askForPassword(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  if (!question) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    question = { answered: promise, answer: resolve };
    changed();
  }
  return question.answered;
}

/** Closes the question, if one is open. */
export function answerPasswordQuestion(isConfirmed: boolean): void {
  question?.answer(isConfirmed);
  question = undefined;
  changed();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the password is being asked for. Whoever uses this shows the question. */
export const useIsPasswordAsked = (): boolean =>
  useSyncExternalStore(subscribe, () => question !== undefined);
