import { useSyncExternalStore } from 'react';
import { read, remove, write } from './storage.ts';

export const currentAdminToken = (): string | undefined => read('adminToken') ?? undefined;

const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

export function storeAdmin(token: string): void {
  endedByLogout = false;
  write('adminToken', token);
  notifyListeners();
}

let endedByLogout = false;
export const didAdminLogOut = (): boolean => endedByLogout;

/** `isLogout` is false for an expired session. */
export function forgetAdmin({ isLogout = false } = {}): void {
  endedByLogout = isLogout;
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

/** Updates on logins and logouts, also in other tabs. */
export const useAdminToken = (): string | undefined => useSyncExternalStore(subscribe, currentAdminToken);
