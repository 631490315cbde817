import * as v from 'valibot';
import { PHONE_MAX } from '#src/features/accounts/contract.ts';
import { ANNOUNCEMENT_TYPES, KRONOR_MAX } from '#src/features/announcements/fields.ts';
import { bannerTitle, FILE_TYPES } from '#src/features/banners/contract.ts';
import { filePathOf } from '#src/features/banners/rules.ts';
import { DEAL_STEPS } from '#src/features/conversations/contract.ts';
import { distancesFit, endNotBeforeStart, findFieldConflict } from '#src/features/events/contract.ts';
import {
  BUYER_NEEDS_MAX,
  EVENT_STATUSES,
  PREVIOUS_DATES_MAX,
  REGISTRATION_KINDS,
  STAMP_COLORS,
  TRANSFER_INITIATORS,
  TRANSFER_POLICIES,
} from '#src/features/events/fields/choices.ts';
import { EVENT_FIELDS, RACE_FIELDS, schemasOf } from '#src/features/events/fields.ts';
import { watchedFilterOf } from '#src/features/events/filter/feed.ts';
import { readFilter, writeFilter } from '#src/features/events/filter/url.ts';
import { isEdition, isSlug } from '#src/features/events/series/rules.ts';
import { ACTOR_KINDS, BATCH_KINDS } from '#src/features/history/contract.ts';
import { ADVICE_KEYS, MarketplaceSettingsInput } from '#src/features/marketplace-settings/contract.ts';
import { NOTICE_DECISIONS } from '#src/features/notices/contract.ts';
import { REPORT_REASONS, REPORT_STATUSES } from '#src/features/reports/contract.ts';
import { OBJECTION_DECISIONS, STATEMENT_KINDS } from '#src/features/statements/contract.ts';
import { SUBMISSION_STATUSES } from '#src/features/submissions/contract.ts';
import {
  CADENCES,
  QUERY_MAX,
  WATCH_KINDS,
  WATCHES_MAX,
  type WatchTarget,
} from '#src/features/watches/contract.ts';
import { isMarketKind } from '#src/features/watches/rules.ts';
import { cleanHtml } from '#src/platform/clean-html.ts';
import { isOwnHash } from '#src/platform/passwords/passwords.ts';
import { isDay } from '#src/shared/dates.ts';
import { DISTANCE_MAX, DISTANCES_MAX, joinDistances, splitDistances } from '#src/shared/distances.ts';
import {
  accountName,
  email,
  isEmail,
  LONG,
  optionalEmail,
  optionalText,
  optionalUrl,
  requiredText,
  SHORT,
  text,
  URL_MAX,
} from '#src/shared/fields.ts';
import { isAroundSweden } from '#src/shared/geo.ts';
import { LANDSKAP } from '#src/shared/landskap.ts';
import { SPORTS } from '#src/shared/sports.ts';
import { oneLine } from '#src/shared/text.ts';
import { isOwnPath, isWebUrl } from '#src/shared/web-url.ts';

type Values = Record<string, v.GenericSchema>;
type Row = Record<string, unknown>;

const required = (max = SHORT) => requiredText('request.invalid', max);

const textMatching = (max: number, isValid: (value: string) => boolean) =>
  v.pipe(text(), v.nonEmpty(), v.maxLength(max), v.check(isValid));

/** Of other systems: kept as it is, because it is compared character by character. */
const foreignText = (max = SHORT) => v.pipe(text(), v.nonEmpty(), v.maxLength(max));

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/;

const instantWithin = (firstYear: number, lastYear: number) =>
  v.pipe(
    v.string(),
    v.maxLength(40),
    v.regex(INSTANT),
    v.check((instant) => {
      const year = new Date(instant).getUTCFullYear();
      return year >= firstYear && year <= lastYear;
    }),
  );

/** A time recorded by a server, so within these years. */
export const serverInstant = instantWithin(2000, 2199);

/** A time typed by an admin: from 1900 in any time zone to the end of year 9999. */
const typedInstant = instantWithin(1899, 9999);

/** Some letters take more characters in lower case. */
const ACCOUNT_EMAIL_MAX = 3 * 254;
/** Earlier releases stored domains as typed. This converts them to the form used for lookups. */
const accountEmail = v.pipe(
  textMatching(ACCOUNT_EMAIL_MAX, (value) => isEmail(value) && value === value.toLowerCase()),
  v.transform(accountName),
);

/** A user name is made from a full name, with a number appended if it was taken. */
const username = textMatching(80, (value) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(value));

/** A user name, or the hash of one that was taken by a registration without an account. */
const takenName = v.union([username, v.pipe(v.string(), v.maxLength(65), v.regex(/^#[0-9a-f]{64}$/))]);

const passwordHash = textMatching(100, isOwnHash);

/** The rule of the first release. Today's is stricter, but names that were accepted before stay valid. */
const memberName = v.pipe(
  required(),
  v.check((name) => !/:\/\/|www\.|@/i.test(name.normalize('NFKC'))),
);

const kronor = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(KRONOR_MAX));
const degrees = (max: number) => v.pipe(v.number(), v.minValue(-max), v.maxValue(max));

/** At least four digits, and no leading zero if there are more. JSON numbers are exact up to 15 digits. */
const orderNumber = textMatching(
  20,
  (value) => /^SP-(\d{4}|[1-9]\d{4,14})$/.test(value) && value !== 'SP-0000',
);

const distances = v.pipe(
  v.array(v.string()),
  v.minLength(1),
  v.maxLength(DISTANCES_MAX),
  v.everyItem((distance) => distance.length <= DISTANCE_MAX && distance.isWellFormed()),
  v.check((list) => Bun.deepEquals(splitDistances(joinDistances(list)), list)),
);

/** Columns of a race whose stored form differs from what users type. */
const storedRaceSchemas = {
  sport_type: v.picklist(SPORTS),
  landskap: v.picklist(LANDSKAP),
  distances,
};
const raceSchemas = { ...schemasOf(RACE_FIELDS, 'input'), ...storedRaceSchemas };

const adSchemas = {
  announcement_type: v.picklist(ANNOUNCEMENT_TYPES),
  event_name: required(),
  event_date: RACE_FIELDS.event_date.input,
  distance: required(DISTANCE_MAX),
  price: kronor,
  name_change_fee: kronor,
  order_number: orderNumber,
};

/** The range of PostgreSQL's integer. */
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1));

/** Leaves room for later increments. */
const version = v.pipe(count, v.minValue(1), v.maxValue(2 ** 30));

/** Links in mails have two bytes for the number of a watch. */
const WATCH_NUMBER_MAX = 0xffff;
const watchCount = v.pipe(count, v.maxValue(WATCH_NUMBER_MAX));
const watchNumber = v.pipe(watchCount, v.minValue(1));

const day = v.pipe(v.string(), v.check(isDay));
const hash = textMatching(64, (value) => /^[0-9a-f]{64}$/.test(value));
const base64Url = (max: number) => textMatching(max, (value) => /^[\w-]+$/.test(value));
const webUrl = textMatching(URL_MAX, isWebUrl);

/** Values of columns of an event, by column. `rows.ts` checks them. */
const someFields = v.record(v.string(), v.unknown());

const settingsSchemas = MarketplaceSettingsInput.entries;

/** Ids, flags and instants are the same everywhere and are not listed here. */
const edition = textMatching(20, isEdition);
const slug = textMatching(200, isSlug);

export const COLUMN_SCHEMAS: Record<string, Values> = {
  series: { name: required(), slug },
  series_keys: { key: textMatching(400, (key) => key === oneLine(key)) },
  mail_stops: { mailbox_hash: hash },
  race_addresses: {
    path: textMatching(220, (path) => {
      const [slugText = '', editionText, ...more] = path.split('/');
      return isSlug(slugText) && (editionText === undefined || isEdition(editionText)) && more.length === 0;
    }),
  },
  admins: {
    username: textMatching(100, (value) => /^[a-z0-9_.-]+$/.test(value)),
    password_hash: passwordHash,
    email: accountEmail,
    digest_sent_on: day,
    totp_secret: textMatching(64, (value) => /^[A-Z2-7]+$/.test(value)),
    totp_last_step: count,
  },
  admin_passkeys: {
    id: base64Url(1400),
    public_key: base64Url(4000),
    counter: count,
    transports: v.pipe(v.array(textMatching(20, (value) => /^[a-z-]+$/.test(value))), v.maxLength(10)),
    name: required(100),
  },
  admin_recovery_codes: { code_hash: textMatching(200, (value) => /^[\x21-\x7e]+$/.test(value)) },
  organisers: { email: accountEmail, token_hash: hash, created_by: required() },
  event_batches: {
    kind: v.picklist([...BATCH_KINDS, 'undo']),
    name: required(),
    made_by: required(),
    added: count,
    changed: count,
    removed: count,
    undone_by: required(),
  },
  event_revisions: {
    actor_kind: v.picklist(ACTOR_KINDS),
    actor: required(),
    before: someFields,
    after: someFields,
  },
  event_proposals: {
    organiser_email: accountEmail,
    before: someFields,
    after: someFields,
    status: v.picklist(SUBMISSION_STATUSES),
    admin_comments: optionalText(LONG),
    reviewed_by: required(),
  },
  page_views: { day, views: v.pipe(count, v.minValue(1)) },
  distinct_events: { decided_by: required() },
  sources: {
    name: required(),
    url: webUrl,
    defaults: v.strictObject({
      sport_type: v.optional(v.picklist(SPORTS)),
      distances: v.optional(required(LONG)),
      landskap: v.optional(v.picklist(LANDSKAP)),
    }),
    error: required(),
    error_text: required(LONG),
    report: v.strictObject({
      found: count,
      ignored_count: count,
      error_count: count,
      ignored: v.array(
        v.strictObject({
          line: v.optional(count),
          row: v.optional(count),
          name: v.optional(required(LONG)),
          reason: required(LONG),
        }),
      ),
      errors: v.array(required(LONG)),
      warnings: v.array(required(LONG)),
    }),
    etag: foreignText(LONG),
    last_modified: foreignText(),
    version,
  },
  source_items: { key: foreignText(400), accepted: someFields },
  source_changes: {
    key: foreignText(400),
    before: someFields,
    after: someFields,
    status: v.picklist(['pending', 'ignored']),
  },
  link_checks: {
    url: webUrl,
    host: required(),
    status: v.picklist(['unchecked', 'ok', 'unknown', 'failing', 'dead']),
    http_status: count,
    reason: required(),
    failures: count,
  },
  events: {
    ...schemasOf(EVENT_FIELDS, 'input'),
    transfer_policy: v.picklist(TRANSFER_POLICIES),
    transfer_initiator: v.picklist(TRANSFER_INITIATORS),
    transfer_buyer_needs: v.pipe(v.array(required()), v.maxLength(BUYER_NEEDS_MAX)),
    ...storedRaceSchemas,
    banner_start_date: typedInstant,
    banner_end_date: typedInstant,
    banner_color: v.picklist(STAMP_COLORS),
    status: v.picklist(EVENT_STATUSES),
    registration_kind: v.picklist(REGISTRATION_KINDS),
    sold_out: v.boolean(),
    previous_dates: v.pipe(v.array(v.pipe(v.string(), v.check(isDay))), v.maxLength(PREVIOUS_DATES_MAX)),
    // Backups of earlier releases do not have it.
    updated_at: v.optional(serverInstant, () => new Date().toISOString()),
    organizer_confirmed_on: day,
    sequence: v.pipe(count, v.maxValue(2 ** 30)),
    edition,
    place_source: v.picklist(['gazetteer', 'landskap', 'geocoder', 'admin']),
    latitude: degrees(90),
    longitude: degrees(180),
    version,
  },
  event_submissions: {
    ...raceSchemas,
    status: v.picklist(SUBMISSION_STATUSES),
    submitter_name: required(),
    submitter_email: email('request.invalid'),
    submitter_phone: optionalText(LONG),
    admin_comments: optionalText(LONG),
    reviewed_by: optionalText(),
  },
  banners: {
    title: bannerTitle,
    description: optionalText(LONG),
    external_url: optionalUrl,
    file_url: textMatching(URL_MAX, (value) => filePathOf(value, undefined) !== undefined),
    link_url: textMatching(URL_MAX, (value) => isOwnPath(value) || isWebUrl(value)),
    file_type: v.picklist(FILE_TYPES),
    order_index: count,
    version,
  },
  contact_info: {
    only: v.literal(true),
    company_name: optionalText(),
    address: optionalText(LONG),
    phone: optionalText(),
    email: optionalEmail,
    business_hours: optionalText(LONG),
    description: optionalText(LONG),
  },
  contact_messages: {
    subject: required(),
    name: required(),
    email: email('request.invalid'),
    message: required(LONG),
  },
  marketplace_settings: {
    only: v.literal(true),
    disabled_advice: v.pipe(v.array(v.picklist(ADVICE_KEYS)), v.maxLength(ADVICE_KEYS.length)),
    info_box_title: settingsSchemas.info_box_title,
    info_box_steps: settingsSchemas.info_box_steps,
    info_box_warning: v.pipe(settingsSchemas.info_box_warning, v.transform(cleanHtml), v.maxLength(LONG)),
  },
  marketplace_users: {
    email: accountEmail,
    username,
    password_hash: passwordHash,
    stranger_password_hash: passwordHash,
    full_name: memberName,
    phone_number: optionalText(PHONE_MAX),
  },
  marketplace_usernames: { username: takenName },
  announcements: {
    ...adSchemas,
    description: optionalText(LONG),
    final_price: kronor,
    // Backups of earlier releases do not have it.
    renewed_at: v.optional(serverInstant, () => new Date().toISOString()),
    version,
  },
  // A conversation keeps the facts of its ad after the ad is deleted.
  conversations: { ...adSchemas, final_price: kronor },
  deal_steps: { step: v.picklist(DEAL_STEPS) },
  notices: {
    url: required(URL_MAX),
    explanation: required(LONG),
    name: required(),
    email: email('request.invalid'),
    decision: v.picklist(NOTICE_DECISIONS),
    ground: required(LONG),
    facts: required(LONG),
  },
  statements: {
    kind: v.picklist(STATEMENT_KINDS),
    order_number: orderNumber,
    event_name: required(),
    ground: required(LONG),
    facts: required(LONG),
    objection: required(LONG),
    objection_decision: v.picklist(OBJECTION_DECISIONS),
    objection_answer: required(LONG),
  },
  messages: { message_text: required(LONG) },
  reports: {
    reporter_name: required(),
    reporter_email: accountEmail,
    reason: v.picklist(REPORT_REASONS),
    description: required(LONG),
    status: v.picklist(REPORT_STATUSES),
  },
  watchers: { email: accountEmail, last_number: watchCount },
  merged_watchers: {
    number_shift: watchCount,
    same_numbers: v.pipe(v.array(v.strictTuple([watchNumber, watchNumber])), v.maxLength(WATCHES_MAX)),
  },
  watches: {
    number: watchNumber,
    kind: v.picklist(WATCH_KINDS),
    query: v.pipe(
      text(),
      v.maxLength(QUERY_MAX),
      // Without looking up its place, which a later gazetteer may not know.
      v.check((query) => writeFilter(watchedFilterOf(readFilter(new URLSearchParams(query)))) === query),
    ),
    distance: required(DISTANCE_MAX),
    min_price: kronor,
    max_price: kronor,
    cadence: v.picklist(CADENCES),
  },
};

type RaceRow = Parameters<typeof distancesFit>[0] & Parameters<typeof endNotBeforeStart>[0];

/** Each check returns the name of the invalid column. */
export const ROW_CHECKS: Record<string, (row: Row) => string | undefined> = {
  events(row) {
    const { latitude, longitude, place_source } = row as Record<string, number | string | null>;
    if ((place_source === null) !== (latitude === null)) return 'place_source';
    if (place_source === 'admin' && !isAroundSweden(Number(latitude), Number(longitude))) return 'latitude';
    return findFieldConflict(row as Parameters<typeof findFieldConflict>[0])?.field;
  },
  event_submissions(row) {
    if (!distancesFit(row as RaceRow)) return 'distances';
    if (!endNotBeforeStart(row as RaceRow)) return 'event_end_date';
    const isPending = row.status === 'pending';
    if ((row.reviewed_at === null) !== isPending) return 'reviewed_at';
    return (row.reviewed_by === null) === isPending ? undefined : 'reviewed_by';
  },
  banners: ({ file_url, external_url }) =>
    file_url === null && external_url === null ? 'file_url' : undefined,
  watchers: ({ email, user_id }) => ((email === null) === (user_id === null) ? 'email' : undefined),
  watches(row) {
    const { kind, query, event_id, series_id, distance, min_price, max_price } = row as WatchTarget;
    if ([query, event_id, series_id].filter((target) => target !== null).length !== 1) return 'query';
    const isAllowed = {
      search: query !== null,
      event: event_id !== null,
      series: series_id !== null,
      market_sale: query === null,
      market_wanted: query === null,
    };
    if (!isAllowed[kind]) return 'kind';
    if (!isMarketKind(kind) && (distance !== null || min_price !== null || max_price !== null))
      return 'distance';
    return min_price !== null && max_price !== null && min_price > max_price ? 'min_price' : undefined;
  },
};
