import { CREATED_AT, type Texts, UPDATED_AT } from './values';

const URL = 'https://exempelloppet.example/2019';
const LINK_ID = 'ad2eb5d1-da1a-0d1b-f6ad-0b9b5c4ab1cd';

export const UPKEEP_TEXTS: Texts = {
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
  'LinkReplacement.url': ['The new address. `https://` is added if it is missing.', URL],
  'admin.links.check.id': ['The id of the link; missing for all that fail or were never checked.', LINK_ID],
};

/** Where the examples of the fields do not fit. */
export const UPKEEP_EXAMPLES: Record<string, unknown> = {
  'AdminLink.id': LINK_ID,
  'LinkId.id': LINK_ID,
  'admin.links.replace.id': LINK_ID,
  'admin.links.replace.message': 'Länken är ersatt på 1 evenemang',
  'admin.links.remove.message': 'Länken är borttagen på 1 evenemang',
};
