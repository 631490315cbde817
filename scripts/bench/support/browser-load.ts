// What a page notes of itself while it loads and is used. Runs in the browser.
import type { Page } from 'playwright-core';

export type Noted = {
  firstPaint: number;
  firstCard: number;
  /** Each candidate for the largest paint: when, how large, and what it was. */
  largest: { at: number; size: number; what: string }[];
  shift: number;
  shifted: string[];
  /** Tasks longer than 50 ms: when they began and how long they took. */
  long: { at: number; duration: number }[];
  /** From an event to the next paint, in steps of 8 ms; what took less than 16 is not told. */
  events: { name: string; at: number; duration: number; delay: number; handling: number }[];
};

/** What makes a page note of itself, to be run before all else in it. */
export const noting = (card: string): string => `(${note})(${JSON.stringify(card)})`;

/** To be called before the page is opened. */
export async function watch(page: Page, card: string): Promise<void> {
  await page.addInitScript(note, card);
}

export const NOTED = 'window.noted';
export const noted = (page: Page): Promise<Noted> => page.evaluate(NOTED);

/** What of its tasks was beyond 50 ms, from the first paint on. */
export const blockingOf = ({ long, firstPaint }: Noted): number =>
  long.filter(({ at }) => at >= firstPaint).reduce((sum, { duration }) => sum + duration - 50, 0);

function note(card: string): void {
  const seen: Noted = {
    firstPaint: 0,
    firstCard: 0,
    largest: [],
    shift: 0,
    shifted: [],
    long: [],
    events: [],
  };
  (window as unknown as { noted: Noted }).noted = seen;
  const nameOf = (node: Node | null | undefined) =>
    node instanceof Element
      ? `${node.localName}.${[...node.classList].join('.')}`
      : String(node?.nodeName ?? '');
  const observe = (type: string, take: (entry: never) => void, options = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as never);
    }).observe({ type, buffered: true, ...options });

  observe('paint', ({ name, startTime }: PerformanceEntry) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime;
  });
  observe('largest-contentful-paint', (entry: PerformanceEntry & { size: number; element?: Element }) => {
    seen.largest.push({ at: entry.startTime, size: entry.size, what: nameOf(entry.element) });
  });
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node }[] };
  observe('layout-shift', ({ value, hadRecentInput, sources, startTime }: Shift) => {
    if (hadRecentInput) return;
    seen.shift += value;
    seen.shifted.push(
      `${Math.round(startTime)} ms ${value.toFixed(4)} ${sources.map(({ node }) => nameOf(node))}`,
    );
  });
  observe('longtask', ({ startTime, duration }: PerformanceEntry) => {
    seen.long.push({ at: startTime, duration });
  });
  observe(
    'event',
    ({ name, startTime, duration, processingStart, processingEnd }: PerformanceEventTiming) => {
      const delay = processingStart - startTime;
      seen.events.push({ name, at: startTime, duration, delay, handling: processingEnd - processingStart });
    },
    { durationThreshold: 16 },
  );

  // Asked at each frame; it has been painted when the next one begins.
  const look = () => {
    const found = document.querySelector(card);
    const isSeen = !!found?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (isSeen) requestAnimationFrame((now) => (seen.firstCard = now));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
