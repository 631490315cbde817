// Imported once packages are installed.
import { ConfigError } from '#src/platform/config.ts';
import { NewerDatabase } from '#src/platform/database.ts';
import { databaseCode } from '#src/platform/failures.ts';
import { AlreadyRunning } from '#src/platform/open.ts';

/** Exits with 1. Errors that the operator can fix take one line. */
export function endFailedStart(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    console.error('The port is already in use. Set PORT to another port, or to 0 for a free one.');
  else if (process.env.DATABASE_URL && databaseCode(error)) {
    console.error(
      `The database at DATABASE_URL cannot be used (${code}). Check DATABASE_URL and the database server.`,
    );
  } else if (error instanceof Error && 'syscall' in error) {
    console.error(`DATA_DIR cannot be used: ${error.message}.`);
  } else if (
    error instanceof ConfigError ||
    error instanceof AlreadyRunning ||
    error instanceof NewerDatabase
  )
    console.error(error.message);
  else console.error(error);
  process.exit(1);
}
