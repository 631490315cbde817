// The time and memory of a backup, compared with psql's `\copy` of the same tables in the same run.
import { join } from 'node:path';
import { COLLECTIONS } from '#src/features/backup/collections/store.ts';
import { adminHeaders } from './support/admin.ts';
import { readBenchArguments } from './support/arguments.ts';
import { temporaryDir } from './support/child.ts';
import { runBench } from './support/ending.ts';
import {
  atMost,
  formatNumber,
  median,
  type Rounds,
  runAlternating,
  spread,
  times,
} from './support/figures.ts';
import { fillMarket } from './support/market.ts';
import { memoryOf } from './support/memory.ts';
import { startPostgres } from './support/postgres.ts';
import { startProduct } from './support/product.ts';
import { type Row, report } from './support/report.ts';

const HELP = `bun run bench backup [--rounds N] [--write FILE]

Downloads GET /api/admin/backup/export with 50,000 rows, alternating with psql's \\copy of every exported table to a
file. Also measures the memory of the product's processes.
`;

const ROWS_PER_TABLE = 10_000;
const TARGETS = { times: 3, memory: 100 };
const DATABASE = 'calendar';

const parameters = readBenchArguments(HELP, { rounds: 5 });
const psql = Bun.which('psql');
if (!psql) {
  console.error('This benchmark needs psql: sudo apt-get install -y postgresql-client');
  process.exit(1);
}

await runBench(async () => {
  const postgres = await startPostgres();
  const product = await startProduct(await postgres.create(DATABASE));
  const sql = postgres.open(DATABASE);
  await fillMarket(sql, ROWS_PER_TABLE);
  const headers = await adminHeaders(sql);
  const dir = temporaryDir();

  async function downloadExport(): Promise<Measurement> {
    const start = performance.now();
    const response = await fetch(`${product.url}/api/admin/backup/export`, { headers });
    let bytes = 0;
    for await (const piece of response.body ?? []) bytes += piece.length;
    const seconds = (performance.now() - start) / 1000;
    if (!response.ok) throw new Error(`The backup export returned ${response.status}.`);
    return { seconds, bytes, memory: undefined };
  }

  /** In a round of its own, because reading the memory of all processes takes much CPU time. */
  async function downloadWatchingMemory(): Promise<Measurement> {
    const idle = memoryOf(product.pid);
    let peak = idle;
    const sampling = setInterval(() => {
      peak = Math.max(peak, memoryOf(product.pid));
    }, 20);
    const found = await downloadExport();
    clearInterval(sampling);
    return { ...found, memory: peak - idle };
  }

  async function copyWithPsql(): Promise<Measurement> {
    const commands = COLLECTIONS.flatMap(({ name }) => ['-c', `\\copy ${name} to '${join(dir, name)}'`]);
    const address = ['-h', postgres.socketDir, '-U', 'postgres', '-d', DATABASE];
    const start = performance.now();
    const child = Bun.spawn([psql ?? '', '-X', '-q', ...address, ...commands], { stderr: 'inherit' });
    if ((await child.exited) !== 0) throw new Error('psql failed.');
    const seconds = (performance.now() - start) / 1000;
    const bytes = COLLECTIONS.reduce((sum, { name }) => sum + Bun.file(join(dir, name)).size, 0);
    return { seconds, bytes, memory: undefined };
  }

  const ways = {
    '\\copy by psql': copyWithPsql,
    export: downloadExport,
    'export, memory watched': downloadWatchingMemory,
  };
  for (const way of Object.values(ways)) await way();
  const found = await runAlternating(parameters.rounds, ways);
  await report(
    {
      name: 'backup',
      method: [
        `A backup of ${5 * ROWS_PER_TABLE} rows (events, members, ads, conversations, messages), downloaded over HTTP, ` +
          `${parameters.rounds} rounds after a warm-up. Memory is the peak of all processes of the product above their value ` +
          'just before, sampled every 20 ms.',
      ],
      tables: [rowsOf(found)],
    },
    parameters.write,
  );
});

type Measurement = { seconds: number; bytes: number; memory: number | undefined };

function rowsOf(found: Rounds<Measurement>): Row[] {
  const secondsOf = (rounds: Measurement[]) => rounds.map(({ seconds }) => seconds);
  const psqlSeconds = median(secondsOf(found['\\copy by psql'] ?? []));
  return Object.entries(found).map(([way, rounds]) => {
    const ratio = median(secondsOf(rounds)) / psqlSeconds;
    const memory = rounds.flatMap((one) => one.memory ?? []);
    const isExport = way === 'export';
    const isWatched = memory.length > 0;
    return {
      way,
      seconds: formatNumber(median(secondsOf(rounds))),
      spread: spread(secondsOf(rounds)),
      MB: formatNumber((rounds[0]?.bytes ?? 0) / 1e6),
      'of \\copy': times(ratio),
      target: isExport ? atMost(TARGETS.times, ratio, times) : '',
      'MB over idle': isWatched ? `${formatNumber(median(memory))} (${spread(memory)})` : '',
      'memory target': isWatched
        ? atMost(TARGETS.memory, median(memory), (value) => `${formatNumber(value)} MB`)
        : '',
    };
  });
}
