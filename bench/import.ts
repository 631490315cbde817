// The speed of a CSV import, compared with `\copy` of the same rows into the same tables in the same run.
import { join } from 'node:path';
import { importEvents } from '#src/features/imports/service.ts';
import { migrateDatabase, openDatabase } from '#src/platform/database.ts';
import { readBenchArguments } from './support/arguments.ts';
import { temporaryDir } from './support/child.ts';
import { atEnd, runBench } from './support/ending.ts';
import { csvOfEvents } from './support/events.ts';
import { atLeast, formatNumber, median, percent, runAlternating, spread } from './support/figures.ts';
import { startPostgres } from './support/postgres.ts';
import { report } from './support/report.ts';

const HELP = `bun run bench import [--rounds N] [--write FILE]

Imports 20,000 events from CSV into an empty calendar, alternating with psql's \\copy of the rows that the import stored: events,
their series and their addresses. In both, triggers write the history. A warm-up round is not counted.
`;

const ROWS = 20_000;
const TARGET = 0.4;
/** In the order of their foreign keys. */
const TABLES = ['series', 'series_keys', 'events', 'race_addresses'];
/** Written by triggers. */
const HISTORY = ['event_revisions', 'watch_changes'];

const parameters = readBenchArguments(HELP, { rounds: 5 });
const psql = Bun.which('psql');
if (!psql) {
  console.error('This benchmark needs psql: sudo apt-get install -y postgresql-client');
  process.exit(1);
}

await runBench(async () => {
  const { socketDir } = await startPostgres();
  const target = { socketDir };
  await migrateDatabase(target);
  const database = openDatabase(target);
  atEnd(database.close);
  const { sql } = database;
  const [csv = ''] = csvOfEvents(ROWS);
  const bytes = new TextEncoder().encode(csv);
  const dir = temporaryDir();

  async function copyTables(direction: 'to' | 'from'): Promise<void> {
    const commands = TABLES.flatMap((table) => [
      '-c',
      `\\copy ${table} ${direction} '${join(dir, `${table}.copy`)}'`,
    ]);
    const child = Bun.spawn(
      [psql ?? '', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-h', socketDir, '-U', 'postgres', ...commands],
      {
        stdout: 'ignore',
        stderr: 'inherit',
      },
    );
    if ((await child.exited) !== 0) throw new Error('psql failed.');
  }

  const timeStore = (store: () => Promise<unknown>) => async () => {
    await sql.unsafe(`truncate ${[...TABLES, ...HISTORY].join()} cascade`);
    const start = performance.now();
    await store();
    const seconds = (performance.now() - start) / 1000;
    const [found] = await sql<{ count: number }[]>`select count(*)::int from events`;
    if (found?.count !== ROWS) throw new Error(`Only ${found?.count} of ${ROWS} rows were stored.`);
    return seconds;
  };

  const timeImport = timeStore(() =>
    importEvents({ database, now: () => new Date() }, { bytes, filename: 'events.csv' }),
  );
  await timeImport();
  await copyTables('to');
  const ways = {
    '\\copy by psql': timeStore(() => copyTables('from')),
    import: timeImport,
  };
  for (const way of Object.values(ways)) await way();
  const found = await runAlternating(parameters.rounds, ways);
  const psqlSeconds = median(found['\\copy by psql'] ?? []);

  await report(
    {
      name: 'import',
      method: [
        `${ROWS} events from ${formatNumber(bytes.length / 1000)} kB of CSV, validated, located and stored in an empty calendar with their series and addresses, ` +
          `${parameters.rounds} rounds after a warm-up. The share compares rows per second with \`\\copy\`, which only stores. In both, triggers write the history.`,
      ],
      tables: [
        Object.entries(found).map(([way, seconds]) => {
          const share = psqlSeconds / median(seconds);
          return {
            way,
            seconds: formatNumber(median(seconds)),
            spread: spread(seconds),
            'rows per second': formatNumber(ROWS / median(seconds)),
            'of \\copy': percent(share),
            target: way === 'import' ? atLeast(TARGET, share, percent) : '',
          };
        }),
      ],
    },
    parameters.write,
  );
});
