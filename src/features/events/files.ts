import { compressed } from '../../platform/compress';
import type { FileOperation } from '../../platform/files';
import { jsonInChunks } from '../../platform/json-chunks';
import { MAX_BYTES } from '../../platform/spreadsheet';
import { AppError } from '../../shared/errors';
import { importEvents, importTemplate, previewImport } from './import/service';

const TEMPLATE_NAME = 'event_import_template.csv';

export const eventFiles: FileOperation[] = [
  {
    name: 'admin.events.template',
    rest: 'GET /admin/events/template',
    summary: 'A CSV to begin an import with: every column, and two events as they may be written.',
    gives: 'text/csv',
    answer: async () =>
      new Response(importTemplate(), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${TEMPLATE_NAME}"`,
          'cache-control': 'no-store',
        },
      }),
  },
  {
    name: 'admin.events.import',
    isLong: true,
    rest: 'POST /admin/events/import',
    summary:
      'Imports events: good rows are stored, all or after a crash none; `errors` tells the others as `Rad N: <why>`.',
    query: {
      dry_run: '`true`: stores nothing and answers what would be stored, row by row, in `rows`',
      update: '`true`: writes over events that are there already (same date, name and ort)',
      preview: 'what a dry run named its preview: `as_previewed` tells whether it went as that said',
    },
    takes: {
      what: 'CSV, .xlsx or .xls, at most 10 MB and 20,000 rows',
      limit: MAX_BYTES,
      tooLarge: 'import.too_large',
      missing: 'import.missing',
    },
    answer: async (ctx, request, { path, filename }) => {
      const query = new URL(request.url).searchParams;
      const update = flag(query, 'update');
      const isDryRun = flag(query, 'dry_run');
      const file = { bytes: await Bun.file(path).bytes(), filename, update, signal: request.signal };
      const answer = isDryRun
        ? await previewImport(ctx, file)
        : await importEvents(ctx, { ...file, by: ctx, preview: query.get('preview') ?? undefined });
      const headers = { 'content-type': 'application/json;charset=utf-8', 'cache-control': 'no-store' };
      return compressed(request, new Response(await jsonInChunks(answer, 'rows'), { headers }));
    },
  },
];

/** Who writes `dry_run=yes` wants nothing stored: what is neither true nor false is refused. */
function flag(query: URLSearchParams, name: string): boolean {
  const value = query.get(name) ?? 'false';
  if (value !== 'true' && value !== 'false') throw new AppError('request.invalid');
  return value === 'true';
}
