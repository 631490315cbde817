// `bun run db:migrate`: brings the tables of the database up to date (D3); `bun start` does the same.
import { ensurePackages } from './ensure-packages';

const HELP = `bun run db:migrate

Brings the tables of the database up to date. Safe while servers run: one migrates, the others wait.
DATABASE_URL and DATA_DIR say which database.

Exit code: 0 done, 1 failed, 2 misused.`;

const words = process.argv.slice(2);
if (words.includes('--help') || words.includes('-h')) {
  console.log(HELP);
  process.exit(0);
}
if (words.length > 0) {
  console.error(`${HELP}\n\nNot understood: ${words.join(' ')}`);
  process.exit(2);
}

await ensurePackages('run');
const { readConfig } = await import('../src/platform/config');
const { createLog } = await import('../src/platform/log');
const { openContext } = await import('../src/platform/open');

try {
  const opened = await openContext(readConfig(process.env), createLog('warn'));
  await opened.close();
  console.log('The tables are up to date.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
