/** A placeholder for the id of a stored record, inserted when the request is sent. */
export const placeholder = (what: string) => `PICK_${what}__`;
export const PLACEHOLDER = /PICK_([a-z_]+?)__/g;

/** For values that JavaScript cannot represent: `encodeJson` inserts the JSON text unchanged. */
export const raw = (json: string) => ({ $raw: json });

const RECORD_KIND_BY_OPERATION: [RegExp, string][] = [
  [/^marketplace\.announcements\./, 'own_ad'],
  [/^admin\.admins\./, 'spare_admin'],
  [/^admin\.announcements\./, 'ad'],
  [/^admin\.accounts\./, 'user'],
  [/^(admin|public)\.events\./, 'event'],
  [/^public\.views\./, 'event'],
  [/^admin\.factors\./, 'own_passkey'],
  [/^admin\.sessions\./, 'spare_session'],
  [/^admin\.series\./, 'series'],
  [/^admin\.submissions\./, 'submission'],
  [/^admin\.banners\./, 'banner'],
  [/^admin\.contact\./, 'message'],
  [/^admin\.reports\./, 'report'],
  [/^admin\.notices\./, 'notice'],
  [/^admin\.objections\./, 'objection'],
  [/^public\.watches\./, 'watch'],
  [/^marketplace\.watches\./, 'own_watch'],
  [/^organiser\.events\./, 'own_edition'],
  [/^admin\.bulk\./, 'bulk_batch'],
  [/^admin\.imports\./, 'import_batch'],
  [/^admin\.duplicates\./, 'double'],
  [/^admin\.merges\.merge$/, 'double'],
  [/^admin\.merges\.unmerge$/, 'merged'],
  [/^admin\.organisers\./, 'organiser_series'],
  [/^admin\.proposals\./, 'proposal'],
  [/^admin\.revisions\./, 'changed_event'],
  [/^admin\.sources\.delete$/, 'spare_source'],
  [/^admin\.sources\./, 'source'],
  [/^admin\.links\./, 'link'],
];
export const RECORD_KINDS = [
  'event',
  'series',
  'ad',
  'own_ad',
  'other_ad',
  'user',
  'submission',
  'banner',
  'message',
  'report',
  'notice',
  'objection',
  'watch',
  'own_watch',
  'own_edition',
  'organiser',
  'proposal',
  'bulk_batch',
  'source',
  'source_change',
  'link',
  'merged',
];

/** The first value is valid for every operation. */
const VALID_VALUES: Record<string, unknown[]> = {
  event_date: ['2099-05-01', '2028-02-29', '1900-01-01', '9999-12-31'],
  event_end_date: ['2099-05-01', null, ''],
  event_name: [`Lopp ${placeholder('number')}`],
  distances: ['10 km', '10 km, 42,1 km', '1 mil, 5000m'],
  sport_type: ['Löpning', 'löpning'],
  landskap: ['Dalarna', null, 'skåne', ''],
  ort: ['Mora', null, 'Mora', 'Åre', 'Ingenstans'],
  race_link: ['https://lopp.example/a?b=c#d', null, ''],
  result_link: ['https://lopp.example/', null],
  additional_fields: [[], [{ label: 'Start', value: 'kl 10' }], [{ label: 'a', value: 'b' }], null],
  banner_text: [null, ''],
  banner_start_date: ['2026-05-01T10:00', null, '2026-05-01T10:00:00Z', '9999-12-31T23:59:59+01:00'],
  banner_end_date: [null, '9999-12-31T23:59:59.999Z', '2099-05-02 10:00'],
  latitude: [null],
  longitude: [null],
  version: [null],
  email: [`ny-${placeholder('number')}@example.se`],
  submitter_email: ['karin@example.se'],
  full_name: ['Åsa Öberg', 'Anna-Karin'],
  phone_number: ['070-123 45 67'],
  submitter_phone: ['070', null],
  password: ['Loppet2027'],
  confirm_password: ['Loppet2027'],
  current_password: ['Loppet2027'],
  new_password: ['Loppet2028'],
  website: [null, ''],
  url: [`/marketplace/annons/${placeholder('order_number')}`],
  good_faith: [true],
  token: ['none'],
  username: ['inloggaren'],
  code: [placeholder('recovery_code')],
  passkey: [null],
  announcement_id: [placeholder('other_ad')],
  other_user_id: [placeholder('conv_other')],
  reported_user_id: [placeholder('user')],
  related_announcement_id: [null, placeholder('ad')],
  event_id: [placeholder('event')],
  distance: ['10 km', '10KM'],
  price: [1, 500, 1_000_000],
  name_change_fee: [100, 0, 1_000_000],
  external_url: ['https://example.se/bild.png'],
  file_url: [null],
  link_url: ['/map', 'https://example.se/', null],
  order_index: [0, 3, 1_000_000],
  before: [null, '2099-01-01', '2099-01-01T00:00:00Z', '0198c0de-0000-7000-8000-000000000000'],
  action: [null, 'event.create'],
  shown: [null, { info_box_title: '', info_box_steps: [], info_box_warning: '' }],
  file_type: [null, 'image'],
};
const VALID_VALUES_BY_OPERATION: Record<string, unknown[]> = {
  'marketplace.accounts.verify token': [placeholder('verify_token')],
  'marketplace.accounts.resetPassword token': [placeholder('reset_token')],
  'marketplace.privacy.dataByLink token': [placeholder('data_token')],
  'marketplace.privacy.deleteByLink token': [placeholder('data_token')],
  'public.statements.get token': [placeholder('statement_token')],
  'public.statements.object token': [placeholder('statement_token')],
  'marketplace.accounts.login email': [placeholder('login_email')],
  'marketplace.conversations.open announcement_id': [placeholder('conv_ad')],
  'marketplace.conversations.reply announcement_id': [placeholder('conv_ad')],
  'admin.accounts.update email': [placeholder('user_email')],
  // With true, an address is needed.
  'admin.admins.updateMe wants_digest': [false],
  'public.series.get slug': [placeholder('series_slug')],
  'public.events.past year': ['2026', '1900', '9999', '0000'],
  'public.events.race path': ['/lopp/finns-inte', `/lopp/${placeholder('series_slug')}`],
  'admin.series.update slug': [`serie-${placeholder('number')}`],
  'marketplace.announcements.reserve other_user_id': [placeholder('other')],
  'marketplace.blocks.create user_id': [placeholder('user')],
  'marketplace.blocks.delete user_id': [placeholder('user')],
  'public.watches.confirm token': [placeholder('watch_confirm_token')],
  ...Object.fromEntries(
    ['list', 'update', 'remove', 'removeAll', 'pause', 'renew', 'data', 'erase'].map((call) => [
      `public.watches.${call} token`,
      [placeholder('watch_manage_token')],
    ]),
  ),
  'public.mailStops.get token': [placeholder('mail_stop_token')],
  'public.mailStops.stop token': [placeholder('mail_stop_token')],
  'public.mailStops.resume token': [placeholder('mail_stop_token')],
  'public.watches.ofMail token': [placeholder('watch_end_token')],
  'public.watches.end token': [placeholder('watch_end_token')],
  'public.watches.matchAlerts token': [placeholder('watch_match_token')],
  'public.watches.turnOffMatchAlerts token': [placeholder('watch_match_token')],
  'public.watches.create query': [null],
  'public.watches.create series_id': [null],
  'public.watches.create kind': ['event', 'market_sale', 'market_wanted'],
  'admin.series.merge into': [placeholder('other_series')],
  'admin.bulk.edit ids': [[placeholder('changed_event')]],
  'admin.bulk.edit set': [{ status: 'cancelled' }, { landskap: 'Dalarna' }, { banner_text: null }],
  'admin.duplicates.dismiss other_id': [placeholder('double_target')],
  'admin.merges.merge into': [placeholder('double_target')],
  'admin.organisers.revoke organiser_id': [placeholder('organiser')],
  'admin.proposals.review status': ['rejected', 'approved'],
  'admin.revisions.restore revision_id': [placeholder('revision')],
  'admin.sources.create url': [`https://lopp.example/${placeholder('number')}.ics`],
  'admin.sources.update url': [`https://lopp.example/${placeholder('number')}.ics`],
  'admin.sources.acceptChange change_id': [placeholder('source_change')],
  'admin.sources.ignoreChange change_id': [placeholder('source_change')],
  'admin.links.replace url': ['https://lopp.example/ny'],
  'admin.admins.passkeyLogin username': ['nyckelhavaren'],
  'admin.admins.create username': [`ny-${placeholder('number')}`],
  'admin.factors.confirmTotp code': [placeholder('totp_code')],
  'admin.factors.addPasskey passkey': [
    {
      id: placeholder('new_passkey'),
      response: {
        clientDataJSON: placeholder('new_client_data'),
        attestationObject: placeholder('new_attestation'),
        transports: ['internal'],
      },
    },
  ],
};
/** Another field needs these optional fields. */
export const NEEDED_OPTIONAL_FIELDS = new Set(['external_url', 'code', 'set']);

export type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
};

export function validValues(operation: string, field: string, schema: Schema): unknown[] {
  const operationValues =
    VALID_VALUES_BY_OPERATION[`${operation} ${field}`] ??
    (field === 'id' ? idPlaceholder(operation) : undefined);
  if (operationValues) return operationValues;
  if (VALID_VALUES[field] && !schema.enum && schema.const === undefined) return VALID_VALUES[field];
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return schema.enum;
  if (schema.anyOf) return schema.anyOf.flatMap((one) => validValues(operation, field, one));
  if (schema.type === 'boolean') return [true, false];
  if (schema.type === 'number' || schema.type === 'integer') return [1, 0];
  if (schema.type === 'null') return [null];
  if (schema.type === 'array') return [validValues(operation, field, schema.items ?? {}).slice(0, 2), []];
  if (schema.type === 'object')
    return [
      Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, propertySchema]) => [
          name,
          validValues(operation, name, propertySchema)[0],
        ]),
      ),
    ];
  return VALID_VALUES[field] ?? ['Text om loppet', 'Räksmörgås 🏃', 'x'];
}

const idPlaceholder = (operation: string) => {
  const what = RECORD_KIND_BY_OPERATION.find(([pattern]) => pattern.test(operation))?.[1];
  return what && [placeholder(what)];
};

/** Like JSON.stringify, but inserts `raw` values unchanged. */
export function encodeJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(encodeJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    if ('$raw' in value) return String(value.$raw);
    const entries = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}:${encodeJson(one)}`);
    return `{${entries.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
