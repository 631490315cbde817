// `bun run import:events FILE`: imports events from a CSV or Excel file, or undoes it. Works while the server runs.
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ImportResult } from '#src/features/imports/contract.ts';
import type { ImportProgress } from '#src/features/imports/service.ts';
import { ensurePackages } from './ensure-packages.ts';
import { undoImport } from './import-undo.ts';
import { DONE, expectFile, FAILED, onCalendar, readArguments, runOrReport } from './script.ts';

const HELP = `Usage: bun run import:events FILE [--dry-run] [--update]
       bun run import:events --undo ID [--dry-run]

Imports events from FILE: .csv (comma, semicolon, tab or |; UTF-8, UTF-16 or an older encoding), .xlsx or .xls.
Required columns: event_date (YYYY-MM-DD), event_name, distances, sport_type. The template of the admin portal also has
the optional ones. At most 10 MB and 20,000 rows. Works while the server runs.

  --dry-run   prints what would happen and stores nothing
  --update    overwrites existing events (same date, name and ort); keeps columns that the file lacks,
                and locations set by hand
  --undo      undoes the import with this ID, which it printed: removes the events that it added and restores those
              that it changed. Keeps those that were edited since or, if it added them, have ads or are watched
  --help      this text

Good rows are stored in one transaction. Each bad row is printed as "Rad N: <why>".

Exit codes:
  0  done: at least one row was imported or updated, or existed already, or the import was undone
  1  failed: the file or all of its rows are invalid, there is no calendar, or the database is unavailable
  2  misused: wrong arguments`;

async function run(): Promise<number> {
  const parameters = readArguments(HELP, {
    missingMessage: 'Name one file, or one ID after --undo.',
    flags: ['dry-run', 'update', 'undo'],
  });
  if (typeof parameters === 'number') return parameters;
  const { word: file, flags } = parameters;
  await ensurePackages('run');
  if (flags.undo) return runOrReport('Nothing undone.', () => undoImport(file, flags['dry-run']));
  const { importEvents, previewImport } = await import('#src/features/imports/service.ts');
  const { MAX_BYTES } = await import('#src/platform/spreadsheet/index.ts');
  const { AppError } = await import('#src/shared/errors.ts');
  return runOrReport('Nothing imported.', async () => {
    await expectFile(file);
    // A too large file must not be read into memory.
    if ((await stat(file)).size > MAX_BYTES) throw new AppError('import.too_large');
    const importInput = {
      bytes: await Bun.file(file).bytes(),
      filename: basename(file),
      update: flags.update,
      onProgress,
    };
    const result = await onCalendar((context) =>
      (flags['dry-run'] ? previewImport : importEvents)(context, importInput),
    );
    console.log([...describe(result, flags['dry-run']), ...result.errors, ...undoHint(result)].join('\n'));
    return result.imported_count + result.existing_count > 0 ? DONE : FAILED;
  });
}

function describe(result: ImportResult, dryRun: boolean): string[] {
  const { imported_count, updated_count, existing_count, total_rows, errors } = result;
  const { warnings, ignored_columns, ignored_sheets, ignored, found } = result;
  const invalidRows = errors.length - existing_count;
  return [
    ...(dryRun ? ['Dry run, nothing is stored. The result would be:'] : []),
    `${count(total_rows, 'row')} read: ${imported_count - updated_count} imported, ${updated_count} updated, ` +
      `${existing_count} already there, ${invalidRows} with errors.`,
    ...(ignored.length > 0
      ? [
          `${count(found, 'row')} in the file, ${ignored.length} ignored:`,
          ...ignored.map(({ row, reason }) => `Rad ${row}: ${reason}.`),
        ]
      : []),
    ...warnings,
    ...(ignored_columns.length > 0 ? [`Columns that were not read: ${ignored_columns.join(', ')}.`] : []),
    ...(ignored_sheets.length > 0 ? [`Only one sheet was read, not: ${ignored_sheets.join(', ')}.`] : []),
  ];
}

const undoHint = ({ import_id }: ImportResult): string[] =>
  import_id ? [`To undo it: bun run import:events --undo ${import_id}`] : [];

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** A terminal shows one line that is updated. Elsewhere a line is printed every 5,000 rows. */
function onProgress({ stage, done, total }: ImportProgress): void {
  const line = stage === 'reading' ? 'reading the file' : `${stage} ${done} of ${count(total, 'row')}`;
  if (process.stderr.isTTY) {
    const isLast = stage !== 'reading' && done === total;
    process.stderr.write(isLast ? '\r\x1b[K' : `\r\x1b[K${line} ...`);
  } else if (done % 5000 === 0 || done === total) {
    process.stderr.write(`${line}\n`);
  }
}

process.exit(await run());
