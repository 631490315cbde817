import { useSyncExternalStore } from 'react';

type Kind = 'success' | 'warning' | 'error';
type Toast = { id: number; kind: Kind; text: string; duration: number | undefined };
type Toaster = { show: (toast: Toast) => void; dismiss: (id: number) => void };

let toaster: Toaster | undefined;
let waiting: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function wait(toasts: readonly Toast[]): void {
  waiting = toasts;
  for (const listener of listeners) listener();
}

/** Shows a toast of section 9; until the toaster is there it waits. Returns a function that removes it. */
function show(kind: Kind, text: string, duration?: number): () => void {
  const id = ++last;
  const shown = { id, kind, text, duration };
  if (toaster) toaster.show(shown);
  else wait([...waiting, shown]);
  return () => {
    toaster?.dismiss(id);
    wait(waiting.filter((toast) => toast.id !== id));
  };
}

export const toast = {
  /** `duration` in milliseconds, where the spec gives one. */
  success: (text: string, duration?: number) => show('success', text, duration),
  /** It was done, but not all of it. */
  warning: (text: string) => show('warning', text),
  error: (text: string) => show('error', text),
};

/** The toaster is on the page: it is given what waited, and all that comes, until it goes. */
export function connectToaster(connected: Toaster): () => void {
  toaster = connected;
  const late = waiting;
  wait([]);
  for (const shown of late) connected.show(shown);
  return () => {
    if (toaster === connected) toaster = undefined;
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
