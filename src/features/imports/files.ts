import * as v from 'valibot';
import { compressResponse } from '#src/platform/http/compress.ts';
import { jsonInChunks } from '#src/platform/http/json-chunks.ts';
import type { FileOperation } from '#src/platform/procedure/files.ts';
import { MAX_BYTES } from '#src/platform/spreadsheet/index.ts';
import { AppError } from '#src/shared/errors.ts';
import { ImportPreview, ImportResult } from './contract.ts';
import { importEvents, importTemplate, previewImport } from './service.ts';

const TEMPLATE_NAME = 'event_import_template.csv';

const flagText = v.optional(v.picklist(['true', 'false']));

export const eventFiles: FileOperation[] = [
  {
    name: 'admin.events.template',
    rest: 'GET /admin/events/template',
    summary: 'Download the import template',
    description: 'A CSV file with all columns and two example events.',
    responseType: 'text/csv',
    example: importTemplate(),
    handle: async () =>
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
    mayTakeMinutes: true,
    rest: 'POST /admin/events/import',
    summary: 'Import events from a file',
    description:
      'Stores all valid rows in one transaction. `errors` has a line `Rad N: <reason>` for each of the other rows. ' +
      'With `dry_run=true` nothing is stored, and `rows` shows what would be.',
    errors: [
      'import.file_type',
      'import.unreadable',
      'import.empty',
      'import.columns',
      'import.too_many_rows',
      'request.invalid',
    ],
    query: { dry_run: flagText, update: flagText, preview: v.optional(v.string()) },
    output: v.union([ImportPreview, ImportResult]),
    accepts: {
      fileDescription: 'A CSV, .xlsx or .xls file of at most 10 MB and 20,000 rows.',
      maxBytes: MAX_BYTES,
      tooLargeCode: 'import.too_large',
      missingCode: 'import.missing',
    },
    handle: async (ctx, request, { path, filename }) => {
      const query = new URL(request.url).searchParams;
      const update = readFlag(query, 'update');
      const isDryRun = readFlag(query, 'dry_run');
      const file = { bytes: await Bun.file(path).bytes(), filename, update, signal: request.signal };
      const result = isDryRun
        ? await previewImport(ctx, file)
        : await importEvents(ctx, {
            ...file,
            auditContext: ctx,
            previewHash: query.get('preview') ?? undefined,
          });
      const headers = { 'content-type': 'application/json;charset=utf-8', 'cache-control': 'no-store' };
      return compressResponse(request, new Response(await jsonInChunks(result), { headers }));
    },
  },
];

/** Rejects values such as `dry_run=yes`: reading them as false would store the events. Throws `request.invalid`. */
function readFlag(query: URLSearchParams, name: string): boolean {
  const value = query.get(name) ?? 'false';
  if (value !== 'true' && value !== 'false') throw new AppError('request.invalid');
  return value === 'true';
}
