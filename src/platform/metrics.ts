import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { StaleRead } from './snapshot/version.ts';

/** In seconds. Reads from memory take some 0.1 ms, a call is ended after 4.5 s. */
const DURATION_BUCKETS = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const LAG_RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;

export type Metrics = {
  /** `name` is that of an operation, never a path. `startedAt` is from `performance.now()`. */
  countRequest: (name: string, status: number, startedAt: number) => void;
  /** A response whose bytes were ready. Its time is not measured, which would be half of its cost. */
  countHit: (name: string, status: number) => void;
  /** A request for something cached that needed work. */
  countMiss: (name: string) => void;
  countRefresh: (name: string, isOk: boolean) => void;
  /** For gauges that are read when the metrics are. */
  registry: Registry;
  /** In the text format of Prometheus. */
  text: () => Promise<string>;
  contentType: string;
};

/** The metrics of one instance, from its start. */
export function createMetrics(readStale: () => readonly StaleRead[] = () => []): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'lopp_http_requests_total',
    help: 'Requests by operation and class of the status, such as 2xx.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'lopp_http_request_duration_seconds',
    help: 'Time until the response begins, by operation and class of the status. Without responses from memory.',
    labelNames: ['operation', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const cached = new Counter({
    name: 'lopp_cache_requests_total',
    help: 'Requests for cached reads, pages and feeds. A hit is sent from memory without any work.',
    labelNames: ['cache', 'result'],
    registers,
  });
  const refreshes = new Counter({
    name: 'lopp_cache_refreshes_total',
    help: 'Times that a cached read was read from the database again.',
    labelNames: ['cache', 'result'],
    registers,
  });
  new Gauge({
    name: 'lopp_cache_stale_since_seconds',
    help: 'Since when a cached read is out of date because its refreshes fail, since 1970. Missing for those that are current.',
    labelNames: ['cache'],
    registers,
    collect() {
      this.reset();
      for (const { name, since } of readStale()) this.set({ cache: name }, since.getTime() / 1000);
    },
  });
  addProcessMetrics(registers);

  const hits = new Map<string, Map<number, number>>();
  function flushHits(): void {
    for (const [name, counts] of hits)
      for (const [status, count] of counts) {
        requests.inc({ operation: name, status: classOf(status) }, count);
        cached.inc({ cache: name, result: 'hit' }, count);
      }
    hits.clear();
  }

  return {
    countRequest(operation, status, startedAt) {
      const labels = { operation, status: classOf(status) };
      requests.inc(labels);
      durations.observe(labels, (performance.now() - startedAt) / 1000);
    },
    countHit(name, status) {
      const counts = hits.get(name) ?? new Map<number, number>();
      if (counts.size === 0) hits.set(name, counts);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    },
    countMiss: (cache) => cached.inc({ cache, result: 'miss' }),
    countRefresh: (cache, isOk) => refreshes.inc({ cache, result: isOk ? 'ok' : 'failed' }),
    registry,
    text() {
      flushHits();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

const classOf = (status: number) => `${Math.floor(status / 100)}xx`;

/** Only these: the library's own default metrics are made for Node, and some are wrong under Bun. */
function addProcessMetrics(registers: Registry[]): void {
  const addGauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  addGauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  addGauge('process_start_time_seconds', 'When the process started, since 1970.', () =>
    Math.round(Date.now() / 1000 - process.uptime()),
  );
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  // Starts with the first scrape, because it costs a timer.
  let lag: ReturnType<typeof monitorEventLoopDelay> | undefined;
  new Gauge({
    name: 'lopp_event_loop_lag_seconds',
    help: 'How late timers ran since the latest scrape, by quantile.',
    labelNames: ['quantile'],
    registers,
    collect() {
      if (lag && lag.max > 0)
        for (const quantile of ['0.5', '0.99', '1'])
          this.set({ quantile }, lag.percentile(Number(quantile) * 100) / NANOSECONDS);
      if (!lag) {
        lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
        lag.enable();
      }
      lag.reset();
    },
  });
}
