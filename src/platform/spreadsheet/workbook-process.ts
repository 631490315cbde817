/**
 * Reads a workbook from standard input and writes its rows to standard output, in a process of its own: what a
 * hostile file costs in memory or time is lost with it, and the server answers others meanwhile.
 */
import { AppError } from '../../shared/errors';
import { workbookRows } from './workbook';

try {
  const rows = workbookRows(await Bun.stdin.bytes());
  await Bun.write(Bun.stdout, JSON.stringify({ rows }));
} catch (error) {
  const code = error instanceof AppError ? error.code : 'import.unreadable';
  await Bun.write(Bun.stdout, JSON.stringify({ code }));
}
