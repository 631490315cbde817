import { createContext, useContext, useSyncExternalStore } from 'react';
import { dayInStockholm } from '#src/shared/dates.ts';

const TICK_MS = 30_000;

const listeners = new Set<() => void>();
let now = new Date();
let today = dayInStockholm(now);
let timer: ReturnType<typeof setInterval> | undefined;

function readClock(): void {
  now = new Date();
  today = dayInStockholm(now);
}

function tick(): void {
  readClock();
  for (const listener of listeners) listener();
}

/** The timer runs only while there are subscribers, and catches up when the tab becomes visible. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    readClock();
    timer = setInterval(tick, TICK_MS);
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

/** When the server rendered the page. Hydration must show the same day, and the same banner texts of events. */
export const RenderedAt = createContext<Date | undefined>(undefined);

/** At most 30 s old, so that the banner text of an event appears and disappears on time. */
export function useNow(): Date {
  const renderedAt = useContext(RenderedAt);
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => renderedAt ?? now,
  );
}

/** In Stockholm, as `YYYY-MM-DD`. Changes at midnight even while the page is open. */
export function useToday(): string {
  const renderedAt = useContext(RenderedAt);
  return useSyncExternalStore(
    subscribe,
    () => today,
    () => (renderedAt ? dayInStockholm(renderedAt) : today),
  );
}
