// How fast events are imported, held against `\copy` of the same rows into the same table in the same run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as XLSX from 'xlsx';
import { importEvents } from '../../src/features/events/import/service';
import { migrateDatabase, openDatabase } from '../../src/platform/database';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres';
import { createLog } from '../../src/platform/log';

const HELP = `bun run bench import [ROWS] [--rounds N]

Imports ROWS events (20000) from CSV and from xlsx into an empty table of a database of its own, in N rounds (5) that
take turns with \\copy by psql. Every round's rows are removed before the next.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const rows = Number(positionals[0] ?? 20_000);
const rounds = Number(values.rounds);
if (!(rows >= 1 && rows <= 20_000 && rounds >= 3 && positionals.length <= 1)) {
  console.error(`ROWS is 1 to 20000, N at least 3.\n\n${HELP}`);
  process.exit(2);
}

const dir = mkdtempSync(join(tmpdir(), 'bench-import-'));
const postgres = await startEmbeddedPostgres(dir, createLog('warn'));
await migrateDatabase(postgres.target);
const database = openDatabase(postgres.target);
const { sql } = database;
const psql = Bun.which('psql');

try {
  await measure();
} finally {
  await database.close();
  await postgres.stop();
  rmSync(dir, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const csv = await manyEvents(rows);
  const bytes = new TextEncoder().encode(csv);
  const book = XLSX.read(csv, { type: 'string', raw: true });
  const xlsx = new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx', compression: true }));
  // What \copy brings in is what an import stored: the same rows with every column filled.
  await importEvents({ database }, { bytes, filename: 'events.csv' });
  const stored = join(dir, 'stored.copy');
  const columns = await exportTo(stored);

  const ways: Record<string, () => Promise<unknown>> = {
    [psql ? '\\copy by psql' : 'COPY through the driver (no psql here)']: () => copyIn(stored, columns),
    'import of CSV': () => importEvents({ database }, { bytes, filename: 'events.csv' }),
    'import of xlsx': () => importEvents({ database }, { bytes: xlsx, filename: 'events.xlsx' }),
  };
  const times: Record<string, number[]> = {};
  // One round more, to warm up, that does not count.
  for (let round = -1; round < rounds; round++) {
    for (const [name, run] of Object.entries(ways)) {
      await sql`truncate events cascade`;
      const start = performance.now();
      await run();
      const seconds = (performance.now() - start) / 1000;
      const [count] = await sql<{ count: number }[]>`select count(*)::int from events`;
      if (count?.count !== rows) throw new Error(`${name} stored ${count?.count} of ${rows} rows.`);
      if (round >= 0) times[name] = [...(times[name] ?? []), seconds];
    }
  }
  print(times);
}

async function manyEvents(count: number): Promise<string> {
  const text = await Bun.file(join(import.meta.dir, '../../db/demo-events.csv')).text();
  const [header, ...lines] = text.trim().split('\n');
  // The name is the second column, and none of the demonstration's has a comma.
  const named = (line = '', index = 0) => line.replace(/^([^,]*,[^,]*),/, `$1 nr ${index + 1},`);
  const many = Array.from({ length: count }, (_, index) => named(lines[index % lines.length], index));
  return `${[header, ...many].join('\n')}\n`;
}

async function exportTo(path: string): Promise<string> {
  const names = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_name = 'events' order by ordinal_position`;
  const columns = names.map(({ name }) => name).join(', ');
  const out = await sql.unsafe(`copy events (${columns}) to stdout`).readable();
  // Bun reads Node's streams as a body too.
  await Bun.write(path, new Response(out as unknown as ReadableStream));
  return columns;
}

async function copyIn(path: string, columns: string): Promise<void> {
  if (!psql) {
    const into = await sql.unsafe(`copy events (${columns}) from stdin`).writable();
    const done = Promise.withResolvers<void>();
    into.on('finish', done.resolve).on('error', done.reject);
    into.end(Buffer.from(await Bun.file(path).bytes()));
    return done.promise;
  }
  const command = `\\copy events (${columns}) from '${path}'`;
  const address = ['-h', postgres.target.socketDir, '-U', 'postgres', '-d', 'postgres'];
  const run = Bun.spawn([psql, '-X', '-q', ...address, '-c', command], {
    stdout: 'ignore',
    stderr: 'inherit',
  });
  if ((await run.exited) !== 0) throw new Error('psql failed.');
}

function print(times: Record<string, number[]>): void {
  const median = (numbers: number[]) =>
    numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  const limit = median(Object.values(times)[0] ?? []);
  console.log(`${rows} rows, medians of ${rounds} rounds that took turns`);
  console.table(
    Object.fromEntries(
      Object.entries(times).map(([name, seconds]) => [
        name,
        {
          seconds: median(seconds).toFixed(3),
          spread: `${Math.min(...seconds).toFixed(3)} to ${Math.max(...seconds).toFixed(3)}`,
          'rows/s': Math.round(rows / median(seconds)),
          'of \\copy': `${Math.round((100 * limit) / median(seconds))} %`,
        },
      ]),
    ),
  );
}
