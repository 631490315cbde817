import { afterEach, beforeEach } from 'bun:test';
import { readConfig } from '#src/platform/config.ts';
import { openNotifications } from '#src/platform/database/notify.ts';
import type { Db } from '#src/platform/database.ts';
import { createLog } from '#src/platform/log.ts';
import type { Transport } from '#src/platform/mail/transport.ts';
import { startMailWorker } from '#src/platform/mail/worker.ts';
import { type Composers, enqueueMail } from '#src/platform/mail.ts';
import { openOutbound } from '#src/platform/outbound/index.ts';
import { openUploads } from '#src/platform/uploads.ts';
import { TRUSTED_CLOCK } from './clock.ts';
import { testDatabase } from './database.ts';
import { temporaryDir } from './process.ts';

type Row = {
  id: string;
  attempts: number;
  refusals: number;
  failed_at: Date | null;
  wait: number;
  number: string;
};
export const testComposers: Composers = {
  test: async (_ctx, { number }) => ({
    to: `nr${number}@example.com`,
    name: 'Åsa',
    subject: `Nummer ${number}`,
    preheader: 'Prov',
    paragraphs: ['Ett prov.'],
    button: { label: 'Öppna', url: 'http://localhost/x' },
    notes: [],
  }),
};

/** A database with an outbox, and workers on it that stop after each test. */
export async function openOutboxWorld() {
  let testDb: Awaited<ReturnType<typeof testDatabase>>;
  let dir: ReturnType<typeof temporaryDir>;
  let cleanups: (() => unknown)[] = [];

  beforeEach(async () => {
    testDb = await testDatabase();
    dir = temporaryDir();
  });
  afterEach(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
    cleanups = [];
    await testDb.drop();
    dir.remove();
  });

  const enqueueTestMail = (number: number | string, delay?: number) =>
    enqueueMail(testDb.database.db, { kind: 'test', about: { number: String(number) } }, delay);

  const loadRows = () => testDb.database.sql<Row[]>`
    select id, attempts, refusals, failed_at, about->>'number' as number, extract(epoch from due_at - now())::float as wait
    from outbox order by id`;
  const loadFirstRow = async () => (await loadRows())[0] as Row;
  const isOutboxEmpty = async () => (await loadRows()).length === 0;
  function startWorker({
    send,
    db = testDb.database.db,
    composers = testComposers,
    ...options
  }: {
    send?: Transport['send'];
    db?: Db;
    composers?: Composers;
    leaseSeconds?: number;
    sendTimeoutMs?: number;
    stopTimeoutMs?: number;
    firstPauseMs?: number;
    pollMs?: number;
  } = {}) {
    const config = readConfig({ DATA_DIR: dir.path, PUBLIC_URL: 'https://lopp.example' });
    const log = createLog('silent');
    const logged: { level: string; fields: Record<string, unknown> }[] = [];
    for (const level of ['warn', 'error', 'info'] as const) {
      log[level] = ((fields: Record<string, unknown>) => logged.push({ level, fields })) as never;
    }
    const ctx = {
      config,
      database: { ...testDb.database, db },
      log,
      notifications: openNotifications(testDb.database.sql, log),
      now: () => new Date(),
      uploads: openUploads(config),
      outbound: openOutbound(config),
      clock: TRUSTED_CLOCK,
      siteUrl: 'https://lopp.example',
    };
    const transport = send && { send, close: () => {} };
    const worker = startMailWorker(ctx, composers, { pollMs: 10, transport, ...options });
    cleanups.push(worker.stop);
    return { ...worker, logged };
  }

  return {
    dir: () => dir,
    enqueueTestMail,
    isOutboxEmpty,
    loadFirstRow,
    loadRows,
    startWorker,
    testDb: () => testDb,
  };
}
