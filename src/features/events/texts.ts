import type { Examples, Texts } from '#src/platform/openapi/texts.ts';
import { OTHER_SERIES_ID, SERIES_ID, UPDATED_AT } from '#src/shared/example-values.ts';
import { LANDSKAP } from '#src/shared/landskap.ts';
import { SPORTS } from '#src/shared/sports.ts';
import { EVENT_FIELDS } from './fields.ts';
import { COLUMN_FIELDS } from './list/contract.ts';

/** Of the fields whose sentence stands at the field. */
const FIELD_TEXTS: Texts = Object.fromEntries(
  Object.entries(EVENT_FIELDS).flatMap(([name, field]) =>
    'about' in field ? [[name, [field.about, field.examples[0] || null]]] : [],
  ),
);

/** Example values of fields of one event, for the columns of lists. */
const COLUMN_EXAMPLES: Partial<Record<(typeof COLUMN_FIELDS)[number], unknown>> = {
  event_date: '2027-05-22',
  event_name: 'Exempelloppet',
  distances: '10 km, 21,1 km',
  sport_type: 'Löpning',
};

const COLUMN_TEXTS: Texts = Object.fromEntries(
  COLUMN_FIELDS.map((name) => [
    `EventPage.${name}`,
    [`The \`${name}\` of each event.`, [COLUMN_EXAMPLES[name] ?? null]],
  ]),
);

export const texts: Texts = {
  ...FIELD_TEXTS,
  ...COLUMN_TEXTS,
  'EventPage.id': ['The id of each event, its 16 bytes in base64url.', ['AZtZK4jgcSyYgxI0VniavA']],
  'EventPage.place': ['The place of each event, as an index into `places`.', [0]],
  'EventPage.slug': [
    'The part of the address after `/lopp/`. `null` if it is the name without the year, in lower case, with hyphens between ' +
      'words and without marks; empty for an event without a page.',
    [null],
  ],
  'EventPage.edition': ['The last part of the address; `null` if it is the year.', [null]],
  places: ['The places that the events have, in columns.'],
  'EventPlaces.ort': ['The town.', ['Göteborg']],
  'EventPlaces.landskap': ['The province.', ['Västergötland']],
  'EventPlaces.latitude': ['Latitude in WGS 84 degrees.', [57.6896]],
  'EventPlaces.longitude': ['Longitude in WGS 84 degrees.', [11.9429]],
  'EventPlaces.is_approximate': ['Whether the coordinates are only the middle of the landskap.', [null]],
  pages: ['The events by date and name, in pages.'],
  past: ['How many events are over, by the year of their last day.'],
  year: ['A year.', '2026'],
  'past.count': ['The number of events.', 120],
  path: ['The path of the page.', '/lopp/exempelloppet/2027'],
  event: ['The event.'],
  located: ['Where the event is; `null` if that is not known.'],
  near: ['The next events of the same sport within 60 km.'],
  kilometres: ['The distance as the crow flies.', 12.5],

  // Events
  event_date: ['The day of the event, or its first day, as `YYYY-MM-DD`.', '2027-05-22'],
  event_end_date: ['The last day of an event of several days; otherwise `null`.', null],
  event_name: ['The name of the event.', 'Exempelloppet'],
  distances: [
    'The distances, joined with comma and space. Lengths are stored as `42,1 km`.',
    '10 km, 21,1 km',
  ],
  sport_type: [`One of the sports: ${SPORTS.join(', ')}.`, 'Löpning'],
  landskap: [`One of the provinces: ${LANDSKAP.join(', ')}.`, 'Västergötland'],
  race_link: [
    'The website of the event. `https://` is added if it is missing.',
    'https://exempelloppet.example',
  ],
  result_link: [
    'The page with the results. `https://` is added if it is missing.',
    'https://exempelloppet.example/resultat',
  ],
  additional_fields: ['More facts about the event, each with a label.'],
  label: ['What the value is about.', 'Start'],
  value: ['The value.', 'kl 10.00'],
  ...Object.fromEntries(
    [
      'PublicEvent',
      'ListedEvent',
      'LocatedEvent',
      'AdminEvent',
      'DuplicateEvent',
      'OrganiserEvent',
      'OrganiserUpdate',
      'EventState',
      'PreviewRow',
      'admin.events.create',
      'admin.events.update',
    ].map((schema) => [
      `${schema}.status`,
      ['`postponed` means that the new date is not known.', 'scheduled'],
    ]),
  ),
  previous_dates: [
    'The start dates from which the event was moved, oldest first. A request may also send them as one text, separated by semicolons.',
    ['2027-05-08'],
  ],
  registration_opens_on: ['The first day of registration, as `YYYY-MM-DD`.', '2026-11-01'],
  registration_closes_on: ['The last day of registration, as `YYYY-MM-DD`.', '2027-03-03'],
  registration_url: [
    'The page of the registration. `https://` is added if it is missing.',
    'https://exempelloppet.example/anmalan',
  ],
  registration_kind: ['`lottery` if the places are drawn by lot.', 'open'],
  sold_out: ['Whether all places are taken.', false],
  transfer_policy: ['Whether the organizer lets a place change its owner.', 'allowed'],
  transfer_periods: ['When a place may change its owner, and what it costs.'],
  from: ['The first day, as `YYYY-MM-DD`; `null` if there is no start.', '2027-05-01'],
  to: ['The last day, as `YYYY-MM-DD`; `null` if there is no end.', '2027-05-14'],
  'transfer_periods.distances': ['The distances that the period is for. Empty for all.', []],
  fee: ['The fee of the organizer in whole kronor; `null` if it is not known.', 200],
  payer: ['Who pays the fee; `null` if it is not known.', 'buyer'],
  where: ['Whether it is done online or where the event is; `null` if it is not known.', 'online'],
  transfer_initiator: ['Who requests the change; `null` if it is not known.', 'seller'],
  transfer_buyer_needs: [
    'What the buyer must give. A request may also send it as one text, separated by semicolons.',
    ['födelsedatum'],
  ],
  transfer_rules_url: [
    'The page of the organizer with the rules. `https://` is added if it is missing.',
    'https://exempelloppet.example/namnbyte',
  ],
  transfer_checked_on: ['When the rules were last compared with those of the organizer.', '2026-11-20'],
  ordinary_prices: ['The prices of the organizer, by distance.'],
  'ordinary_prices.price': ['The price in whole kronor.', 595],
  'ordinary_prices.distance': ['One of the distances of the event.', '10 km'],
  registration: [
    'Derived from the other fields, of today in Stockholm. `closed` also if the event is over or cancelled.',
    'open',
  ],
  updated_at: ['When the record was last changed.', UPDATED_AT],
  series_id: ['The series that the event belongs to: one race over the years.', SERIES_ID],
  url: ['The path of the page of the event.', '/lopp/exempelloppet/2027'],
  slug: ['The part of the address after `/lopp/`.', 'exempelloppet'],
  'SeriesSlug.slug': ['The part of the address after `/lopp/`, now or before.', 'exempelloppet'],
  edition_count: ['The number of editions.', 1],
  editions: ['The events of the series, the latest first.'],
  into: ['The series that gets the editions.', OTHER_SERIES_ID],
  'EventCopy.event_date': ['The day of the copy, or its first day, as `YYYY-MM-DD`.', '2028-05-20'],
  sequence: ['Counts the changes of name, date, place and status, as in iCalendar.', 0],
  date_change: [
    'What a new date means: `correction` of a mistake, or `moved`, which adds the old date to `previous_dates`.',
    'correction',
  ],
  banner_text: ['A text across the card of the event.', 'Få platser kvar'],
  banner_start_date: [
    'When the text is first shown. Required with `banner_text`.',
    '2027-04-01T06:00:00.000Z',
  ],
  banner_end_date: ['When the text is last shown. Required with `banner_text`.', '2027-05-21T21:59:59.000Z'],
  banner_color: ['The colour of the text.', 'red'],
  latitude: ['Latitude in WGS 84 degrees.', 57.6896],
  longitude: ['Longitude in WGS 84 degrees.', 11.9429],
  is_approximate: ['Whether the coordinates are only the middle of the landskap.', false],
  is_manual: ['Whether an admin has set the coordinates. They are kept until they are reset.', false],
  announcement_count: ['The number of ads.', 2],
  'AdminEvent.announcement_count': ['The number of open ads for the event.', 2],

  // Import of events
  dry_run: ['`true` to store nothing and return what would be stored.', 'true'],
  update: [
    '`true` to update events that already exist (same date, name and town). Otherwise they are errors.',
    'false',
  ],
  preview: [
    'The id of a dry run. As a parameter: `as_previewed` then tells whether the import did the same.',
    'b3f1c2',
  ],
  imported_count: ['The number of stored rows, including updated ones.', 1],
  updated_count: ['The number of stored rows that updated an existing event.', 0],
  existing_count: ['The number of errors whose only reason is that the event already exists.', 1],
  total_rows: ['The number of rows with content.', 2],
  errors: ['A line for each row that was not imported.', ['Rad 3: Evenemanget finns redan.']],
  warnings: ['What should be corrected about the file, such as characters that cannot be read.', []],
  'ImportResult.found': ['All rows: stored ones, `ignored` and `errors`.', 2],
  'ImportResult.ignored': ['Rows with text only in columns that were not read.', []],
  'ImportPreview.found': ['All rows: those that would be stored, `ignored` and `errors`.', 2],
  'ImportPreview.ignored': ['Rows with text only in columns that are not read.', []],
  ignored_columns: ['Columns that are unknown or repeated. They were not read.', ['kommentar']],
  ignored_sheets: [
    'Other sheets than the one that was read, which is the first visible one with the columns.',
    [],
  ],
  as_previewed: ['Whether the import did what the dry run `preview` showed; `null` without `preview`.', null],
  rows: ['The rows that would be stored, or whose event already exists.'],
  row: ['The row number in the spreadsheet.', 2],
  outcome: ['What the import would do with the row.', 'new'],
  omitted_rows: [
    'The number of rows left out of `rows` because the response would be too large. They are counted.',
    0,
  ],
  AdminEvent: ['An event, as admins see it.'],
  ColumnValues: ['Columns of an event by name, with values as they are stored: `distances` is a list.'],
  AdminSeries: ['A series with its editions, as admins see it.'],
  EventState: ['Whether an event takes place, and its registration.'],
  FoundSpot: ['The coordinates of a place.'],
  LocatedEvent: ['An event with its coordinates.'],
  EventPage: ['Events in columns. `null`, and a column that is left out, means that nothing is known.'],
  EventPages: ['A compact list of events.'],
  EventPlaces: ['Places in columns.'],
  ListedEvent: ['What lists show of an event.'],
  Located: ['Where an event is.'],
  RacePage: ['What the page of a race shows.'],
  UpcomingEvents: ['A compact list of the events that are not over.'],
  PublicEvent: ['An event.'],
  PublicSeries: ['A series with its editions.'],
  SeriesSummary: ['A race over the years.'],
  Transfer: ['What holds for transfers of a distance today.'],
};

/** Examples where those of the fields do not fit. */
export const examples: Examples = {
  ...Object.fromEntries(
    ['SeriesSummary', 'PublicSeries', 'AdminSeries', 'SeriesUpdate', 'SeriesMerge'].flatMap((schema) => [
      [`${schema}.id`, SERIES_ID],
      [`${schema}.name`, 'Exempelloppet'],
      [`${schema}.url`, '/lopp/exempelloppet'],
    ]),
  ),
  'admin.events.delete.message': 'Evenemanget är borttaget',
};
