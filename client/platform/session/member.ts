import { useSyncExternalStore } from 'react';
import { read, remove, write } from './storage';

/** Who is logged in at the marketplace, as login stored it (section 4). */
export type Session = { token: string; user: SessionUser };
export type SessionUser = { id: string; full_name: string };

const listeners = new Set<() => void>();
let known: { raw: string; session: Session | null } = { raw: '', session: null };

/** Both the token and the user must stand in the storage; what is not as login wrote it counts as nothing. */
export function currentSession(): Session | null {
  const [token, user] = [read('marketplace_token'), read('marketplace_user')];
  const raw = `${token}\n${user}`;
  if (raw !== known.raw) known = { raw, session: token && user ? parse(token, user) : null };
  return known.session;
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

/** Whether the last session here was ended by who had it, not by itself. */
let isLeft = false;
export const wasLeft = (): boolean => isLeft;

/** The path at which the last session here died by itself, perhaps before the page of that path had come. */
let diedAt: string | undefined;
export const diedOn = (path: string): boolean => path === diedAt;

function changed(): void {
  for (const listener of listeners) listener();
}

/** Stores what login answered. */
export function storeSession(token: string, user: SessionUser): void {
  write('marketplace_token', token);
  write('marketplace_user', JSON.stringify(user));
  isLeft = false;
  diedAt = undefined;
  changed();
}

/**
 * The user as the server now has them, under the token that is stored; whether they are the one who is logged in. Of
 * somebody who was, and whose answer comes late, nothing is stored.
 */
export function storeUser(user: SessionUser): boolean {
  const session = currentSession();
  if (session?.user.id !== user.id) return false;
  storeSession(session.token, user);
  return true;
}

/** Removes token and user: from here on the visitor is logged out, by hand or because the session has died. */
export function forgetSession({ byHand = false } = {}): void {
  remove('marketplace_token');
  remove('marketplace_user');
  isLeft = byHand;
  diedAt = byHand ? undefined : window.location.pathname;
  changed();
}

/** Calls `listener` when somebody logs in or out here or in another tab; answers how to stop. */
export function onSessionChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', changed);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', changed);
  };
}

/** Who is logged in, or null: what the server renders is nobody's. */
export const useSession = (): Session | null =>
  useSyncExternalStore(onSessionChange, currentSession, () => null);
