import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { auditLog } from '#db/schema/index.ts';
import { connect } from '#src/platform/database.ts';
import {
  csvOf,
  DEMO_CSV,
  manyEvents,
  utf8,
  utf8WithBom,
  windows1252,
  withRealDates,
  workbook,
} from '#tests/support/event-files.ts';
import { openImportWorld, ROW } from '#tests/support/import-world.ts';
import { BOUNDARY, MULTIPART_END, multipartPart, postImport, rawCall } from '#tests/support/imports.ts';
import { until } from '#tests/support/process.ts';

const { HEADER, admin, app, countEvents, demo, expectAsPreviewed, sendFile } = await openImportWorld();

const loadAuditEntries = () =>
  app.db
    .select({ admin: auditLog.admin, action: auditLog.action, name: auditLog.record_name })
    .from(auditLog);
const listIncoming = () => readdirSync(join(app.context.config.dataDir, 'incoming'));

const FILES: [string, string, () => Promise<Uint8Array> | Uint8Array][] = [
  ['CSV', 'lopp.csv', () => Bun.file(DEMO_CSV).bytes()],
  ['CSV with BOM and semicolons', 'lopp.csv', () => utf8WithBom(demo)],
  ['CSV in Windows-1252', 'lopp.csv', () => windows1252(demo)],
  ['xlsx with real dates', 'lopp.xlsx', () => workbook(withRealDates(demo), 'xlsx')],
  ['xlsx with dates as text', 'Lopp.XLSX', () => workbook(demo, 'xlsx')],
  ['xls with real dates', 'lopp.xls', () => workbook(withRealDates(demo), 'biff8')],
  [
    'xls with real dates in the 1904 date system',
    'lopp.xls',
    () => workbook(withRealDates(demo), 'biff8', { date1904: true }),
  ],
];

describe('an import of the demonstration events', () => {
  test.each(FILES)(
    'from %s previews 56 events without storing them, and then stores exactly these',
    async (_, name, makeFile) => {
      const bytes = await makeFile();
      const dryRun = await sendFile(bytes, { name, query: '?dry_run=true' });
      expect(dryRun).toMatchObject({
        status: 200,
        body: { imported_count: 56, total_rows: 56, errors: [], omitted_rows: 0, as_previewed: null },
      });
      expect(dryRun.body.rows.map(({ row, outcome }) => [row, outcome])).toEqual(
        demo.slice(1).map((_row, index) => [index + 2, 'new']),
      );
      expect([await countEvents(), await loadAuditEntries()]).toEqual([0, []]);

      const importResponse = await sendFile(bytes, { name, query: `?preview=${dryRun.body.preview}` });
      expect(importResponse).toMatchObject({
        status: 200,
        body: { imported_count: 56, as_previewed: true, errors: [] },
      });
      expect(await countEvents()).toBe(56);
      await expectAsPreviewed(dryRun.body.rows);
      expect(await loadAuditEntries()).toEqual([
        { admin: 'britta', action: 'event.import', name: `${name}: 56 evenemang` },
      ]);
      const { body: publicEvents } = await app.api<unknown[]>('GET /events');
      expect(publicEvents).toHaveLength(56);
      expect(listIncoming()).toEqual([]);
    },
  );
});

describe('an import', () => {
  test('accepts a file of 10 MB, and rejects one byte more with 413', async () => {
    const LIMIT_BYTES = 10 * 1024 * 1024;
    const csv = csvOf([HEADER, ROW]);
    const largestFile = new TextEncoder().encode(
      csv + ' '.repeat(LIMIT_BYTES - new TextEncoder().encode(csv).length),
    );
    expect(largestFile.length).toBe(LIMIT_BYTES);
    expect(await sendFile(largestFile)).toMatchObject({ status: 200, body: { imported_count: 1 } });
    const response = await sendFile(Buffer.concat([largestFile, Buffer.from('\n')]));
    expect(response).toMatchObject({
      status: 413,
      body: { code: 'import.too_large', detail: 'Filen är större än 10 MB.' },
    });
    expect([await countEvents(), listIncoming()]).toEqual([1, []]);
  });

  test('accepts and shows 20,000 rows, and rejects one more with 413', async () => {
    const grid = await manyEvents(20_001);
    const dryRun = await sendFile(utf8(grid.slice(0, -1)), { query: '?dry_run=true' });
    expect(dryRun.body).toMatchObject({ imported_count: 20_000, omitted_rows: 0 });
    expect(dryRun.body.rows).toHaveLength(20_000);
    expect(await sendFile(utf8(grid))).toMatchObject({ status: 413, body: { code: 'import.too_many_rows' } });
  });

  test('omits the last rows of a preview over its maximum size, and returns how many it omitted', async () => {
    const grid = [HEADER, ...Array.from({ length: 5000 }, (_, index) => ROW.with(1, `Lopp ${index}`))];
    await sendFile(utf8(grid));
    await app.sql`update events set address = ${'å'.repeat(5000)}`;
    const { body } = await sendFile(utf8(grid), { query: '?dry_run=true&update=true' });
    expect(body).toMatchObject({ imported_count: 5000, updated_count: 5000, total_rows: 5000 });
    expect(body.omitted_rows).toBeGreaterThan(0);
    expect(body.rows.length + body.omitted_rows).toBe(5000);
  });

  test('rejects a body that is too large without reading it to its end', async () => {
    const headers = { ...admin.headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const sizes: Record<string, string>[] = [
      { 'content-length': '500000000' },
      { 'transfer-encoding': 'chunked' },
    ];
    for (const size of sizes) {
      const call = rawCall(app.url, '/api/admin/events/import', { ...headers, ...size });
      const isChunked = 'transfer-encoding' in size;
      // The header of one chunk of 500 MB.
      if (isChunked) call.write('1dcd6500\r\n');
      call.write(multipartPart('').subarray(0, -2));
      const flood = call.flood(500_000_000);
      expect(await call.answered).toMatchObject({ status: 413, code: 'import.too_large' });
      await call.closed;
      await flood;
      expect(call.sent()).toBeLessThan(100_000_000);
    }
    expect(listIncoming()).toEqual([]);
  });
});

describe('an import', () => {
  test('returns 401 without waiting for the body', async () => {
    const call = rawCall(app.url, '/api/admin/events/import', {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': '5000000',
    });
    const { status, ms } = await call.answered;
    expect(status).toBe(401);
    expect(ms).toBeLessThan(1000);
    call.destroy();
  });

  test.each(['?dry_run=yes', '?update=1', '?dry_run='])(
    'rejects a flag that is neither true nor false: %s',
    async (query) => {
      expect(await sendFile(utf8([HEADER, ROW]), { query })).toMatchObject({ status: 400 });
      expect(await countEvents()).toBe(0);
    },
  );

  test('rejects another file type, a missing file and another content type', async () => {
    const sentence = 'Ogiltig filtyp. Vänligen ladda upp CSV eller Excel-fil.';
    expect(await sendFile(utf8([HEADER, ROW]), { name: 'lopp.txt' })).toMatchObject({
      status: 400,
      body: { detail: sentence, code: 'import.file_type' },
    });
    const formWithoutFile = new FormData();
    formWithoutFile.append('other', 'x');
    expect(await postImport(app.url, admin, formWithoutFile)).toMatchObject({
      status: 400,
      body: { code: 'import.missing' },
    });
    expect(await postImport(app.url, admin, '{}')).toMatchObject({ status: 415 });
    expect(await countEvents()).toBe(0);
  });
});

test('an import that stores nothing is not logged', async () => {
  const file = utf8([HEADER, ROW]);
  await sendFile(file);
  expect(await loadAuditEntries()).toHaveLength(1);
  // All rows are stored already, or no row is valid.
  for (const fileWithoutNewRows of [file, utf8([HEADER, ROW.with(0, 'x')])]) {
    const { status, body } = await sendFile(fileWithoutNewRows);
    expect([status, body.imported_count]).toEqual([200, 0]);
  }
  expect(await loadAuditEntries()).toHaveLength(1);
});

describe('an import', () => {
  test('is rolled back when its audit entry fails', async () => {
    await app.sql`alter table audit_log add constraint refused check (action <> 'event.import')`;
    expect((await sendFile(utf8(demo))).status).toBe(500);
    await app.sql`alter table audit_log drop constraint refused`;
    expect(await countEvents()).toBe(0);
  });

  test('stores nothing when the connection closes during the upload', async () => {
    const body = Buffer.concat([multipartPart(utf8(demo)), MULTIPART_END]);
    const call = rawCall(app.url, '/api/admin/events/import', {
      ...admin.headers,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': String(body.length),
    });
    call.write(body.subarray(0, -MULTIPART_END.length));
    await until(async () => listIncoming().length === 1, 5000);
    call.destroy();
    await until(async () => listIncoming().length === 0, 5000);
    expect([await countEvents(), await loadAuditEntries()]).toEqual([0, []]);
  });

  test('stores nothing when the client disconnects while rows are being stored', async () => {
    const blocker = connect(app.target, { max: 1 });
    await blocker.unsafe('begin; lock table events in share mode');
    const abortController = new AbortController();
    const pendingImport = sendFile(utf8(demo), { signal: abortController.signal }).catch(
      (error) => error.name,
    );
    const findBlockedWriters = () =>
      app.sql`select 1 from pg_stat_activity where query like '%insert into events (%' and pid <> pg_backend_pid() and wait_event_type = 'Lock'`;
    await until(async () => (await findBlockedWriters()).length > 0, 10_000);
    abortController.abort();
    expect(await pendingImport).toBe('AbortError');
    await Bun.sleep(200);
    await blocker.unsafe('commit');
    await blocker.end();
    await until(async () => listIncoming().length === 0, 5000);
    expect([await countEvents(), await loadAuditEntries()]).toEqual([0, []]);
  });
});

test.each([
  ['../../etc/passwd.csv', 'passwd.csv'],
  ['C:\\Users\\Britta\\lopp.csv', 'lopp.csv'],
  ['ånghästen – 2027.csv', 'ånghästen – 2027.csv'],
  ['lopp\u202evsc.csv', 'loppvsc.csv'],
  [`${'x'.repeat(300)}.csv`, `${'x'.repeat(196)}.csv`],
])('the audit log names a file by its base name: %s', async (name, expectedName) => {
  expect(await sendFile(utf8([HEADER, ROW]), { name })).toMatchObject({ status: 200 });
  expect(await loadAuditEntries()).toMatchObject([{ name: `${expectedName}: 1 evenemang` }]);
});
