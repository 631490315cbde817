import { usernameOf } from '#src/features/accounts/rules.ts';
import { LANDSKAP } from '#src/shared/landskap.ts';
import { SPORTS } from '#src/shared/sports.ts';
import type { Document } from '#tests/support/backup.ts';
import type { Draw } from './draw.ts';
import { DATES, lineFor, maybe, multilineFor, type Row, timestampFor, urlFor } from './values.ts';

/** `knownHash` is the hash of the password that the program logs in with. */
export type Hashes = { knownHash: string; unknownHash: string };

const PLAIN_DISTANCES = [
  '10 km',
  '42,1 km',
  '5 mil',
  '1 500 m',
  '21.0975 K',
  '100',
  '0,0001 km',
  '9999999 mil',
];
function raceFor(draw: Draw): Row {
  const day = draw.pick(DATES);
  const sport = draw.pick(SPORTS);
  const distances = draw.pick([
    () => [draw.pick(PLAIN_DISTANCES)],
    () => Array.from({ length: 30 }, (_, index) => `${index + 1},5 km`),
    () => (sport === 'Triathlon' ? ['Sprint "kort"', 'Olympisk'] : PLAIN_DISTANCES.slice(0, 4)),
  ])();
  return {
    event_name: lineFor(draw),
    event_date: day,
    event_end_date: maybe(draw, () => draw.pick([day, '9999-12-31'])),
    sport_type: sport,
    distances,
    ort: maybe(draw, () => lineFor(draw)),
    landskap: maybe(draw, () => draw.pick(LANDSKAP)),
    address: maybe(draw, () => multilineFor(draw)),
    race_link: maybe(draw, () => urlFor(draw)),
    result_link: maybe(draw, () => urlFor(draw)),
    organizer: maybe(draw, () => lineFor(draw)),
    additional_fields: draw.pick([
      () => [],
      () => Array.from({ length: 20 }, () => ({ label: lineFor(draw), value: lineFor(draw, 5000) })),
    ])(),
  };
}

function eventFor(draw: Draw): Row {
  const isPlaced = draw.chance(50);
  const race = raceFor(draw);
  return {
    id: draw.id(),
    ...race,
    banner_text: maybe(draw, () => multilineFor(draw)),
    banner_start_date: draw.pick(['1899-12-31T10:00:00Z', '2026-01-01T00:00:00.5Z']),
    banner_end_date: draw.pick(['2026-12-31T00:00:00Z', '9999-12-31T23:59:59.999Z']),
    banner_color: draw.pick(['red', 'yellow']),
    status: draw.pick(['scheduled', 'cancelled', 'postponed']),
    status_note: maybe(draw, () => lineFor(draw)),
    previous_dates: draw.pick([[], ['1900-01-01', '9999-12-31']]),
    registration_opens_on: draw.pick([null, '1900-01-01']),
    registration_closes_on: draw.pick([null, '9999-12-31']),
    registration_url: maybe(draw, () => urlFor(draw)),
    registration_kind: draw.pick(['open', 'lottery']),
    sold_out: draw.chance(50),
    transfer_policy: draw.pick(['unknown', 'allowed', 'forbidden']),
    transfer_periods: draw.pick([
      [],
      [
        {
          from: null,
          to: race.event_end_date ?? race.event_date,
          distances: [],
          fee: 0,
          payer: null,
          where: 'online',
        },
        { from: '1900-01-01', to: null, distances: ['5 km'], fee: null, payer: 'buyer', where: null },
      ],
    ]),
    transfer_initiator: draw.pick([null, 'seller', 'buyer', 'organizer']),
    transfer_buyer_needs: draw.pick([() => [], () => [lineFor(draw), lineFor(draw)]])(),
    transfer_rules_url: maybe(draw, () => urlFor(draw)),
    transfer_checked_on: draw.pick([null, '1900-01-01']),
    ordinary_prices: draw.pick([[], [{ distance: '5 km', price: 1 }]]),
    updated_at: timestampFor(draw),
    sequence: draw.pick([0, 7]),
    latitude: isPlaced ? draw.pick([54, 59.12345678901234, 70.5]) : null,
    longitude: isPlaced ? draw.pick([4.000000000000001, 30]) : null,
    place_source: isPlaced ? draw.pick(['gazetteer', 'landskap', 'geocoder', 'admin']) : null,
    geocode_due: maybe(draw, () => timestampFor(draw)),
    created_at: timestampFor(draw),
  };
}

function submissionFor(draw: Draw): Row {
  const status = draw.pick(['pending', 'approved', 'rejected']);
  const isReviewed = status !== 'pending';
  return {
    id: draw.id(),
    ...raceFor(draw),
    status,
    submitter_name: lineFor(draw),
    submitter_email: draw.pick(['a@example.se', `${'å'.repeat(242)}@example.se`]),
    submitter_phone: maybe(draw, () => multilineFor(draw)),
    submitted_at: timestampFor(draw),
    admin_comments: maybe(draw, () => multilineFor(draw)),
    reviewed_at: isReviewed ? timestampFor(draw) : null,
    reviewed_by: isReviewed ? 'vera' : null,
  };
}

function accountFor(draw: Draw, index: number, { knownHash, unknownHash }: Hashes): Row {
  const name = lineFor(draw).replace(/:\/\/|www\.|@/gi, 'a');
  return {
    id: draw.id(),
    email: `${draw.pick(['anna', 'i̇'.repeat(100), 'å'])}${index}@example.se`,
    username: `${usernameOf(name)}${draw.pick(['', '.'])}${index}`,
    password_hash: draw.chance(70) ? knownHash : unknownHash,
    stranger_password_hash: draw.pick([null, knownHash, unknownHash]),
    full_name: name,
    phone_number: maybe(draw, () => lineFor(draw, 50)),
    is_verified: draw.chance(80),
    is_contested: draw.chance(10),
    is_suspended: draw.chance(10),
    created_at: timestampFor(draw),
    last_login: maybe(draw, () => timestampFor(draw)),
  };
}

function adFor(draw: Draw, index: number, events: readonly Row[], accounts: readonly Row[]): Row {
  const event = draw.chance(80) && events.length > 0 ? draw.pick(events) : undefined;
  return {
    id: draw.id(),
    announcement_type: draw.pick(['sale', 'wanted']),
    event_id: event?.id ?? null,
    event_name: lineFor(draw),
    event_date: draw.pick(DATES),
    distance: draw.pick([...PLAIN_DISTANCES, 'x'.repeat(60)]),
    price: draw.pick([1, 500, 1_000_000]),
    name_change_fee: draw.pick([null, 1, 1_000_000]),
    description: maybe(draw, () => multilineFor(draw)),
    order_number: orderNumberOf(draw.pick([1, 999, 10_000, 1_000_000, 999_999_999_000]) + index),
    user_id: draw.pick(accounts).id,
    is_active: draw.chance(80),
    is_completed: draw.chance(20),
    created_at: timestampFor(draw),
  };
}

const orderNumberOf = (number: number) => `SP-${String(number).padStart(4, '0')}`;

function conversationFor(draw: Draw, ads: readonly Row[], accounts: readonly Row[], isAdDeleted: boolean) {
  const ad = draw.pick(ads);
  const participant = draw.pick(accounts.filter(({ id }) => id !== ad.user_id));
  const adFields = [
    'announcement_type',
    'event_name',
    'event_date',
    'distance',
    'price',
    'name_change_fee',
    'order_number',
  ];
  const conversation: Row = {
    id: draw.id(),
    announcement_id: isAdDeleted ? null : ad.id,
    participant_id: participant.id,
    created_at: timestampFor(draw),
    ...Object.fromEntries(adFields.map((field) => [field, isAdDeleted ? ad[field] : null])),
  };
  const senders = isAdDeleted ? [participant.id] : [participant.id, ad.user_id];
  const messages = Array.from({ length: draw.int(1, 3) }, () => ({
    id: draw.id(),
    conversation_id: conversation.id,
    sender_id: draw.pick(senders),
    message_text: multilineFor(draw),
    created_at: timestampFor(draw),
    read_at: maybe(draw, () => timestampFor(draw)),
  }));
  return { conversation, messages };
}

function conversationsFor(draw: Draw, ads: readonly Row[], accounts: readonly Row[]) {
  if (ads.length === 0 || accounts.length < 2) return [];
  // The ad of the third conversation was deleted.
  const conversations = draw.list(3, (index) => conversationFor(draw, ads, accounts, index === 2));
  const keys = conversations.map(
    ({ conversation: { announcement_id, participant_id } }) => `${announcement_id}${participant_id}`,
  );
  return conversations.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

function reportFor(draw: Draw, ads: readonly Row[], accounts: readonly Row[]): Row {
  const reporter = maybe(draw, () => draw.pick(accounts));
  return {
    id: draw.id(),
    reported_user_id: draw.pick(accounts).id,
    reporter_id: reporter?.id ?? null,
    reporter_name: reporter?.full_name ?? 'Borttagen användare',
    reporter_email: reporter?.email ?? null,
    related_announcement_id: ads.length > 0 ? maybe(draw, () => draw.pick(ads).id) : null,
    reason: draw.pick(['fraud', 'spam', 'other']),
    description: multilineFor(draw),
    status: draw.pick(['new', 'handled']),
    created_at: timestampFor(draw),
  };
}

function bannerFor(draw: Draw, index: number): Row {
  const file = maybe(draw, () => '/demo/banner.mp4');
  return {
    id: draw.id(),
    title: lineFor(draw),
    description: maybe(draw, () => multilineFor(draw)),
    external_url: file && draw.chance(50) ? null : urlFor(draw),
    file_url: file,
    link_url: draw.pick([null, '/map?sport=OCR&q=%22#x', 'http://lopp.example:8080']),
    file_type: file ? 'video' : 'image',
    is_active: draw.chance(80),
    order_index: index,
    created_at: timestampFor(draw),
  };
}

export function documentFor(draw: Draw, hashes: Hashes): Document {
  const accounts = draw.list(4, (index) => accountFor(draw, index, hashes));
  const events = draw.list(4, () => eventFor(draw));
  const ads = accounts.length > 0 ? draw.list(4, (index) => adFor(draw, index, events, accounts)) : [];
  const conversations = conversationsFor(draw, ads, accounts);
  const collections: Document['collections'] = {
    admins: draw.list(2, (index) => ({
      id: draw.id(),
      username: draw.pick(['vera', 'a'.repeat(90), '_.-']) + index,
      password_hash: draw.pick([hashes.knownHash, hashes.unknownHash]),
      must_change_password: draw.chance(20),
      created_at: timestampFor(draw),
      last_login: maybe(draw, () => timestampFor(draw)),
    })),
    events,
    event_submissions: draw.list(3, () => submissionFor(draw)),
    banners: draw.list(3, (index) => bannerFor(draw, index)),
    contact_info: draw.list(1, () => ({
      only: true,
      company_name: maybe(draw, () => lineFor(draw)),
      address: maybe(draw, () => multilineFor(draw)),
      phone: maybe(draw, () => lineFor(draw)),
      email: draw.pick([null, 'info@example.se']),
      business_hours: maybe(draw, () => multilineFor(draw)),
      description: maybe(draw, () => multilineFor(draw)),
    })),
    contact_messages: draw.list(3, () => ({
      id: draw.id(),
      subject: lineFor(draw),
      name: lineFor(draw),
      email: 'a@example.se',
      message: multilineFor(draw),
      is_read: draw.chance(50),
      created_at: timestampFor(draw),
    })),
    marketplace_settings: draw.list(1, () => ({
      only: true,
      info_box_title: draw.pick(['', lineFor(draw)]),
      info_box_steps: draw.pick([[], Array.from({ length: 20 }, () => lineFor(draw, 5000))]),
      info_box_warning: draw.pick([
        '',
        `<p><b>${draw.characters(40)}</b> &amp; MrKoll</p>`,
        '<a href="https://a.se">a',
      ]),
    })),
    marketplace_users: accounts,
    marketplace_usernames: accounts.flatMap(({ id, username }) =>
      draw.chance(80) ? [{ username, user_id: id }] : [],
    ),
    announcements: ads,
    conversations: conversations.map(({ conversation }) => conversation),
    messages: conversations.flatMap(({ messages }) => messages),
    reports: accounts.length > 0 ? draw.list(3, () => reportFor(draw, ads, accounts)) : [],
    announcement_numbers: [{ last: draw.pick([0, 5, 10_003, 999_999_999_999, 1e12]) }],
  };
  return { version: 1, created_at: '2026-11-22T12:00:00.000Z', collections, uploads: [] };
}
