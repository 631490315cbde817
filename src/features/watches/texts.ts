import type { Examples, Texts } from '#src/platform/openapi/texts.ts';
import { CREATED_AT, TOKEN, WATCH_ID } from '#src/shared/example-values.ts';

const TITLE = 'Löpning i Skåne';
const QUERY = 'sport=L%C3%B6pning&landskap=Sk%C3%A5ne';
const ADDRESS_TOKEN = ['The token of the page with all watches of the address.', TOKEN] as const;
const CADENCE =
  '`direct` mails between 07 and 21, at most once in 30 minutes; `daily` at 07:00; `weekly` on Mondays at 07:00. Swedish time.';

/** In all schemas that are a watch or have its fields. */
const WATCHES = ['Watch', 'WatchData.watches', 'WatchInput'];
const onWatches = (field: string, description: string, example?: unknown): Texts =>
  Object.fromEntries(WATCHES.map((schema) => [`${schema}.${field}`, [description, example]]));

export const texts: Texts = {
  cadence: [CADENCE, 'daily'],
  query: [
    'The query of the calendar that `search` watches, such as the home page has it; else `null`.',
    QUERY,
  ],
  min_price: ['The lowest price of ads in whole kronor; `null` for none.', null],
  max_price: ['The highest price of ads in whole kronor; `null` for none.', null],
  ...onWatches('kind', 'What is watched: a selection of the calendar, a race, its series, or ads.', 'search'),
  ...onWatches('event_id', 'The id of the watched event; else `null`.', null),
  ...onWatches('series_id', 'The id of the watched series; else `null`.', null),
  ...onWatches('distance', 'The distance that ads must have; `null` for any.', null),
  ...onWatches('title', 'What is watched, in words.', TITLE),
  ...onWatches('url', 'The path of the page that shows it.', `/?${QUERY}`),
  'WatchData.watches.renewed_at': ['When the watch was made, or last changed or renewed.', CREATED_AT],
  'WatchInput.email': ['The e-mail address. Members leave it out.', 'karin@example.se'],
  is_expiring: [
    'Whether its owner was asked if it should go on, and has not answered. It ends 30 days after the question.',
    false,
  ],
  watch: ['The watch; `null` until a visitor has confirmed it by mail.'],
  watches: ['The watches, newest first.'],
  'WatchesOfMail.watches': ['The watches that the mail is about, if they have not ended.'],
  paused_until: ['When mails go on; `null` without a pause.', null],
  paused: ['`true` pauses for 30 days, `false` ends the pause.', true],
  manage_token: [...ADDRESS_TOKEN],
  'WatchesByLink.email': [
    'The e-mail address, of which only the first letter and the domain are shown.',
    'k***@example.se',
  ],
  'WatchesOfMail.match_alerts': [
    'Whether the link also ends mails about ads that match the member’s own.',
    false,
  ],
  scope: ['`ad` for one of the member’s ads, `all` for all of them.', 'ad'],
  ad: ['Whether ads that match this one of the member’s ads are mailed.', true],
  all: ['Whether ads that match the member’s ads are mailed at all.', true],
  'MatchAlerts.order_number': ['The number of the member’s ad; `null` if it was deleted.', 'SP-1042'],
  'MatchAlerts.event_name': ['The race of the member’s ad; `null` if the ad was deleted.', 'Exempelloppet'],
  watchers: ['The number of addresses that watch for such ads.', 3],
  'WatchData.email': ['The e-mail address; empty if nothing is stored about it.', 'karin@example.se'],
  'AdminWatchesInput.email': [
    'The address whose watches are looked up; missing or empty for the numbers.',
    'karin@example.se',
  ],
  overview: ['The numbers; `null` if an address was given.'],
  watcher: ['The watches of the address; `null` if none was given.'],
  addresses: ['The number of addresses that watch.', 42],
  kinds: ['All kinds.'],
  'kinds.kind': ['The kind of watch.', 'event'],
  'kinds.watches': ['The number of watches.', 17],
  most_watched: ['The ten most watched races, the most watched first. A race over the years is one.'],
  'most_watched.name': ['The name of the race.', 'Exempelloppet'],
  'most_watched.url': ['The path of its page; `null` if it has none.', '/lopp/exempelloppet'],
  queue: ['What waits to be mailed.'],
  changes: ['The number of changed events and ads that were not compared with the watches yet.', 0],
  oldest_change: ['When the oldest of these changes was made; `null` for none.', null],
  'queue.news': ['The number of news that wait for their time.', 12],
  'queue.mails': ['The number of mails about watches that wait to be sent.', 0],
  failed_mails: ['The number of mails about watches that could not be sent.', 0],
  refused: ['The number of addresses that their mail server refused for good in the last 90 days.', 1],
  refusals: ['The latest of them, of which only the first letter and the domain are shown.'],
  'refusals.email': ['The masked address.', 'k***@example.se'],
  refused_at: ['When it was refused; `null` if it was not.', CREATED_AT],
  'WatchesOfAddress.email': ['The address.', 'karin@example.se'],
  is_member: ['Whether it is the verified address of a member.', false],
  mail_count: ['The number of confirmation mails that were sent.', 1],
  'WatchesOfAddress.requests': ['What was asked for without an account in the last 14 days, oldest first.'],
  requests: ['What was asked for without an account in the last 14 days, oldest first.'],
  'requests.title': ['What is watched, in words.', TITLE],
  'requests.confirmed_at': ['When it was confirmed by mail; `null` if it was not.', null],
  'MyData.watches': ['The watches of the member, and what was mailed about them or will be.'],
  news: ['What was mailed, or will be, oldest first.'],
  'news.title': ['The name of the race, or the number of the ad; empty if it was deleted.', 'Exempelloppet'],
  change: ['What happened, such as `new`, `status:…` or `opens:…`.', 'new'],
  is_mailed: ['Whether it was mailed.', true],
  AdminWatches: ['Numbers about all watches, or the watches of an address.'],
  WatchOverview: ['Numbers about all watches.'],
  WatchesOfAddress: ['The watches of an address, as admins see them.'],
  MatchAlerts: ['Whether ads that match those of a member are mailed.'],
  Watch: ['Something that is watched.'],
  WatchConfirmed: ['The confirmed watch.'],
  WatchCreated: ['The watch of a member, or what a visitor must do next.'],
  WatchData: ['Everything that is stored about an address that watches.'],
  WatcherCount: ['How many watch the market of a race.'],
  WatchesByLink: ['The watches of an address.'],
  WatchesOfMail: ['What a mail is about.'],
  WatchList: ['The watches of an address.'],
};

/** Where the examples of the fields do not fit. */

/** Examples where those of the fields do not fit. */
export const examples: Examples = {
  ...Object.fromEntries(
    ['Watch', 'WatchId', 'WatchIdByLink', 'WatchUpdate', 'WatchUpdateByLink'].map((schema) => [
      `${schema}.id`,
      WATCH_ID,
    ]),
  ),
  'public.watches.create.message': `Nästan klart! Bekräfta bevakningen i mejlet som vi har skickat till dig.`,
  ...Object.fromEntries(
    [
      ...[
        'public.watches.remove',
        'public.watches.removeAll',
        'public.watches.renew',
        'public.watches.erase',
      ],
      ...['public.watches.end', 'marketplace.watches.remove'],
    ].map((operation) => [`${operation}.message`, 'Sparat.']),
  ),
};
