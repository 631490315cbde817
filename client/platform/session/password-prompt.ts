import { useSyncExternalStore } from 'react';

/** Calls that are refused meanwhile wait for the same prompt. */
let prompt: { isConfirmed: Promise<boolean>; resolve: (isConfirmed: boolean) => void } | undefined;

const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Resolves to whether the refused call may be sent again: false if the admin cancels or no dialog is mounted. */
export function askForPassword(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  if (!prompt) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    prompt = { isConfirmed: promise, resolve };
    notifyListeners();
  }
  return prompt.isConfirmed;
}

export function closePasswordPrompt(isConfirmed: boolean): void {
  prompt?.resolve(isConfirmed);
  prompt = undefined;
  notifyListeners();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The component that uses this must show the dialog. */
export const useIsPasswordPromptOpen = (): boolean =>
  useSyncExternalStore(subscribe, () => prompt !== undefined);
