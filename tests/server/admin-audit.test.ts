// D24: what an admin does stands in the log, in the transaction of the act itself.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { auditLog, reports } from '../../db/schema';
import { type Action, AUDIT_PAGE, type AuditEntry } from '../../src/features/audit/contract';
import type { Db } from '../../src/platform/database';
import { hashPassword } from '../../src/platform/passwords';
import { appRouter, fileOperations } from '../../src/router';
import { call, told } from '../support/call';
import {
  makeAccount,
  makeAdmin,
  makeAnnouncement,
  makeEvent,
  makeMember,
  makeMessage,
  makeSubmission,
} from '../support/content';
import { DOORS, type Door, newCaller, type TestApp, testApp } from '../support/doors';
import { png } from '../support/media';

const NOW = '2027-01-15T09:00:00.000Z';
const PASSWORD = 'Ordning2027';

let app: TestApp;
let password_hash: string;
beforeAll(async () => {
  password_hash = await hashPassword(PASSWORD);
  app = await testApp({ now: () => new Date(NOW) });
});
afterAll(() => app.stop());
const db = () => app.context.database.db;

type Admin = Awaited<ReturnType<typeof makeAdmin>>;
type Input = Record<string, unknown>;
type Case = {
  action: Action;
  /** What it is done to is made here, anew for each time. */
  input?: (db: Db, admin: Admin) => Promise<Input> | Input;
};

const EVENT = { event_date: '2027-05-22', event_name: 'Loppet', distances: '10 km', sport_type: 'Löpning' };
const SETTINGS = { info_box_title: 'Så', info_box_steps: ['Ett'], info_box_warning: '<b>Akta dig</b>' };

const BANNER = { title: 'Banner', external_url: 'https://lopp.example/b.png' };
/** Made as an admin makes one, so that the order has no gaps. */
const banner = async (admin: Admin, is_active = true) => {
  const made = await call<{ id: string }>(app, 'rest', 'admin.banners.create', admin, {
    ...BANNER,
    is_active,
  });
  return { id: made.body.id };
};

const idOf = async (made: Promise<{ id: string }>) => ({ id: (await made).id });
const event = (db: Db) => makeEvent(db, { event_name: `Loppet ${Bun.randomUUIDv7()}` });
const report = async (db: Db, status: 'new' | 'handled') => {
  const { id, full_name, email } = await makeMember(db);
  const about = { reported_user_id: (await makeAccount(db)).id, reporter_id: id, reason: 'spam' as const };
  const row = { ...about, reporter_name: full_name, reporter_email: email, description: 'x', status };
  return (await db.insert(reports).values(row).returning())[0] as { id: string };
};
/** Every mutation of an admin with what it takes; a new one that is not here fails the walk. */
const INPUTS: Record<string, Case[]> = {
  'admin.admins.login': [
    { action: 'admin.login', input: (_, { username }) => ({ username, password: PASSWORD }) },
  ],
  'admin.admins.logout': [{ action: 'admin.logout' }],
  'admin.accounts.update': [
    {
      action: 'account.update',
      input: async (db) => {
        const { id, email } = await makeAccount(db);
        return { id, email, full_name: 'Nytt Namn', phone_number: '070-1' };
      },
    },
    {
      action: 'account.suspend',
      input: async (db) => ({ ...(await idOf(makeAccount(db))), is_suspended: true }),
    },
    {
      action: 'account.unsuspend',
      input: async (db) => ({
        ...(await idOf(makeAccount(db, { is_suspended: true }))),
        is_suspended: false,
      }),
    },
  ],
  'admin.accounts.delete': [{ action: 'account.delete', input: (db) => idOf(makeAccount(db)) }],
  'admin.announcements.setActive': [
    {
      action: 'announcement.deactivate',
      input: async (db) => ({ ...(await idOf(makeAnnouncement(db))), is_active: false }),
    },
    {
      action: 'announcement.activate',
      input: async (db) => ({ ...(await idOf(makeAnnouncement(db, { is_active: false }))), is_active: true }),
    },
  ],
  'admin.announcements.delete': [
    { action: 'announcement.delete', input: (db) => idOf(makeAnnouncement(db)) },
  ],
  'admin.banners.create': [{ action: 'banner.create', input: () => BANNER }],
  'admin.banners.update': [
    { action: 'banner.update', input: async (_, admin) => ({ ...BANNER, ...(await banner(admin)) }) },
    {
      action: 'banner.deactivate',
      input: async (_, admin) => ({ ...(await banner(admin)), is_active: false }),
    },
    {
      action: 'banner.activate',
      input: async (_, admin) => ({ ...(await banner(admin, false)), is_active: true }),
    },
    {
      action: 'banner.move',
      input: async (_, admin) => {
        await banner(admin);
        return { ...(await banner(admin)), order_index: 0 };
      },
    },
  ],
  'admin.banners.delete': [{ action: 'banner.delete', input: (_, admin) => banner(admin) }],
  'admin.contact.updateInfo': [
    { action: 'contact.update_info', input: () => ({ company_name: 'Loppet AB', phone: null }) },
  ],
  'admin.contact.markRead': [
    { action: 'contact.read', input: async (db) => ({ ...(await idOf(makeMessage(db))), is_read: true }) },
    {
      action: 'contact.unread',
      input: async (db) => ({ ...(await idOf(makeMessage(db, { is_read: true }))), is_read: false }),
    },
  ],
  'admin.contact.deleteMessage': [{ action: 'contact.delete', input: (db) => idOf(makeMessage(db)) }],
  'admin.events.create': [
    {
      action: 'event.create',
      input: () => ({ ...EVENT, event_name: `Nytt ${Bun.randomUUIDv7()}` }),
    },
  ],
  'admin.events.update': [
    {
      action: 'event.update',
      input: async (db) => ({
        ...EVENT,
        event_name: `Annat ${Bun.randomUUIDv7()}`,
        ...(await idOf(event(db))),
      }),
    },
  ],
  'admin.events.delete': [{ action: 'event.delete', input: (db) => idOf(event(db)) }],
  'admin.events.resetCoordinates': [
    {
      action: 'event.reset_coordinates',
      input: (db) =>
        idOf(
          makeEvent(db, {
            event_name: `Loppet ${Bun.randomUUIDv7()}`,
            latitude: 60.1,
            longitude: 14.2,
            place_source: 'admin',
          }),
        ),
    },
  ],
  'admin.marketplaceSettings.update': [{ action: 'settings.update', input: () => SETTINGS }],
  'admin.reports.setStatus': [
    {
      action: 'report.handle',
      input: async (db) => ({ ...(await idOf(report(db, 'new'))), status: 'handled' }),
    },
    {
      action: 'report.reopen',
      input: async (db) => ({ ...(await idOf(report(db, 'handled'))), status: 'new' }),
    },
  ],
  'admin.submissions.review': [
    {
      action: 'submission.approve',
      input: async (db) => ({ ...(await idOf(makeSubmission(db))), status: 'approved' }),
    },
    {
      action: 'submission.reject',
      input: async (db) => ({
        ...(await idOf(makeSubmission(db))),
        status: 'rejected',
        admin_comments: 'Nej',
      }),
    },
  ],
  'admin.submissions.delete': [{ action: 'submission.delete', input: (db) => idOf(makeSubmission(db)) }],
};

type FileCase = { action: Action | null; query?: string; file?: (admin: Admin) => File | Promise<File> };

const csv = () => {
  const row = `2027-05-22,Loppet ${Bun.randomUUIDv7()},10 km,Löpning`;
  return new File([`event_date,event_name,distances,sport_type\n${row}\n`], 'lopp.csv');
};

/** Every call with a file: what is sent, and the act that it is; null for one that is none. */
const FILES: Record<string, FileCase[]> = {
  'admin.events.template': [{ action: null }],
  'admin.events.import': [
    { action: 'event.import', file: csv },
    { action: null, query: '?dry_run=true', file: csv },
  ],
  'admin.banners.upload': [{ action: 'banner.upload', file: () => new File([png()], 'b.png') }],
  'admin.backup.export': [{ action: 'backup.export' }],
  'admin.backup.import': [
    {
      action: 'backup.import',
      file: async ({ headers }) => {
        const answer = await fetch(`${app.url}/api/admin/backup/export`, { headers });
        return new File([await answer.arrayBuffer()], 'backup.json');
      },
    },
  ],
};

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
  expect(Object.keys(INPUTS).sort()).toEqual(MUTATIONS.sort());
  expect(Object.keys(FILES).sort()).toEqual(fileOperations.map(({ name }) => name).sort());
});

describe.each(DOORS)('through %s', (door: Door) => {
  const cases = Object.entries(INPUTS).flatMap(([name, all]) =>
    all.map((one) => [name, one.action, one] as const),
  );
  test.each(cases)('%s leaves one entry, %s, or nothing at all', async (name, action, { input }) => {
    const admin = await someAdmin();
    const headers = { ...admin.headers, ...newCaller() };
    const given = await input?.(db(), admin);
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

const files = Object.entries(FILES).flatMap(([name, all]) =>
  all.map((one) => [name, one.action, one] as const),
);
test.each(files)('%s leaves one entry, %s, or nothing at all', async (name, action, { query = '', file }) => {
  const admin = await someAdmin();
  const operation = fileOperations.find((one) => one.name === name);
  const [method = '', path = ''] = operation?.rest.split(' ') ?? [];
  const sent = await file?.(admin);
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
