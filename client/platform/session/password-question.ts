import { useSyncExternalStore } from 'react';

/** The open question for the admin's password. Calls that are refused meanwhile wait for the same answer. */
let question: { answered: Promise<boolean>; answer: (isConfirmed: boolean) => void } | undefined;

const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/**
 * Opens the password dialog, for a call that the server refused with `admin.confirm_password`. Resolves to whether the call
 * may be sent again: false when the admin cancels, or when no dialog is mounted.
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

/** Whether the password is being asked for. The component that uses this must show the dialog. */
export const useIsPasswordAsked = (): boolean =>
  useSyncExternalStore(subscribe, () => question !== undefined);
