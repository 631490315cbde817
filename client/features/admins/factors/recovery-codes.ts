import { useSyncExternalStore } from 'react';

/**
 * The codes that must be shown now. At module level, because the page below the dialog changes: it opens the portal as
 * soon as the first factor is added.
 */
let codes: readonly string[] = [];

const listeners = new Set<() => void>();

/** Shows nothing if the list is empty: earlier codes are still valid. */
export function showRecoveryCodes(newCodes: readonly string[]): void {
  codes = newCodes;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useRecoveryCodes = (): readonly string[] => useSyncExternalStore(subscribe, () => codes);
