import type { Examples, Texts } from '#src/platform/openapi/texts.ts';
import { CREATED_AT, EVENT_ID, UPDATED_AT } from '#src/shared/example-values.ts';

const URL = 'https://exempelloppet.example/2019';
const SOURCE_URL = 'https://forbundet.example/kalender.ics';
const SOURCE_ID = '0198c0de-0000-7000-8000-000000000013';
const CHANGE_ID = '0198c0de-0000-7000-8000-000000000014';
const BATCH_ID = '0198c0de-0000-7000-8000-000000000015';
const LINK_ID = 'ad2eb5d1-da1a-0d1b-f6ad-0b9b5c4ab1cd';

export const texts: Texts = {
  SourceReport: ['What was left out when the content of a source was last read.'],
  'Source.name': ['The name of the source.', 'Friidrottsförbundet'],
  'SourceInput.name': ['The name of the source.', 'Friidrottsförbundet'],
  'SourceUpdate.name': ['The name of the source.', 'Friidrottsförbundet'],
  'Source.url': ['The address that is fetched.', SOURCE_URL],
  'SourceInput.url': ['The address to fetch. `https://` is added if it is missing.', SOURCE_URL],
  'SourceUpdate.url': ['The address to fetch. `https://` is added if it is missing.', SOURCE_URL],
  trusted: ['Whether its changes are stored without an admin.', false],
  defaults: ['Fields of events whose format lacks them.'],
  fetched_at: ['When it was last fetched; `null` if it was not.', UPDATED_AT],
  succeeded_at: ['When a fetch last succeeded; `null` if none has.', UPDATED_AT],
  error: ['The code of the error of the last fetch; `null` if it succeeded.', null],
  item_count: ['The number of events that it has.', 120],
  waiting_count: ['The number of its changes that wait.', 2],
  'Source.vanished': ['At most 500 events that it no longer has.'],
  vanished_at: ['When the event was first missing.', UPDATED_AT],
  is_modified: ['Whether the source has changed since the last fetch.', true],
  error_text: ['What an admin reads about the error of the last fetch; `null` if it succeeded.', null],
  next_fetch_at: ['When it is fetched next.', UPDATED_AT],
  'Source.report': ['What was left out when its content was last read; `null` if it was not read.'],
  'report.ignored': ['The first 20 parts that are no events, and why.'],
  'report.errors': ['The first 20 events that cannot be used, and why.', []],
  'report.warnings': ['The first 20 warnings.', []],
  ignored_count: ['How many parts were ignored.', 1],
  error_count: ['How many events cannot be used.', 0],
  line: ['The line of an iCalendar file.', 17],
  'ignored.row': ['The row of a CSV file, or the number of the item of a JSON Feed.', 4],
  item: ['The same number as `row`, for an item of a JSON Feed.', 4],
  'ignored.name': ['Its name, if it has one.', 'Exempelloppet'],
  'ignored.reason': ['Why, in Swedish.', 'samma evenemang står på rad 4'],
  found: ['All that it has: events, what was ignored, and errors.', 123],
  'SourceFetchResult.added': ['How many new events were found.', 2],
  'SourceFetchResult.changed': ['How many changed events were found.', 1],
  'SourceFetchResult.unchanged': ['How many events are as they were.', 117],
  'SourceFetchResult.ignored': ['The parts that are no events, and why.'],
  'SourceFetchResult.warnings': ['What should be corrected about events that are read.', []],
  'SourceFetchResult.vanished': ['How many events are missing for the first time.', 0],
  'SourceFetchResult.accepted': ['How many changes were stored, if the source is trusted.', 0],
  waiting: ['How many changes of the source wait now.', 3],
  'SourceFetchResult.errors': [
    'A line `Rad N: <reason>` for each event that cannot be used.',
    ['Rad 4: datumet "i maj" går inte att läsa. Skriv ÅÅÅÅ-MM-DD.'],
  ],
  source_id: ['The id of the source.', SOURCE_ID],
  source_name: ['The name of the source.', 'Friidrottsförbundet'],
  'SourceChange.event_id': ['The id of the event; `null` for a new one.', EVENT_ID],
  'SourceChange.url': [
    'The path of the page of the event; `null` for a new one.',
    '/lopp/exempelloppet/2027',
  ],
  'SourceChange.before': [
    'The fields as the event has them now; `null` for a new event.',
    { ort: 'Göteborg' },
  ],
  'SourceChange.after': ['The fields as the source has them.', { ort: 'Mölndal' }],
  found_at: ['When it was found.', UPDATED_AT],
  change_id: ['The id of the change.', CHANGE_ID],
  'AcceptResult.accepted': ['The number of stored changes.', 2],
  batch_id: ['The id of the import that can be undone; `null` if no event was changed.', BATCH_ID],
  'AcceptResult.conflicts': ['Changes that do not fit their events and still wait.'],
  'conflicts.detail': ['Why, in Swedish.', 'Slutdatum kan inte vara före startdatum.'],
  'AdminLink.url': ['The address.', URL],
  'AdminLink.status': [
    '`unknown` if the site does not serve programs or was unavailable; `failing` until the third failure; `dead` after that.',
    'failing',
  ],
  'AdminLink.reason': [
    'Why the last check was not successful: `http` for a status code, or `dns`, `tls`, `refused`, `timeout`, `redirect`, `private`, `robots`, `too_large`, `unreadable`; `null` if it was.',
    'http',
  ],
  http_status: ['The status code of the last check; `null` without a response.', 404],
  since: ['When the failures began; `null` if there are none.', CREATED_AT],
  tries: ['The number of failures in a row.', 2],
  checked_at: ['When it was last checked; `null` if it was not.', UPDATED_AT],
  event_count: ['The number of events.', 1],
  'AdminLink.events': ['At most 20 of the events with the link, the latest first.'],
  'AdminLink.events.fields': ['The fields of the event that have the link.', ['race_link']],
  'admin.links.list.status': [
    'Only links with this status; missing or empty for those with problems.',
    'dead',
  ],
  'LinkCheckResult.checked': ['The number of links that were checked.', 3],
  'LinkCheckResult.ok': ['How many of them work.', 1],
  'LinkCheckResult.unknown': ['How many could not be judged.', 0],
  'LinkCheckResult.failing': ['How many failed, but not often or long enough to be dead.', 1],
  'LinkCheckResult.dead': ['How many are dead.', 1],
  'LinkCheckResult.remaining': ['How many will be checked in the background.', 0],
  'LinkChanged.batch_id': [
    'The id of the change, which can be undone for a day with `POST /admin/events/bulk/{id}/undo`; `null` if no event was changed.',
    BATCH_ID,
  ],
  'LinkReplacement.url': ['The new address. `https://` is added if it is missing.', URL],
  'admin.links.check.id': ['The id of the link; missing for all that fail or were never checked.', LINK_ID],
  AcceptResult: ['What was done with changes of a source.'],
  Source: ['A calendar or file of others that is fetched every day.'],
  SourceChange: ['A new or changed event of a source.'],
  SourceFetchResult: ['What a fetch found.'],
  IgnoredItem: ['A part of a source that is no event.'],
};

/** Where the examples of the fields do not fit. */

/** Examples where those of the fields do not fit. */
export const examples: Examples = {
  'Source.id': SOURCE_ID,
  'SourceId.id': SOURCE_ID,
  'SourceUpdate.id': SOURCE_ID,
  'SourceChange.id': CHANGE_ID,
  'admin.sources.delete.message': 'Källan är borttagen. Dess evenemang är kvar.',
  'admin.sources.ignoreChange.message': 'Ändringen visas inte igen förrän källan ändrar den.',
  'AdminLink.id': LINK_ID,
  'LinkId.id': LINK_ID,
  'admin.links.replace.id': LINK_ID,
  'admin.links.replace.message': 'Länken är ersatt på 1 evenemang',
  'admin.links.remove.message': 'Länken är borttagen på 1 evenemang',
};
