// D24: what an admin does stands in the log, in the transaction of the act itself.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { auditLog } from '../../db/schema';
import { type Action, AUDIT_PAGE, type AuditEntry } from '../../src/features/audit/contract';
import { hashPassword } from '../../src/platform/passwords';
import { appRouter, fileOperations } from '../../src/router';
import { ACTS, ADMIN_PASSWORD, type Admin, FILE_ACTS, type Input } from '../support/admin-acts';
import { call, told } from '../support/call';
import { makeAdmin } from '../support/content';
import { DOORS, type Door, newCaller, type TestApp, testApp } from '../support/doors';

const NOW = '2027-01-15T09:00:00.000Z';

let app: TestApp;
let password_hash: string;
beforeAll(async () => {
  password_hash = await hashPassword(ADMIN_PASSWORD);
  app = await testApp({ now: () => new Date(NOW) });
});
afterAll(() => app.stop());
const db = () => app.context.database.db;

/**
 * An act is refused at its end, for its entry or for what else it wrote: neither must stand without the other. What it
 * writes is looked at when it commits; attempts are counted by themselves.
 */
const REFUSE = `
  create schema refusing;
  create table refusing.tables (name text);
  create function refusing.refuse() returns trigger language plpgsql as $$ begin
    if exists (select from refusing.tables where name = tg_table_name) then raise exception 'refused'; end if;
    return null;
  end $$;`;
beforeAll(async () => {
  await app.sql.unsafe(REFUSE);
  for (const table of await tables())
    await app.sql.unsafe(`create constraint trigger refuse after insert or update or delete on "${table}"
      deferrable initially deferred for each row execute function refusing.refuse()`);
});

async function refusing<Result>(names: readonly string[], work: () => Promise<Result>): Promise<Result> {
  await app.sql`insert into refusing.tables select unnest(${names as string[]}::text[])`;
  try {
    return await work();
  } finally {
    await app.sql`delete from refusing.tables`;
  }
}

async function tables(): Promise<string[]> {
  const rows = await app.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'rate_limits'`;
  return rows.map(({ name }) => name);
}

/** These are about a file alone: there is nothing else that could be refused. */
const WRITE_NOTHING_ELSE: Action[] = ['backup.export', 'banner.upload'];

/** What all tables hold, but for attempts that were counted. */
async function everything(): Promise<unknown> {
  const each = (await tables()).map(
    (name) =>
      `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as held from "${name}" t`,
  );
  return [...(await app.sql.unsafe(each.join(' union all ')))];
}

const entries = () => db().select().from(auditLog).orderBy(auditLog.id);

/** Refused at its end it leaves nothing; else its one entry, by the admin who did it, when they did. */
async function expectOneEntry<Body>(
  admin: Admin,
  action: Action | null,
  act: () => Promise<{ status: number; body: Body }>,
) {
  const before = await everything();
  const others = (await tables()).filter((name) => name !== 'audit_log');
  for (const refused of action ? [['audit_log'], others] : []) {
    if (refused === others && action && WRITE_NOTHING_ELSE.includes(action)) continue;
    const { status } = await refusing(refused, act);
    expect([action, refused.length, status]).toEqual([action, refused.length, 500]);
    expect(await everything()).toEqual(before);
  }
  const known = (await entries()).length;
  const { status, body } = await act();
  expect([action, status, status === 200 ? '' : body]).toEqual([action, 200, '']);
  const noted = (await entries()).slice(known);
  expect(
    noted.map(({ action, admin, admin_id, created_at }) => [action, admin, admin_id, created_at]),
  ).toEqual(action ? [[action, admin.username, admin.id, NOW]] : []);
  return { entry: noted[0], body };
}

/** An admin beside whom there are others, who can log in. */
async function someAdmin(): Promise<Admin> {
  await makeAdmin(db());
  const admin = await makeAdmin(db(), { password_hash });
  await makeAdmin(db());
  return admin;
}

const MUTATIONS = Object.entries<{ _def: { type: string } }>(appRouter._def.procedures as never)
  .filter(([name, { _def }]) => name.startsWith('admin.') && _def.type === 'mutation')
  .map(([name]) => name);

test('every mutation of an admin, and every call with a file, is walked below', () => {
  expect(Object.keys(ACTS).sort()).toEqual(MUTATIONS.sort());
  expect(Object.keys(FILE_ACTS).sort()).toEqual(fileOperations.map(({ name }) => name).sort());
});

describe.each(DOORS)('through %s', (door: Door) => {
  const cases = Object.entries(ACTS).flatMap(([name, all]) =>
    all.map((one) => [name, one.action, one] as const),
  );
  test.each(cases)('%s leaves one entry, %s, or nothing at all', async (name, action, { input }) => {
    const admin = await someAdmin();
    const headers = { ...admin.headers, ...newCaller() };
    const given = await input?.(db(), admin, app);
    const { entry, body } = await expectOneEntry(admin, action, () =>
      call<Input>(app, door, name, { headers }, given),
    );
    // What is made gets its id from the answer; some acts are about no one record.
    expect(entry?.record_id).toBe((given?.id ?? body.id ?? null) as string | null);
    if (!given?.id) return;
    const nowhere = { ...given, id: Bun.randomUUIDv7() };
    expect((await call(app, door, name, { headers }, nowhere)).status).toBe(404);
    expect((await entries()).at(-1)?.id).toBe(entry?.id ?? '');
  });
});

const files = Object.entries(FILE_ACTS).flatMap(([name, all]) =>
  all.map((one) => [name, one.action, one] as const),
);
test.each(files)('%s leaves one entry, %s, or nothing at all', async (name, action, { query = '', file }) => {
  const admin = await someAdmin();
  const operation = fileOperations.find((one) => one.name === name);
  const [method = '', path = ''] = operation?.rest.split(' ') ?? [];
  const sent = await file?.(admin, app);
  await expectOneEntry(admin, action, async () => {
    const body = new FormData();
    if (sent) body.append('file', sent);
    const answer = await fetch(`${app.url}/api${path}${query}`, {
      method,
      headers: admin.headers,
      ...(sent && { body }),
    });
    return { status: answer.status, body: await answer.text() };
  });
});

describe('the log (D30)', () => {
  let admin: Admin;
  const made: AuditEntry[] = [];
  beforeAll(async () => {
    admin = await makeAdmin(db(), { username: 'vera' });
    await db().delete(auditLog);
    // As many as two pages and a half; every third at the moment of the one before it.
    const rows = Array.from({ length: AUDIT_PAGE * 2 + 50 }, (_, at) => ({
      created_at: new Date(Date.parse(NOW) - (at - (at % 3 === 1 ? 1 : 0)) * 60_000).toISOString(),
      admin_id: admin.id,
      admin: at % 2 ? 'vera' : 'olle',
      action: (at % 5 ? 'event.update' : 'banner.move') as Action,
      record_id: `id-${at}`,
      record_name: `Nummer ${at}`,
    }));
    const stored = (await db().insert(auditLog).values(rows).returning()) as AuditEntry[];
    made.push(
      ...stored.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id)),
    );
  });

  describe.each(DOORS)('through %s', (door: Door) => {
    const list = (filter: Input = {}) => {
      if (door === 'trpc') return call<AuditEntry[]>(app, door, 'admin.audit.list', admin, filter);
      const query = new URLSearchParams(filter as Record<string, string>);
      return app.api<AuditEntry[]>(`GET /admin/audit?${query}`, { headers: admin.headers });
    };
    const idsOf = (rows: readonly AuditEntry[]) => rows.map(({ id }) => id);

    test('comes newest first, page by page without a gap or a repeat, by the id of the last', async () => {
      const pages: AuditEntry[] = [];
      for (let before = ''; ; ) {
        const { body } = await list({ before });
        pages.push(...body);
        if (body.length < AUDIT_PAGE) break;
        before = body.at(-1)?.id ?? '';
      }
      expect(idsOf(pages)).toEqual(idsOf(made));
      const { admin_id: _, ...seen } = made[0] as AuditEntry & { admin_id: string };
      expect(pages[0]).toEqual(seen);
    });

    test('before an instant: what came earlier, in Stockholm time when it names no zone', async () => {
      const earlier = made
        .filter(({ created_at }) => created_at < '2027-01-15T08:30:00.000Z')
        .slice(0, AUDIT_PAGE);
      expect(idsOf((await list({ before: '2027-01-15T08:30:00Z' })).body)).toEqual(idsOf(earlier));
      expect(idsOf((await list({ before: '2027-01-15T09:30' })).body)).toEqual(idsOf(earlier));
    });

    test('by an admin, by an act, by both', async () => {
      const of = (admin: string, action: string) =>
        idsOf(
          made
            .filter((entry) => (!admin || entry.admin === admin) && (!action || entry.action === action))
            .slice(0, AUDIT_PAGE),
        );
      for (const [who, action] of [
        ['vera', ''],
        ['', 'banner.move'],
        ['olle', 'banner.move'],
      ] as const)
        expect(idsOf((await list({ admin: who, action })).body)).toEqual(of(who, action));
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
    ])('%p is refused', async (filter) => {
      expect((await list(filter)).status).toBe(400);
    });

    test('whose acts there are, by name, also those who are admins no more', async () => {
      expect((await call(app, door, 'admin.audit.actors', admin)).body).toEqual(['olle', 'vera']);
    });
  });

  test('takes no other words than it has', async () => {
    const answer = await call(app, 'trpc', 'admin.audit.list', admin, { before: 7 });
    expect(told(answer)[0]).toBe(400);
  });
});
