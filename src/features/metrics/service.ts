import { Gauge } from 'prom-client';
import { countOpenStreams } from '#src/features/conversations/live/service.ts';
import type { Context } from '#src/platform/context.ts';
import { coalesce } from '#src/platform/limits/coalesce.ts';
import { withDeadline } from '#src/platform/limits/deadline.ts';
import type { Metrics } from '#src/platform/metrics.ts';
import { type Figures, readFigures } from './store.ts';

/** Shorter than the timeout of a scrape, which is 10 s by default. */
const DEADLINE_MS = 1500;

type Row = { name: string; help: string; label?: string; values: Partial<Record<keyof Figures, string>> };

/** The gauges that are read from the database. Each instance reports the same, because all share it. */
const GAUGES: Row[] = [
  {
    name: 'lopp_outbox_mails',
    help: 'Mails in the outbox: waiting, of these due now, and given up.',
    label: 'state',
    values: { outbox_waiting: 'waiting', outbox_due: 'due', outbox_failed: 'failed' },
  },
  {
    name: 'lopp_outbox_oldest_seconds',
    help: 'Age of the oldest waiting mail, 0 without one.',
    values: { outbox_oldest: '' },
  },
  { name: 'lopp_watches', help: 'Confirmed watches.', values: { watches: '' } },
  {
    name: 'lopp_watch_queue',
    help: 'Changes that are not matched yet, and news that is not in a mail yet. News may wait until the morning or the weekend.',
    label: 'kind',
    values: { watch_changes: 'changes', watch_news: 'news' },
  },
  {
    name: 'lopp_links',
    help: 'Links of events by the result of their latest check.',
    label: 'status',
    values: {
      links_unchecked: 'unchecked',
      links_ok: 'ok',
      links_unknown: 'unknown',
      links_failing: 'failing',
      links_dead: 'dead',
    },
  },
  {
    name: 'lopp_sessions',
    help: 'Sessions that have not expired.',
    label: 'kind',
    values: { member_sessions: 'member', admin_sessions: 'admin' },
  },
];

/** Returns the metrics as text, also while the database is unavailable: then without what is read from it. */
export function createMetricsReader({ database, log }: Context, metrics: Metrics): () => Promise<string> {
  const registers = [metrics.registry];
  const isUp = new Gauge({
    name: 'lopp_database_up',
    help: 'Whether the database responded to this scrape: 1 or 0.',
    registers,
  });
  new Gauge({
    name: 'lopp_live_streams',
    help: 'Open streams of live messages of this instance.',
    registers,
    collect() {
      this.set(countOpenStreams());
    },
  });
  const gauges = GAUGES.map((row) => ({
    ...row,
    gauge: new Gauge({ name: row.name, help: row.help, labelNames: row.label ? [row.label] : [], registers }),
  }));

  // Concurrent scrapes share one read, so that they cannot use up the connections.
  return coalesce(async () => {
    const figures = await withDeadline(readFigures(database.db), DEADLINE_MS).catch((err) => {
      log.warn({ err }, 'The figures for the metrics could not be read from the database.');
      return undefined;
    });
    isUp.set(figures ? 1 : 0);
    for (const { gauge, label, values } of gauges)
      for (const [figure, value] of Object.entries(values)) {
        const labels = label ? { [label]: value } : {};
        if (figures) gauge.set(labels, figures[figure as keyof Figures]);
        else gauge.remove(labels);
      }
    return metrics.text();
  });
}
