import { expect, test } from 'bun:test';
import { getTableColumns } from 'drizzle-orm';
import { events, submissions } from '../../db/schema';
import { EVENT_FIELD_NAMES, RACE_FIELD_NAMES } from '../../src/features/events/fields';

/** No form writes these columns. */
const OF_EVENTS = ['id', 'latitude', 'longitude', 'place_source', 'geocode_due', 'created_at', 'version'];
const OF_SUBMISSIONS = [
  'id',
  'status',
  'submitter_name',
  'submitter_email',
  'submitter_phone',
  'submitted_at',
  'admin_comments',
  'reviewed_at',
  'reviewed_by',
];

const others = (table: Parameters<typeof getTableColumns>[0], known: readonly string[]) =>
  Object.keys(getTableColumns(table))
    .filter((name) => !known.includes(name))
    .sort();

test('the lists of fields match the columns that forms write', () => {
  expect(others(events, OF_EVENTS)).toEqual([...EVENT_FIELD_NAMES].sort());
  expect(others(submissions, OF_SUBMISSIONS)).toEqual([...RACE_FIELD_NAMES].sort());
});
