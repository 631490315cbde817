// Metrics that a page records while it loads and is used. Runs in the browser.
import type { Page } from 'playwright-core';

/** Times and durations are in milliseconds. `at` and the first paints count from the request of the page. */
export type Metrics = {
  firstPaint: number;
  firstCard: number;
  largest: { at: number; size: number; what: string }[];
  shift: number;
  shifted: string[];
  /** Tasks longer than 50 ms. */
  long: { at: number; duration: number }[];
  /** Events with the time to the next paint, in steps of 8 ms. Those below 16 ms are not recorded. */
  events: { name: string; at: number; duration: number; delay: number; handling: number }[];
};

/** Must run before all other scripts of the page. */
export const recorderScript = (card: string): string => `(${recorder})(${JSON.stringify(card)})`;

/** Call it before the page is opened. */
export async function recordMetrics(page: Page, card: string): Promise<void> {
  await page.addInitScript(recorder, card);
}

export const METRICS = 'window.metrics';
export const metricsOf = (page: Page): Promise<Metrics> => page.evaluate(METRICS);

/** The browser reports tasks that are longer than this. */
const LONG_TASK_MS = 50;

/** Total blocking time in ms: the part of tasks beyond {@link LONG_TASK_MS}, from the first paint on. */
export const blockingOf = ({ long, firstPaint }: Metrics): number =>
  long.filter(({ at }) => at >= firstPaint).reduce((sum, { duration }) => sum + duration - LONG_TASK_MS, 0);

function recorder(card: string): void {
  const metrics: Metrics = {
    firstPaint: 0,
    firstCard: 0,
    largest: [],
    shift: 0,
    shifted: [],
    long: [],
    events: [],
  };
  (window as unknown as { metrics: Metrics }).metrics = metrics;
  const nameOf = (node: Node | null | undefined) =>
    node instanceof Element
      ? `${node.localName}.${[...node.classList].join('.')}`
      : String(node?.nodeName ?? '');
  const observe = (type: string, take: (entry: never) => void, options = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as never);
    }).observe({ type, buffered: true, ...options });

  observe('paint', ({ name, startTime }: PerformanceEntry) => {
    if (name === 'first-contentful-paint') metrics.firstPaint = startTime;
  });
  observe('largest-contentful-paint', (entry: PerformanceEntry & { size: number; element?: Element }) => {
    metrics.largest.push({ at: entry.startTime, size: entry.size, what: nameOf(entry.element) });
  });
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node }[] };
  observe('layout-shift', ({ value, hadRecentInput, sources, startTime }: Shift) => {
    if (hadRecentInput) return;
    metrics.shift += value;
    metrics.shifted.push(
      `${Math.round(startTime)} ms ${value.toFixed(4)} ${sources.map(({ node }) => nameOf(node))}`,
    );
  });
  observe('longtask', ({ startTime, duration }: PerformanceEntry) => {
    metrics.long.push({ at: startTime, duration });
  });
  observe(
    'event',
    ({ name, startTime, duration, processingStart, processingEnd }: PerformanceEventTiming) => {
      const delay = processingStart - startTime;
      metrics.events.push({
        name,
        at: startTime,
        duration,
        delay,
        handling: processingEnd - processingStart,
      });
    },
    { durationThreshold: 16 },
  );

  // The card is painted when the next frame begins.
  const checkFrame = () => {
    const found = document.querySelector(card);
    const isVisible = !!found?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (isVisible) requestAnimationFrame((now) => (metrics.firstCard = now));
    else requestAnimationFrame(checkFrame);
  };
  requestAnimationFrame(checkFrame);
}
