import * as v from 'valibot';
import { PHONE_MAX } from '#src/features/accounts/contract.ts';
import { ANNOUNCEMENT_TYPES } from '#src/features/announcements/fields.ts';
import { bannerTitle, FILE_TYPES } from '#src/features/banners/contract.ts';
import { filePathOf } from '#src/features/banners/rules.ts';
import { DEAL_STEPS } from '#src/features/conversations/contract.ts';
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
import { CADENCES, QUERY_MAX, WATCH_KINDS, WATCHES_MAX } from '#src/features/watches/contract.ts';
import { cleanHtml } from '#src/platform/clean-html.ts';
import { isDay } from '#src/shared/dates.ts';
import { DISTANCE_MAX } from '#src/shared/distances.ts';
import { email, LONG, optionalEmail, optionalText, optionalUrl, text, URL_MAX } from '#src/shared/fields.ts';
import { LANDSKAP } from '#src/shared/landskap.ts';
import { SPORTS } from '#src/shared/sports.ts';
import { oneLine } from '#src/shared/text.ts';
import { isOwnPath, isWebUrl } from '#src/shared/web-url.ts';
import {
  accountEmail,
  base64Url,
  count,
  day,
  degrees,
  distances,
  edition,
  foreignText,
  hash,
  kronor,
  memberName,
  orderNumber,
  passwordHash,
  required,
  serverInstant,
  slug,
  takenName,
  textMatching,
  typedInstant,
  username,
  version,
  watchCount,
  watchNumber,
  webUrl,
} from './values.ts';

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

const settingsSchemas = MarketplaceSettingsInput.entries;

/** Values of columns of an event, by column. `rows.ts` checks them. */
const someFields = v.record(v.string(), v.unknown());

/** Ids, flags and instants are the same everywhere and are not listed here. */
export const COLUMN_SCHEMAS: Record<string, Record<string, v.GenericSchema>> = {
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
  deal_steps: { step: v.picklist(DEAL_STEPS), price: kronor },
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
