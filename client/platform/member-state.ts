import { useSyncExternalStore } from 'react';
import { type SessionUser, useSession } from './session';

/** What the server has said of whoever is logged in. */
type MemberState = {
  /** The last time it was asked it did not say that they are: until it does, nobody is shown. */
  isDoubted: boolean;
  unread: number;
};

const NOTHING: MemberState = { isDoubted: false, unread: 0 };
let state = NOTHING;
const listeners = new Set<() => void>();

export function tellMemberState(next: MemberState = NOTHING): void {
  if (next.isDoubted === state.isDoubted && next.unread === state.unread) return;
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Who the page shows as logged in, and how many messages they have not read; whoever is stored, until the server says otherwise. */
export function useMember(): { member: SessionUser | undefined; unread: number } {
  const session = useSession();
  const { isDoubted, unread } = useSyncExternalStore(
    subscribe,
    () => state,
    () => NOTHING,
  );
  return { member: isDoubted ? undefined : session?.user, unread };
}
