import { useSyncExternalStore } from 'react';

type Kind = 'success' | 'warning' | 'error';
type Toast = { id: number; kind: Kind; text: string; duration: number | undefined };
type Teller = (kind: Kind, text: string, duration?: number) => void;

let teller: Teller | undefined;
let waiting: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function wait(toasts: readonly Toast[]): void {
  waiting = toasts;
  for (const listener of listeners) listener();
}

/** Shows a toast of section 9; until the toaster is there it waits. */
function show(kind: Kind, text: string, duration?: number): void {
  if (teller) teller(kind, text, duration);
  else wait([...waiting, { id: ++last, kind, text, duration }]);
}

export const toast = {
  /** `duration` in milliseconds, where the spec gives one. */
  success: (text: string, duration?: number) => show('success', text, duration),
  /** It was done, but not all of it. */
  warning: (text: string) => show('warning', text),
  error: (text: string) => show('error', text),
};

/** The toaster is on the page: it is given what waited, and all that comes, until it goes. */
export function connectToaster(tell: Teller): () => void {
  teller = tell;
  const late = waiting;
  wait([]);
  for (const { kind, text, duration } of late) tell(kind, text, duration);
  return () => {
    if (teller === tell) teller = undefined;
  };
}

/** The toasts that no toaster has taken. */
export function useWaitingToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
    () => waiting,
  );
}

/** They have been read another way. */
export function dropWaitingToasts(): void {
  if (waiting.length > 0) wait([]);
}
