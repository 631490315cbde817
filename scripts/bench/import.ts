// How fast a CSV of events is stored, held against `\copy` of the same rows into the same table in the same run.
import { join } from 'node:path';
import { importEvents } from '../../src/features/events/import/service';
import { migrateDatabase, openDatabase } from '../../src/platform/database';
import { temporaryDir } from './support/child';
import { atEnd, run } from './support/ending';
import { csvOfEvents } from './support/events';
import { atLeast, inTurns, median, percent, show, spread } from './support/figures';
import { startPostgres } from './support/postgres';
import { report } from './support/report';
import { readBenchWords } from './support/words';

const HELP = `bun run bench import [--rounds N] [--write FILE]

Imports 20,000 events from CSV into an empty table, in turns with psql's \\copy of the rows that the import stored, with every
column that they have. One round more, to warm up, does not count.
`;

const ROWS = 20_000;
const ASKED = 0.4;

const words = readBenchWords(HELP, { rounds: 5 });
const psql = Bun.which('psql');
if (!psql) {
  console.error('This bench measures with psql: sudo apt-get install -y postgresql-client');
  process.exit(1);
}

await run(async () => {
  const { socketDir } = await startPostgres();
  const target = { socketDir };
  await migrateDatabase(target);
  const database = openDatabase(target);
  atEnd(database.close);
  const { sql } = database;
  const [csv = ''] = csvOfEvents(ROWS);
  const bytes = new TextEncoder().encode(csv);
  const stored = join(temporaryDir(), 'stored.copy');

  async function inPsql(command: string): Promise<void> {
    const child = Bun.spawn([psql ?? '', '-X', '-q', '-h', socketDir, '-U', 'postgres', '-c', command], {
      stdout: 'ignore',
      stderr: 'inherit',
    });
    if ((await child.exited) !== 0) throw new Error('psql failed.');
  }

  /** Seconds that it takes to store them all. */
  const timed = (store: () => Promise<unknown>) => async () => {
    await sql`truncate events cascade`;
    const start = performance.now();
    await store();
    const seconds = (performance.now() - start) / 1000;
    const [found] = await sql<{ count: number }[]>`select count(*)::int from events`;
    if (found?.count !== ROWS) throw new Error(`${found?.count} of ${ROWS} rows are stored.`);
    return seconds;
  };

  const imported = timed(() => importEvents({ database }, { bytes, filename: 'events.csv' }));
  await imported();
  await inPsql(`\\copy events to '${stored}'`);
  const ways = { '\\copy by psql': timed(() => inPsql(`\\copy events from '${stored}'`)), import: imported };
  for (const way of Object.values(ways)) await way();
  const found = await inTurns(words.rounds, ways);
  const limit = median(found['\\copy by psql'] ?? []);

  await report(
    {
      name: 'import',
      how: [
        `${ROWS} events from ${show(bytes.length / 1000)} kB of CSV into an empty table, checked, placed and stored, ` +
          `${words.rounds} rounds after one that does not count. The share is of the rows a second of \`\\copy\`, which only stores.`,
      ],
      tables: [
        Object.entries(found).map(([way, seconds]) => {
          const share = limit / median(seconds);
          return {
            way,
            seconds: show(median(seconds)),
            spread: spread(seconds),
            'rows a second': show(ROWS / median(seconds)),
            'of \\copy': percent(share),
            asked: way === 'import' ? atLeast(ASKED, share, percent) : '',
          };
        }),
      ],
    },
    words.write,
  );
});
