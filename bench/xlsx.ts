// The time from the upload of an Excel file with 10,000 rows to the response.
import * as XLSX from 'xlsx';
import { adminHeaders } from './support/admin.ts';
import { readBenchArguments } from './support/arguments.ts';
import { runBench } from './support/ending.ts';
import { csvOfEvents } from './support/events.ts';
import { atMost, formatNumber, median, runAlternating, spread } from './support/figures.ts';
import { startPostgres } from './support/postgres.ts';
import { startProduct } from './support/product.ts';
import { report } from './support/report.ts';

const HELP = `bun run bench xlsx [--rounds N] [--write FILE]

Uploads an .xlsx of 10,000 different events with POST /api/admin/events/import into an empty calendar and waits for the
response. Alternates with the same rows as CSV. A warm-up round is not counted.
`;

const ROWS = 10_000;
const TARGET = 1;
const DATABASE = 'calendar';

const parameters = readBenchArguments(HELP, { rounds: 5 });
await runBench(async () => {
  const postgres = await startPostgres();
  const product = await startProduct(await postgres.create(DATABASE));
  const sql = postgres.open(DATABASE);
  const headers = await adminHeaders(sql);
  const [csv = ''] = csvOfEvents(ROWS);
  const book = XLSX.read(csv, { type: 'string', raw: true });
  const xlsx = XLSX.write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer;

  const upload = (name: string, content: ArrayBuffer | string) => async () => {
    await sql`truncate events cascade`;
    const body = new FormData();
    body.set('file', new File([content], name));
    const start = performance.now();
    const response = await fetch(`${product.url}/api/admin/events/import`, { method: 'POST', headers, body });
    const result = (await response.json()) as { imported_count?: number };
    const seconds = (performance.now() - start) / 1000;
    if (result.imported_count !== ROWS) throw new Error(`${name}: ${JSON.stringify(result).slice(0, 300)}`);
    return seconds;
  };
  const ways = { '.xlsx': upload('events.xlsx', xlsx), CSV: upload('events.csv', csv) };
  for (const way of Object.values(ways)) await way();
  const found = await runAlternating(parameters.rounds, ways);

  await report(
    {
      name: 'xlsx',
      method: [
        `${ROWS} events (${formatNumber(xlsx.byteLength / 1000)} kB of .xlsx) uploaded over HTTP into an empty calendar, from the first byte ` +
          `sent to the complete response, ${parameters.rounds} rounds after a warm-up.`,
      ],
      tables: [
        Object.entries(found).map(([way, seconds]) => ({
          file: way,
          seconds: formatNumber(median(seconds)),
          spread: spread(seconds),
          'rows per second': formatNumber(ROWS / median(seconds)),
          target:
            way === '.xlsx' ? atMost(TARGET, median(seconds), (value) => `${formatNumber(value)} s`) : '',
        })),
      ],
    },
    parameters.write,
  );
});
