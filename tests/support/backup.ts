import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { BackupImportResult } from '#src/features/backup/contract.ts';
import { openBackup } from '#src/features/backup/export/service.ts';
import type { BackgroundContext, Context } from '#src/platform/context.ts';
import type { Sql } from '#src/platform/database.ts';
import { DUMMY_HASH } from '#src/platform/passwords/passwords.ts';
import { upkeepSql } from './backup-upkeep.ts';
import { temporaryDir } from './process.ts';

export type Document = {
  version: number;
  created_at: string;
  collections: Record<string, Record<string, unknown>[]>;
  uploads: { name: string; size: number; data: string[] }[];
};

/** Omits the creation time, to compare two backups of the same content. */
export const contentOf = (text: string): string => text.replace(/"created_at":"[^"]*"/, '');

/** `size` events and about 25 rows for each. Every column has a value in some row. Texts have special characters. */
export async function fillContent(sql: Sql, size: number): Promise<void> {
  const line = `'Åsö "trail" \\ <b>&amp;</b> 🏃 ' || n`;
  const text = `${line} || E'\\t\\n\\u2028' || n`;
  const hash = `'${DUMMY_HASH}'`;
  const instant = `timestamptz '2026-03-01 12:00:00.123456+01' + n * interval '61.007 seconds'`;
  const raceValues = `'Lopp ' || n, date '2027-01-01' + n % 700, case when n % 3 = 0 then date '2029-01-01' end,
    'Triathlon', array['10 km', '42,1 km', '1 "mil" \\'], 'Mora', null, ${text}, 'https://lopp.example/' || n, null,
    'IFK ' || n, jsonb_build_array(jsonb_build_object('label', 'Start', 'value', ${text}))`;
  const raceColumns = `event_name, event_date, event_end_date, sport_type, distances, ort, landskap, address, race_link,
    result_link, organizer, additional_fields`;
  const series = (times: number) => `generate_series(1, ${Math.ceil(size * times)}) as n`;
  await sql.unsafe(`
    insert into events (id, ${raceColumns}, banner_text, banner_start_date, banner_end_date, banner_color, status,
      status_note, previous_dates, registration_opens_on, registration_closes_on, registration_url, registration_kind,
      sold_out, transfer_policy, transfer_periods, transfer_initiator, transfer_buyer_needs, transfer_rules_url,
      transfer_checked_on, ordinary_prices, updated_at, sequence, latitude, longitude, place_source, geocode_due, created_at)
    select gen_random_uuid(), ${raceValues}, 'FULLT', ${instant}, ${instant}, 'blue',
      (array['scheduled', 'cancelled', 'postponed'])[n % 3 + 1], ${line}, array[date '2026-12-01', date '2026-12-02'],
      '2026-10-01', '2026-11-30', 'https://lopp.example/anmalan/' || n, 'lottery', n % 2 = 0,
      (array['unknown', 'allowed', 'forbidden'])[n % 3 + 1],
      jsonb_build_array(
        jsonb_build_object('from', null, 'to', '2027-06-05', 'distances', '[]'::jsonb, 'fee', n, 'payer', 'buyer', 'where', 'online'),
        jsonb_build_object('from', '2027-06-06', 'to', null, 'distances', '["10 km"]'::jsonb, 'fee', null, 'payer', null, 'where', null)),
      (array['seller', 'buyer', 'organizer', null])[n % 4 + 1], array[${line}, 'Användar-ID'],
      'https://lopp.example/regler/' || n, '2026-11-20', jsonb_build_array(jsonb_build_object('distance', '10 km', 'price', n)),
      ${instant}, n, 59.1 + n / 7e6, 15 + 1e-7 * n, 'admin', null,
      ${instant} from ${series(1)};
    create temp table made_series on commit drop as
      select e.id, ${line} as name, 'fylld-' || n as slug, to_char(event_date, 'YYYY') as edition
        from events e cross join lateral (select sequence as n) numbered where race_link = 'https://lopp.example/' || n;
    insert into series select id, name, slug from made_series;
    insert into series_keys select 'lopp ' || name || '|mora', id from made_series;
    update events set series_id = made_series.id, edition = made_series.edition from made_series where events.id = made_series.id;
    insert into mail_stops select encode(sha256(('stopp' || n)::bytea), 'hex'), ${instant} from ${series(1)};
    insert into race_addresses select slug, id, null::uuid from made_series union all
      select 'gammal-' || slug, id, null::uuid from made_series union all
      select slug || '/' || edition, id, id from made_series union all
      select 'borta-' || slug || '/1999', null::uuid, null::uuid from made_series;
    insert into event_submissions (id, ${raceColumns}, status, submitter_name, submitter_email, submitter_phone,
      submitted_at, admin_comments, reviewed_at, reviewed_by)
    select gen_random_uuid(), ${raceValues}, 'approved', ${line}, 'a@example.se', '070', ${instant}, ${text}, ${instant}, 'admin'
      from ${series(1)};
    insert into contact_messages select gen_random_uuid(), ${line}, ${line}, 'a@example.se', ${text}, n % 2 = 0, ${instant}
      from ${series(1.5)};
    insert into contact_info (company_name, description) values ('Loppet', 'Vi');
    insert into marketplace_settings (info_box_title, info_box_steps, info_box_warning, disabled_advice)
      values ('Så', '["Ett", "Två"]', '<b>Var försiktig</b>', array['link', 'low_price']);
    insert into admins (id, username, password_hash, created_at)
      select gen_random_uuid(), 'other' || n, ${hash}, ${instant} from generate_series(1, 3) as n;
    insert into marketplace_users (id, email, username, password_hash, stranger_password_hash, full_name, phone_number,
      is_verified, created_at, last_login)
    select gen_random_uuid(), 'm' || n || '@example.se', 'm' || n, ${hash}, case when n % 2 = 0 then ${hash} end, ${line},
      null, true, ${instant}, ${instant}
      from ${series(1)};
    insert into marketplace_usernames select username, id from marketplace_users;
    insert into marketplace_usernames select 'm-' || n, null from generate_series(1, 3) as n;
    create temp table numbered on commit drop as
      select e.id as event_id, u.id as user_id, e.n from
        (select id, row_number() over (order by id) as n from events) e
        join (select id, row_number() over (order by id) as n from marketplace_users) u using (n);
    insert into announcements (id, announcement_type, event_id, event_name, event_date, distance, price, name_change_fee,
      description, user_id, is_active, is_completed, created_at)
    select gen_random_uuid(), 'sale', case when n % 5 > 0 then event_id end, 'Lopp', '2027-01-01', '10 km', 1 + n,
      case when n % 2 = 0 then 200 end, ${text}, user_id, n % 5 > 0, false, ${instant} from numbered;
    insert into conversations select gen_random_uuid(), a.id, u.id, a.created_at
      from announcements a join lateral (select id from marketplace_users where id > a.user_id order by id limit 1) u on true;
    insert into messages select gen_random_uuid(), c.id, c.participant_id, ${text}, ${instant},
      case when n % 2 = 0 then ${instant} end from conversations c, generate_series(1, 4) as n;
    insert into deal_steps select c.id, steps.step, case when n = 2 then a.user_id else c.participant_id end, ${instant}
      from conversations c join announcements a on a.id = c.announcement_id,
      unnest(array['agreed', 'transfer_requested', 'paid']) with ordinality as steps (step, n);
    insert into member_blocks select c.participant_id, a.user_id, a.created_at
      from conversations c join announcements a on a.id = c.announcement_id;
    insert into reports select gen_random_uuid(), c.participant_id, a.user_id, ${line}, 'a@example.se', a.id, 'spam', ${text},
      'new', a.created_at from conversations c join announcements a on a.id = c.announcement_id,
      generate_series(1, 1) as n;
    insert into notices select gen_random_uuid(), '/marketplace/annons/' || order_number, id, ${text}, ${line}, 'a@example.se',
      true, (array[null, 'removed', 'kept'])[n % 3 + 1], ${line}, ${text}, case when n % 3 > 0 then ${instant} end, ${instant}
      from (select *, row_number() over (order by id) as n from announcements) a;
    insert into statements select gen_random_uuid(), a.user_id, (array['ad_hidden', 'ad_deleted', 'account_suspended'])[n % 3 + 1],
      order_number, ${line}, ${line}, ${text}, notice_id, ${instant}, ${text}, ${instant},
      (array[null, 'upheld', 'reversed'])[n % 3 + 1], ${text}, case when n % 3 > 0 then ${instant} end
      from (select a.*, n.id as notice_id, row_number() over (order by a.id) as n
        from announcements a join notices n on n.announcement_id = a.id) a;
    insert into watchers (id, email, user_id, last_number, paused_until, mailed_at, composed_mail_id, composed_at, match_mailed_at, refused_at, idle_since, created_at)
      select gen_random_uuid(), case when n % 2 = 0 then 'vakt' || n || '@example.se' end, case when n % 2 = 1 then user_id end,
      4, ${instant}, ${instant}, gen_random_uuid(), ${instant}, ${instant}, case when n % 2 = 0 then ${instant} end, ${instant}, ${instant} from numbered;
    insert into merged_watchers select gen_random_uuid(), id, 1, '[[4, 2]]' from watchers where user_id is not null;
    insert into watches (id, watcher_id, number, kind, query, event_id, series_id, distance, min_price, max_price, cadence,
      created_at, renewed_at, asked_at)
    select gen_random_uuid(), w.id, 1, 'search', 'q=lopp&landskap=Dalarna', null, null, null, null, null, 'direct',
      created_at, created_at, created_at from watchers w union all
    select gen_random_uuid(), w.id, 4, 'market_sale', null, case when n % 2 = 0 then event_id end,
      case when n % 2 = 1 then series_id end, '1 "mil" \\', n, n + 1, 'weekly', w.created_at, w.created_at, null
      from (select *, row_number() over (order by id) as n from watchers) w join numbered using (n)
      join events e on e.id = event_id;
    insert into banners (id, title, description, external_url, file_url, link_url, file_type, order_index, created_at)
    select gen_random_uuid(), ${line}, null, 'https://lopp.example/b.png', null, '/submit-event', 'image', n - 1, ${instant}
      from generate_series(1, 3) as n;
    ${upkeepSql(line, instant)}`);
}

/** Deletes the content and the uploads, but keeps the admins, which an import through the portal does not change. */
export async function wipeContent(context: BackgroundContext): Promise<void> {
  const { database, uploads } = context;
  await database.sql.unsafe(`
    truncate events, series, event_submissions, contact_messages, contact_info, marketplace_settings, marketplace_users, banners,
      watchers, sources, event_batches, link_checks, mail_stops cascade`);
  for (const { name } of await uploads.list()) await uploads.remove(name);
}

/** A PNG of noise, of `bytes` bytes or slightly more. */
function makePng(bytes: number): Uint8Array {
  const width = 256;
  const height = Math.max(1, Math.ceil(bytes / (width * 3 + 1)));
  const rows = new Uint8Array(height * (width * 3 + 1));
  for (let offset = 0; offset < rows.length; offset += 65_536)
    crypto.getRandomValues(rows.subarray(offset, offset + 65_536));
  for (let row = 0; row < height; row++) rows[row * (width * 3 + 1)] = 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunkBytes = Buffer.alloc(body.length + 8);
  chunkBytes.writeUInt32BE(data.length, 0);
  chunkBytes.set(body, 4);
  chunkBytes.writeUInt32BE(Bun.hash.crc32(body), body.length + 4);
  return chunkBytes;
}

export async function storePng({ uploads }: Pick<Context, 'uploads'>, bytes = 1000): Promise<string> {
  const png = makePng(bytes);
  const name = `${createHash('sha256').update(png).digest('hex')}.png`;
  const dir = temporaryDir();
  const path = join(dir.path, name);
  await Bun.write(path, png);
  await uploads.store(path, name);
  dir.remove();
  return name;
}

export async function exportWithAdmins(context: Context): Promise<string> {
  const backup = await openBackup(context, { withAdmins: true });
  const pieces = await Array.fromAsync(backup.pieces());
  await backup.release();
  return Buffer.concat(pieces).toString();
}

type ImportResponse = { collections: BackupImportResult['collections']; code?: string; detail?: string };
export type Backups = ReturnType<typeof backupsOf>;

export function backupsOf({ url }: { url: string }, headers: Record<string, string>) {
  return {
    async export(): Promise<string> {
      const response = await fetch(`${url}/api/admin/backup/export`, { headers });
      if (response.status !== 200) throw new Error(`The backup export returned ${response.status}.`);
      return response.text();
    },
    async import(
      document: Document | string | Uint8Array,
    ): Promise<{ status: number; body: ImportResponse }> {
      const isSerialized = typeof document === 'string' || document instanceof Uint8Array;
      const body = new FormData();
      body.append(
        'file',
        new File([isSerialized ? (document as BlobPart) : JSON.stringify(document)], 'backup.json'),
      );
      const response = await fetch(`${url}/api/admin/backup/import`, { method: 'POST', headers, body });
      return { status: response.status, body: (await response.json()) as ImportResponse };
    },
  };
}
