// Every action of an admin is written to the audit log, in the transaction of the action itself.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { auditLog } from '#db/schema/index.ts';
import { type Action, AUDIT_PAGE_SIZE, type AuditEntry } from '#src/features/audit/contract.ts';
import { sweepAuditLog } from '#src/features/audit/service.ts';
import { createClockGuard } from '#src/platform/clock/guard.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { appRouter, fileOperations } from '#src/router.ts';
import {
  ADMIN_ACTION_CASES,
  ADMIN_PASSWORD,
  type Admin,
  FILE_ACTION_CASES,
  type Input,
} from '#tests/support/admin-actions.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { tableChecksums } from '#tests/support/checksum.ts';
import { makeAdmin } from '#tests/support/content.ts';
import { newCaller, type TestApp, testApp } from '#tests/support/transports.ts';

const transport = 'rest';

const NOW = '2027-01-15T09:00:00.000Z';

let app: TestApp;
let password_hash: string;
beforeAll(async () => {
  password_hash = await hashPassword(ADMIN_PASSWORD);
  app = await testApp({ now: () => new Date(NOW) });
  app.context.clock = createClockGuard({ ...app.context, db: db() });
});
afterAll(() => app.stop());
const db = () => app.db;

/**
 * Makes writes to chosen tables fail when they commit. The audit entry of an action and its other writes are stored
 * together or not at all. Rate limits are exempt, because they are counted in separate transactions.
 */
const REFUSING_SCHEMA_SQL = `
  create schema refusing;
  create table refusing.tables (name text);
  create function refusing.refuse() returns trigger language plpgsql as $$ begin
    if exists (select from refusing.tables where name = tg_table_name) then raise exception 'refused'; end if;
    return null;
  end $$;`;
beforeAll(async () => {
  await app.sql.unsafe(REFUSING_SCHEMA_SQL);
  for (const table of await listTables())
    await app.sql.unsafe(`create constraint trigger refuse after insert or update or delete on "${table}"
      deferrable initially deferred for each row execute function refusing.refuse()`);
});

async function whileTablesRefuseWrites<Result>(
  tableNames: readonly string[],
  run: () => Promise<Result>,
): Promise<Result> {
  await app.sql`insert into refusing.tables select unnest(${tableNames as string[]}::text[])`;
  try {
    return await run();
  } finally {
    await app.sql`delete from refusing.tables`;
  }
}

async function listTables(): Promise<string[]> {
  const rows = await app.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'rate_limits'`;
  return rows.map(({ name }) => name);
}

/** These actions only read or store a file, so they write nothing but the audit entry to the database. */
const ACTIONS_WITHOUT_OTHER_WRITES: Action[] = ['backup.export', 'banner.upload'];

const loadEntries = () => db().select().from(auditLog).orderBy(auditLog.id);

async function expectAuditEntry<Body>(
  admin: Admin,
  action: Action | null,
  runAction: () => Promise<{ status: number; body: Body }>,
) {
  const checksumsBefore = await tableChecksums(app);
  const otherTables = (await listTables()).filter((name) => name !== 'audit_log');
  for (const refusingTables of action ? [['audit_log'], otherTables] : []) {
    if (refusingTables === otherTables && action && ACTIONS_WITHOUT_OTHER_WRITES.includes(action)) continue;
    const { status } = await whileTablesRefuseWrites(refusingTables, runAction);
    expect([action, refusingTables.length, status]).toEqual([action, refusingTables.length, 500]);
    expect(await tableChecksums(app)).toEqual(checksumsBefore);
  }
  const entryCountBefore = (await loadEntries()).length;
  const { status, body } = await runAction();
  expect([action, status, status === 200 ? '' : body]).toEqual([action, 200, '']);
  const addedEntries = (await loadEntries()).slice(entryCountBefore);
  expect(
    addedEntries.map(({ action, admin, admin_id, created_at }) => [action, admin, admin_id, created_at]),
  ).toEqual(action ? [[action, admin.username, admin.id, NOW]] : []);
  return { entry: addedEntries[0], body };
}

async function makeAdminAmongOthers(): Promise<Admin> {
  await makeAdmin(db());
  const admin = await makeAdmin(db(), { password_hash });
  await makeAdmin(db());
  return admin;
}

const ADMIN_MUTATIONS = Object.entries<{ _def: { type: string } }>(appRouter._def.procedures as never)
  .filter(([name, { _def }]) => name.startsWith('admin.') && _def.type === 'mutation')
  .map(([name]) => name);

test('every admin mutation and every file operation is covered below', () => {
  expect(Object.keys(ADMIN_ACTION_CASES).sort()).toEqual(ADMIN_MUTATIONS.sort());
  expect(Object.keys(FILE_ACTION_CASES).sort()).toEqual(fileOperations.map(({ name }) => name).sort());
});

const cases = Object.entries(ADMIN_ACTION_CASES).flatMap(([name, actionCases]) =>
  actionCases.map((actionCase) => [name, actionCase.action, actionCase] as const),
);
test.each(cases)(
  '%s writes its audit entry (%s), and nothing when it fails',
  async (name, action, { input }) => {
    const admin = await makeAdminAmongOthers();
    const headers = { ...admin.headers, ...newCaller() };
    const actionInput = await input?.(db(), admin, app);
    const { entry, body } = await expectAuditEntry(admin, action, () =>
      call<Input>(app, transport, name, { headers }, actionInput),
    );
    if (!action) return;
    // Some actions have no record of their own.
    expect(entry?.record_id).toBe(
      (body.id ?? actionInput?.id ?? actionInput?.change_id ?? null) as string | null,
    );
    if (!actionInput?.id) return;
    const inputWithUnknownId = { ...actionInput, id: Bun.randomUUIDv7() };
    expect((await call(app, transport, name, { headers }, inputWithUnknownId)).status).toBe(404);
    expect((await loadEntries()).at(-1)?.id).toBe(entry?.id ?? '');
  },
);

const fileCases = Object.entries(FILE_ACTION_CASES).flatMap(([name, actionCases]) =>
  actionCases.map((actionCase) => [name, actionCase.action, actionCase] as const),
);
test.each(fileCases)(
  '%s writes its audit entry (%s), and nothing when it fails',
  async (name, action, { query = '', file }) => {
    const admin = await makeAdminAmongOthers();
    const operation = fileOperations.find((candidate) => candidate.name === name);
    const [method = '', path = ''] = operation?.rest.split(' ') ?? [];
    const sentFile = await file?.(admin, app);
    await expectAuditEntry(admin, action, async () => {
      const body = new FormData();
      if (sentFile) body.append('file', sentFile);
      const response = await fetch(`${app.url}/api${path}${query}`, {
        method,
        headers: admin.headers,
        ...(sentFile && { body }),
      });
      return { status: response.status, body: await response.text() };
    });
  },
);

describe('the audit log', () => {
  let admin: Admin;
  const storedEntries: AuditEntry[] = [];
  beforeAll(async () => {
    admin = await makeAdmin(db(), { username: 'vera' });
    await db().delete(auditLog);
    // Two and a half pages. Every third entry has the same time as the one before it.
    const rows = Array.from({ length: AUDIT_PAGE_SIZE * 2 + 50 }, (_, index) => ({
      created_at: new Date(Date.parse(NOW) - (index - (index % 3 === 1 ? 1 : 0)) * 60_000).toISOString(),
      admin_id: admin.id,
      admin: index % 2 ? 'vera' : 'olle',
      action: (index % 5 ? 'event.update' : 'banner.move') as Action,
      record_id: `id-${index}`,
      record_name: `Nummer ${index}`,
    }));
    const insertedEntries = (await db().insert(auditLog).values(rows).returning()) as AuditEntry[];
    storedEntries.push(
      ...insertedEntries.toSorted(
        (a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id),
      ),
    );
  });

  const list = (filter: Input = {}) => {
    const query = new URLSearchParams(filter as Record<string, string>);
    return app.api<AuditEntry[]>(`GET /admin/audit?${query}`, { headers: admin.headers });
  };
  const idsOf = (rows: readonly AuditEntry[]) => rows.map(({ id }) => id);

  test('is listed newest first, in pages without gaps or repetitions', async () => {
    const pages: AuditEntry[] = [];
    for (let before = ''; ; ) {
      const { body } = await list({ before });
      pages.push(...body);
      if (body.length < AUDIT_PAGE_SIZE) break;
      before = body.at(-1)?.id ?? '';
    }
    expect(idsOf(pages)).toEqual(idsOf(storedEntries));
    const { admin_id: _, ...expected } = storedEntries[0] as AuditEntry & { admin_id: string };
    expect(pages[0]).toEqual(expected);
  });

  test('is filtered by an instant, read as Stockholm time if it has no zone', async () => {
    const earlierEntries = storedEntries
      .filter(({ created_at }) => created_at < '2027-01-15T08:30:00.000Z')
      .slice(0, AUDIT_PAGE_SIZE);
    expect(idsOf((await list({ before: '2027-01-15T08:30:00Z' })).body)).toEqual(idsOf(earlierEntries));
    expect(idsOf((await list({ before: '2027-01-15T09:30' })).body)).toEqual(idsOf(earlierEntries));
  });

  test('is filtered by admin, by action, and by both', async () => {
    const expectedIds = (admin: string, action: string) =>
      idsOf(
        storedEntries
          .filter((entry) => (!admin || entry.admin === admin) && (!action || entry.action === action))
          .slice(0, AUDIT_PAGE_SIZE),
      );
    for (const [adminName, action] of [
      ['vera', ''],
      ['', 'banner.move'],
      ['olle', 'banner.move'],
    ] as const)
      expect(idsOf((await list({ admin: adminName, action })).body)).toEqual(expectedIds(adminName, action));
    expect((await list({ admin: 'nobody' })).body).toEqual([]);
    expect((await list({ before: Bun.randomUUIDv7().replace(/.$/, '0') })).body).toEqual([]);
  });

  test.each([
    { before: 'igår' },
    { before: '2027-13-40' },
    { before: '2027-01-15' },
    { before: "0' or 1=1" },
    { action: 'event.explode' },
    { action: 'toString' },
    { admin: 'a\0b' },
  ])('rejects the filter %p', async (filter) => {
    expect((await list(filter)).status).toBe(400);
  });

  test('names everyone with an entry, also former admins', async () => {
    expect((await call(app, transport, 'admin.audit.actors', admin)).body).toEqual(['olle', 'vera']);
  });

  test('rejects a filter of the wrong type', async () => {
    const response = await call(app, 'trpc', 'admin.audit.list', admin, { before: 7 });
    expect(outcomeOf(response)[0]).toBe(400);
  });
});

test('entries are deleted after two years', async () => {
  const age = (days: number) => new Date(Date.parse(NOW) - days * 86_400_000).toISOString();
  await db().delete(auditLog);
  const entry = { admin_id: Bun.randomUUIDv7(), admin: 'vera', action: 'admin.login' };
  await db()
    .insert(auditLog)
    .values([729, 731].map((days) => ({ ...entry, id: Bun.randomUUIDv7(), created_at: age(days) })));
  await sweepAuditLog(app.context);
  expect((await loadEntries()).map(({ created_at }) => created_at)).toEqual([age(729)]);
});
