import { createContext, useContext, useSyncExternalStore } from 'react';
import { dayInStockholm } from '../../../src/shared/dates';

const TICK = 30_000;

const listeners = new Set<() => void>();
let now = new Date();
let today = dayInStockholm(now);
let timer: ReturnType<typeof setInterval> | undefined;

function look(): void {
  now = new Date();
  today = dayInStockholm(now);
}

function tick(): void {
  look();
  for (const listener of listeners) listener();
}

/** One clock for all: it stands while nobody looks, and catches up when the tab comes back. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    look();
    timer = setInterval(tick, TICK);
    document.addEventListener('visibilitychange', tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** When the server rendered the page. Hydration has to show the same day and stamps. */
export const RenderedAt = createContext<Date | undefined>(undefined);

/** Now, at most half a minute old: stamps come and go on time. */
export function useNow(): Date {
  const renderedAt = useContext(RenderedAt);
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => renderedAt ?? now,
  );
}

/** Today in Stockholm, `YYYY-MM-DD` (D18); changes at midnight also while the page lies open. */
export function useToday(): string {
  const renderedAt = useContext(RenderedAt);
  return useSyncExternalStore(
    subscribe,
    () => today,
    () => (renderedAt ? dayInStockholm(renderedAt) : today),
  );
}
