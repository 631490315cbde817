// The speed of a CSV import, compared with `\copy` of the same rows into the same table in the same run.
import { join } from 'node:path';
import { importEvents } from '../../src/features/events/import/service';
import { migrateDatabase, openDatabase } from '../../src/platform/database';
import { readBenchArguments } from './support/arguments';
import { temporaryDir } from './support/child';
import { atEnd, runBench } from './support/ending';
import { csvOfEvents } from './support/events';
import { atLeast, formatNumber, median, percent, runAlternating, spread } from './support/figures';
import { startPostgres } from './support/postgres';
import { report } from './support/report';

const HELP = `bun run bench import [--rounds N] [--write FILE]

Imports 20,000 events from CSV into an empty table, alternating with psql's \\copy of the rows that the import stored, with
all their columns. A warm-up round is not counted.
`;

const ROWS = 20_000;
const TARGET = 0.4;

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
  const copyFile = join(temporaryDir(), 'stored.copy');

  async function runPsql(command: string): Promise<void> {
    const child = Bun.spawn([psql ?? '', '-X', '-q', '-h', socketDir, '-U', 'postgres', '-c', command], {
      stdout: 'ignore',
      stderr: 'inherit',
    });
    if ((await child.exited) !== 0) throw new Error('psql failed.');
  }

  const timeStore = (store: () => Promise<unknown>) => async () => {
    await sql`truncate events cascade`;
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
  await runPsql(`\\copy events to '${copyFile}'`);
  const ways = {
    '\\copy by psql': timeStore(() => runPsql(`\\copy events from '${copyFile}'`)),
    import: timeImport,
  };
  for (const way of Object.values(ways)) await way();
  const found = await runAlternating(parameters.rounds, ways);
  const psqlSeconds = median(found['\\copy by psql'] ?? []);

  await report(
    {
      name: 'import',
      method: [
        `${ROWS} events from ${formatNumber(bytes.length / 1000)} kB of CSV, validated, located and stored in an empty table, ` +
          `${parameters.rounds} rounds after a warm-up. The share compares rows per second with \`\\copy\`, which only stores.`,
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
