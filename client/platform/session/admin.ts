import { useSyncExternalStore } from 'react';
import { read, remove, write } from './storage';

/** The token of the admin who is logged in here, under the key of section 9. */
export const currentAdminToken = (): string | undefined => read('adminToken') ?? undefined;

const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/** Stores what the admin login answered. */
export function storeAdmin(token: string): void {
  isLeft = false;
  write('adminToken', token);
  changed();
}

/** Whether the last session here was ended by who had it, not by itself. */
let isLeft = false;
export const wasAdminLeft = (): boolean => isLeft;

/** Removes the token: by hand, or because the session has died. */
export function forgetAdmin({ byHand = false } = {}): void {
  isLeft = byHand;
  remove('adminToken');
  changed();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', changed);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', changed);
  };
}

/** The admin's token, or undefined; follows logins and logouts here and in other tabs. */
export const useAdminToken = (): string | undefined => useSyncExternalStore(subscribe, currentAdminToken);
