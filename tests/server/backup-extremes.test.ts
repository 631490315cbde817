import { expect, test } from 'bun:test';
import { assignMissingSeries } from '#src/features/events/series/service.ts';
import { nameError } from '#src/shared/names.ts';
import { backupsOf, contentOf, type Document, storePng, wipeContent } from '#tests/support/backup.ts';
import { makeAdmin, makeMember } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { newCaller } from '#tests/support/transports.ts';

const app = await appOfFile();
const admin = await makeAdmin(app.db, { username: 'boss' });
const backups = backupsOf(app, admin.headers);

type Headers = Record<string, string>;

async function sendSuccessfully<Body extends { id: string }>(
  operation: string,
  body: object,
  headers: Headers,
) {
  const response = await app.api<Body>(operation, { body, headers });
  expect([operation, response.status < 300 || response]).toEqual([operation, true]);
  return response.body;
}
const sendAsAdmin = <Body extends { id: string }>(operation: string, body: object = {}) =>
  sendSuccessfully<Body>(operation, body, admin.headers);

/** `length` counts UTF-16 units, as the limits do. The text ends in letters, so that nothing is trimmed. */
const makeTextsOf = (character: string) => (length: number) => {
  const truncated = `a${character.repeat(length)}`.slice(0, length - 1).replace(/[\ud800-\udbff]$/, 'b');
  return `${truncated}z`;
};

const SHORT_LENGTH = 200;
const LONG_LENGTH = 5000;
const webUrl = `https://lopp.example/${'å'.repeat(1979)}`;

const NOTE_LENGTH = 300;

const largestEvent = (text: (length: number) => string) => ({
  event_name: text(SHORT_LENGTH),
  event_date: '1900-01-01',
  event_end_date: '9999-12-31',
  sport_type: 'Löpning',
  distances: Array.from({ length: 30 }, (_, index) => `${index + 1},5 km`).join(', '),
  ort: text(SHORT_LENGTH),
  landskap: 'Östergötland',
  address: text(LONG_LENGTH),
  race_link: webUrl,
  result_link: webUrl,
  organizer: text(SHORT_LENGTH),
  additional_fields: Array.from({ length: 20 }, () => ({
    label: text(SHORT_LENGTH),
    value: text(LONG_LENGTH),
  })),
});
const SMALLEST_EVENT = {
  event_name: 'a',
  event_date: '9999-12-31',
  sport_type: 'triathlon',
  distances: 'Sprint',
};

/** The additional fields of a submission may hold less text than those of an event. */
const toSubmission = (event: ReturnType<typeof largestEvent>) => ({
  ...event,
  additional_fields: event.additional_fields.slice(0, 1),
});

async function storeEvents(text: (length: number) => string): Promise<void> {
  await sendAsAdmin('POST /admin/events', {
    ...largestEvent(text),
    banner_text: text(LONG_LENGTH),
    banner_start_date: '1900-01-01T00:00',
    banner_end_date: '9999-12-31T23:59',
    banner_color: 'yellow',
    status: 'postponed',
    status_note: text(NOTE_LENGTH),
    previous_dates: Array.from({ length: 20 }, () => '1900-01-01'),
    registration_opens_on: '1900-01-01',
    registration_closes_on: '9999-12-31',
    registration_url: webUrl,
    registration_kind: 'lottery',
    sold_out: true,
    transfer_policy: 'allowed',
    transfer_periods: Array.from({ length: 20 }, (_, period) => ({
      from: '1900-01-01',
      to: `9999-12-${12 + period}`,
      distances: Array.from({ length: 30 }, (_, index) => `${index + 1},5 km`),
      fee: 1_000_000,
      payer: 'seller',
      where: 'on_site',
    })),
    transfer_initiator: 'organizer',
    transfer_buyer_needs: Array.from({ length: 10 }, () => text(SHORT_LENGTH)),
    transfer_rules_url: webUrl,
    transfer_checked_on: '1900-01-01',
    ordinary_prices: Array.from({ length: 30 }, (_, index) => ({
      distance: `${index + 1},5 km`,
      price: 1_000_000,
    })),
    latitude: 70.5,
    longitude: 4.000000000000001,
  });
  await sendAsAdmin('POST /admin/events', {
    ...SMALLEST_EVENT,
    banner_start_date: '1900-01-01T00:00+14:00',
    banner_end_date: '9999-12-31T23:59:59.999Z',
  });
  for (const decision of [
    { status: 'approved', admin_comments: text(LONG_LENGTH), organizer: null, additional_fields: [] },
    { status: 'rejected' },
    undefined,
  ]) {
    const submission = {
      ...(decision ? toSubmission(largestEvent(text)) : SMALLEST_EVENT),
      submitter_name: text(SHORT_LENGTH),
      submitter_email: `${'a'.repeat(242)}@example.se`,
      submitter_phone: decision && text(LONG_LENGTH),
    };
    await sendSuccessfully('POST /events/submit', submission, newCaller());
    const [pending] = await app.sql`select id from event_submissions where status = 'pending'`;
    if (decision) await sendAsAdmin(`PUT /admin/events/submissions/${pending?.id}/review`, decision);
  }
}

async function storeMarket(text: (length: number) => string): Promise<void> {
  const [seller, buyer] = [await makeMember(app.db), await makeMember(app.db)];
  // Names allow fewer characters than other texts.
  const full_name = nameError(text(SHORT_LENGTH)) ? 'å'.repeat(SHORT_LENGTH) : text(SHORT_LENGTH);
  await sendSuccessfully('PUT /marketplace/profile', { full_name, phone_number: text(50) }, seller.headers);
  await sendSuccessfully('PUT /marketplace/profile', { full_name: 'a', phone_number: '' }, buyer.headers);
  const registration = { full_name, phone_number: text(50), password: 'Extremt1Lopp' };
  await sendSuccessfully(
    'POST /marketplace/register',
    { ...registration, email: `${'İ'.repeat(120)}@example.se`, confirm_password: 'Extremt1Lopp' },
    newCaller(),
  );
  const event = await sendAsAdmin('POST /admin/events', SMALLEST_EVENT);
  const adInput = { event_id: event.id, distance: 'Sprint', announcement_type: 'wanted', price: 1 };
  const soldAd = await sendSuccessfully<{ id: string; order_number: string }>(
    'POST /marketplace/announcements',
    {
      ...adInput,
      price: 1_000_000,
      has_name_change_fee: true,
      name_change_fee: 1_000_000,
      description: text(LONG_LENGTH),
    },
    seller.headers,
  );
  await sendSuccessfully('POST /marketplace/announcements', adInput, seller.headers);
  await sendSuccessfully(
    'POST /marketplace/messages',
    { announcement_id: soldAd.id, message_text: text(LONG_LENGTH) },
    buyer.headers,
  );
  await sendSuccessfully(
    `PUT /marketplace/conversations/${soldAd.id}/${seller.id}/deal`,
    { step: 'organizer_confirmed', done: true },
    buyer.headers,
  );
  await sendSuccessfully('POST /marketplace/blocks', { user_id: seller.id }, buyer.headers);
  const watch = { kind: 'search', query: `q=${encodeURIComponent(text(100))}`, cadence: 'daily' };
  await sendSuccessfully('POST /watches', watch, { ...buyer.headers, ...newCaller() });
  await app.sql`insert into merged_watchers
    select gen_random_uuid(), id, 65535, (select jsonb_agg(array[n, 65535]) from generate_series(1, 50) n) from watchers`;
  const report = { reason: 'other', reported_user_id: seller.id, description: text(LONG_LENGTH) };
  await sendSuccessfully(
    'POST /marketplace/reports',
    { ...report, related_announcement_id: soldAd.id },
    { ...buyer.headers, ...newCaller() },
  );
  await sendSuccessfully('POST /marketplace/reports', report, { ...buyer.headers, ...newCaller() });
  const reasons = { ground: text(LONG_LENGTH), facts: text(LONG_LENGTH) };
  await sendAsAdmin(`PUT /admin/marketplace/users/${seller.id}`, { is_suspended: true, ...reasons });
  const notice = {
    explanation: text(LONG_LENGTH),
    name: text(SHORT_LENGTH),
    email: 'a@example.se',
    good_faith: true,
  };
  await sendSuccessfully(
    'POST /notices',
    { ...notice, url: `/marketplace/annons/${soldAd.order_number}` },
    newCaller(),
  );
  const [stored] = await app.sql`select id from notices where decision is null`;
  await sendAsAdmin(`PUT /admin/notices/${stored?.id}`, { decision: 'kept', ...reasons });
  await sendAsAdmin(`DELETE /admin/events/${event.id}`);
}

async function storeOtherContent(text: (length: number) => string, hasEmptySettings: boolean): Promise<void> {
  const message = {
    name: text(SHORT_LENGTH),
    email: 'a@example.se',
    subject: text(SHORT_LENGTH),
    message: text(LONG_LENGTH),
  };
  const response = await sendSuccessfully<{ id: string }>('POST /contact/message', message, newCaller());
  expect(response.id).toBeUndefined();
  await sendAsAdmin('PUT /admin/contact/info', {
    company_name: hasEmptySettings ? '' : text(SHORT_LENGTH),
    address: hasEmptySettings ? null : text(LONG_LENGTH),
    phone: hasEmptySettings ? null : text(SHORT_LENGTH),
    email: hasEmptySettings ? null : `${'a'.repeat(242)}@example.se`,
    business_hours: hasEmptySettings ? null : text(LONG_LENGTH),
    description: hasEmptySettings ? null : text(LONG_LENGTH),
  });
  await sendAsAdmin('PUT /admin/marketplace/settings', {
    info_box_title: hasEmptySettings ? '' : text(SHORT_LENGTH),
    info_box_steps: hasEmptySettings ? [] : Array.from({ length: 20 }, () => text(LONG_LENGTH)),
    info_box_warning: hasEmptySettings ? '' : `<p><a href="https://x.example/?a=1&b=2">${text(800)}</a></p>`,
  });
  const file = `/uploads/${await storePng(app.context, 1000)}`;
  for (const banner of [
    { file_url: file, link_url: '/map?sport=OCR&q=%22#x', description: text(LONG_LENGTH) },
    { file_url: '/demo/banner.mp4', external_url: webUrl, link_url: webUrl },
    { external_url: 'http://lopp.example:8080', file_type: 'video', is_active: false },
  ])
    await sendAsAdmin('POST /admin/banners', { title: text(SHORT_LENGTH), ...banner });
}

/** With the texts of the largest event, which are stored as calls store them. */
const UPKEEP_SQL = `
  create temp table largest on commit drop as
    select id, series_id, event_name as text, address as long, race_link as url, row_number() over (order by address) as n
    from events order by address nulls last;
  insert into admin_passkeys select repeat('a_', 700), admins.id, repeat('-9', 2000), 2147483647, array_fill('internal'::text, array[10]), text
    from largest, admins where n = 1 on conflict do nothing;
  insert into admin_recovery_codes select id, repeat('~', 200) from admins on conflict do nothing;
  insert into organisers (id, series_id, email, token_hash, created_by, expires_at)
    select gen_random_uuid(), series_id, repeat('a', 242) || '@example.se', repeat('f', 64), text, now() + interval '1 year' from largest where n = 1;
  insert into sources (id, name, url, defaults, error, etag, last_modified, version)
    select gen_random_uuid(), text, url, jsonb_build_object('distances', long), text, long, text, 1073741824 from largest where n = 1;
  insert into event_batches (id, kind, name, made_by, source_id, added, undone_at, undone_by)
    select gen_random_uuid(), 'bulk', text, text, (select id from sources), 2147483647, now(), text from largest where n = 1;
  insert into event_proposals (id, event_id, organiser_id, organiser_email, before, after, admin_comments)
    select gen_random_uuid(), largest.id, (select id from organisers), repeat('a', 242) || '@example.se', after, after, long
    from event_revisions r, largest where n = 1 and r.event_id = largest.id and before is null;
  insert into page_views select id, '9999-12-31', 2147483647 from largest;
  insert into distinct_events select min(id::text)::uuid, max(id::text)::uuid, now(), max(text) from largest having count(*) > 1;
  insert into source_items select s.id, left(text, 200), l.id, after, now() from sources s, largest l
    join event_revisions r on r.event_id = l.id and r.before is null where n = 1;
  insert into source_changes (id, source_id, key, event_id, before, after)
    select gen_random_uuid(), s.id, left(text, 200), l.id, after, after from sources s, largest l
    join event_revisions r on r.event_id = l.id and r.before is null where n = 1;
  insert into mail_stops values (repeat('ab', 32), now()) on conflict do nothing;
  insert into link_checks (id, url, host, reason, http_status, failures)
    select gen_random_uuid(), url, text, text, 2147483647, 2147483647 from largest where n = 1;`;

const CHARACTERS = [...'xå漢🏃"\\&\'\u0001\u007f\u2028\ufeff\uffff\t', '\b\f\v', '\\v', '\r\n'];

test.each(CHARACTERS)('all content with the longest texts of %j is restored unchanged', async (character) => {
  const text = makeTextsOf(character);
  await storeEvents(text);
  await storeMarket(text);
  await storeOtherContent(text, character === 'x');
  await app.sql.unsafe(UPKEEP_SQL);
  const backup = await backups.export();
  for (const [name, records] of Object.entries((JSON.parse(backup) as Document).collections))
    expect([name, records.length > 0]).toEqual([name, true]);
  await wipeContent(app.context);
  const { status, body } = await backups.import(backup);
  expect([
    status,
    Object.entries(body.collections).filter(([, result]) => result.status === 'error'),
  ]).toEqual([200, []]);
  expect(contentOf(await backups.export()) === contentOf(backup)).toBe(true);
  await wipeContent(app.context);
});

test('coordinates west of Greenwich and of full precision are restored exactly', async () => {
  await app.sql`insert into events (id, event_name, event_date, sport_type, distances, latitude, longitude,
    place_source) values
    (gen_random_uuid(), 'a', '2027-01-01', 'OCR', '{10 km}', -90, -180, 'geocoder'),
    (gen_random_uuid(), 'a', '2027-01-01', 'OCR', '{10 km}', 5e-324, -0.1::float8 - 0.2::float8, 'geocoder')`;
  await assignMissingSeries(app.context);
  const backup = await backups.export();
  await wipeContent(app.context);
  expect((await backups.import(backup)).body.collections.events).toEqual({ status: 'success', count: 2 });
  expect(contentOf(await backups.export()) === contentOf(backup)).toBe(true);
});

test('an instant after the year 9999 is rejected', async () => {
  for (const instant of ['9999-12-31T23:59-05:00', '10000-01-01T00:00Z']) {
    const event = {
      ...SMALLEST_EVENT,
      banner_text: 'a',
      banner_start_date: '2027-01-01T00:00',
      banner_end_date: instant,
    };
    const { status, body } = await app.api('POST /admin/events', { body: event, headers: admin.headers });
    expect([status, (body as { code: string }).code]).toEqual([400, 'event.date']);
  }
});
