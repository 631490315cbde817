import { useSyncExternalStore } from 'react';

const KEY = 'organiser_token';

/**
 * Only in this tab, and gone once it is closed. Undefined if the browser forbids storage: the link must be opened
 * again.
 */
let token: string | undefined;
const listeners = new Set<() => void>();

function read(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

export const currentOrganiserToken = (): string | undefined => (token ??= read());

export function storeOrganiserToken(value: string | undefined): void {
  token = value;
  try {
    if (value) sessionStorage.setItem(KEY, value);
    else sessionStorage.removeItem(KEY);
  } catch {}
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useOrganiserToken = (): string | undefined =>
  useSyncExternalStore(subscribe, currentOrganiserToken, () => undefined);
