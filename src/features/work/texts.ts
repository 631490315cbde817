import type { Examples, Texts } from '#src/platform/openapi/texts.ts';
import { CREATED_AT, EVENT_ID } from '#src/shared/example-values.ts';

const OTHER_EVENT_ID = '0198c0de-0000-7000-8000-000000000021';
const RESTORABLE_UNTIL = '2027-02-14T09:30:00.000Z';

export const texts: Texts = {
  // Duplicates and merges
  pairs: ['The pairs, upcoming events first.'],
  similarity: ['How similar the names are, from 0 to 1.', 0.75],
  keep_id: ['The event that is better kept.', EVENT_ID],
  differing_fields: ['The fields in which the two events differ.', ['event_name', 'organizer']],
  'DuplicatePair.events': ['The two events.'],
  watch_count: ['The number of watches of the event.', 3],
  has_more: ['Whether there are more.', false],
  other_id: ['The id of the other event.', OTHER_EVENT_ID],
  'EventMerge.into': ['The event that is kept.', OTHER_EVENT_ID],
  'Merge.into': ['The event that was kept.'],
  merged_at: ['When they were merged.', CREATED_AT],
  merged_by: ['The user name of the admin.', 'anna'],
  restorable_until: ['Until when it can be undone.', RESTORABLE_UNTIL],

  // The clock
  doubt: [
    'Why the clock is not trusted: `ahead` of the latest time that was seen or `behind` it, or `differs` from the database; `null` if it is trusted.',
    null,
  ],
  'ClockState.now': ['What the clock of the instance shows.', CREATED_AT],
  database_now: ['What the clock of the database shows.', CREATED_AT],
  latest_seen: ['The latest time that was trusted; `null` before the first.', CREATED_AT],

  // The week's work
  ...Object.fromEntries(
    Object.entries({
      submissions: 'Proposed events without a decision',
      proposals: 'Proposals of organisers without a decision',
      notices: 'Notices about ads without a decision',
      objections: 'Objections without a decision',
      reports: 'Reports that are not handled',
      contact_messages: 'Unread messages',
      source_changes: 'Changes of sources that wait',
      duplicates: 'Pairs of likely duplicates',
      dead_links: 'Dead links of events',
    }).flatMap(([kind, text], index) => [
      [`Work.${kind}`, [`${text}.`, index === 0 ? 2 : 0]],
      [`OldestWork.${kind}`, [`${text}: since when the oldest waits.`, index === 0 ? CREATED_AT : null]],
    ]),
  ),
  stale_since: [
    'Since when public pages are out of date, because this instance cannot read them from the database; `null` while they are not.',
    null,
  ],
  oldest: ['Since when the oldest one waits, by kind; `null` if none does.'],
  Work: ['The pending tasks of admins, by kind.'],
  OldestWork: ['Since when the oldest of each kind waits.'],
};

/** Where the examples of the fields do not fit. */

/** Examples where those of the fields do not fit. */
export const examples: Examples = {
  'Merge.into': {
    id: OTHER_EVENT_ID,
    event_name: 'Exempelloppet 2027',
    event_date: '2027-05-22',
    url: '/lopp/exempelloppet-goteborg/2027',
  },
  'admin.duplicates.dismiss.message': 'Paret visas inte längre.',
};
