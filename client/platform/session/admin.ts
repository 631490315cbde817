import { useSyncExternalStore } from 'react';
import { read, remove, write } from './storage';

/** The token of the logged-in admin, from local storage. */
export const currentAdminToken = (): string | undefined => read('adminToken') ?? undefined;

const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Stores the token after a login. */
export function storeAdmin(token: string): void {
  endedByLogout = false;
  write('adminToken', token);
  notifyListeners();
}

/** Whether the last session was ended by a logout, not by expiry. */
let endedByLogout = false;
export const didAdminLogOut = (): boolean => endedByLogout;

/** Removes the token. `byHand` is true for a logout, false for an expired session. */
export function forgetAdmin({ byHand = false } = {}): void {
  endedByLogout = byHand;
  remove('adminToken');
  notifyListeners();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', notifyListeners);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', notifyListeners);
  };
}

/** The admin's token, or undefined. Updates on logins and logouts, also in other tabs. */
export const useAdminToken = (): string | undefined => useSyncExternalStore(subscribe, currentAdminToken);
