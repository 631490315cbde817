import { useSyncExternalStore } from 'react';
import { read, remove, write } from './storage.ts';

export type Session = { token: string; user: SessionUser };
type SessionUser = { id: string; full_name: string };

const listeners = new Set<() => void>();
let cached: { raw: string; session: Session | null } = { raw: '', session: null };

/** Null unless both token and user are stored in the format of the login. */
export function currentSession(): Session | null {
  const [token, user] = [read('marketplace_token'), read('marketplace_user')];
  const raw = `${token}\n${user}`;
  if (raw !== cached.raw) cached = { raw, session: token && user ? parse(token, user) : null };
  return cached.session;
}

function parse(token: string, text: string): Session | null {
  try {
    const user: unknown = JSON.parse(text);
    if (typeof user !== 'object' || !user || !('id' in user) || !('full_name' in user)) return null;
    return { token, user: { ...user, id: String(user.id), full_name: String(user.full_name) } };
  } catch {
    return null;
  }
}

let endedByLogout = false;
export const didMemberLogOut = (): boolean => endedByLogout;

/** The path on which the session expired. Its page may not have been loaded yet. */
let expiredPath: string | undefined;
export const sessionExpiredOn = (path: string): boolean => path === expiredPath;

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

export function storeSession(token: string, user: SessionUser): void {
  write('marketplace_token', token);
  write('marketplace_user', JSON.stringify(user));
  endedByLogout = false;
  expiredPath = undefined;
  notifyListeners();
}

/** Returns false and stores nothing if that user is no longer logged in. */
export function storeUser(user: SessionUser): boolean {
  const session = currentSession();
  if (session?.user.id !== user.id) return false;
  storeSession(session.token, user);
  return true;
}

/** `isLogout` is false for an expired session. */
export function forgetSession({ isLogout = false } = {}): void {
  remove('marketplace_token');
  remove('marketplace_user');
  endedByLogout = isLogout;
  expiredPath = isLogout ? undefined : window.location.pathname;
  notifyListeners();
}

/** Also called for logins and logouts in other tabs. Returns a function that unsubscribes. */
function onSessionChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', notifyListeners);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', notifyListeners);
  };
}

/** Null on the server: pages are always rendered logged out. */
export const useSession = (): Session | null =>
  useSyncExternalStore(onSessionChange, currentSession, () => null);
