import { expect, test } from 'bun:test';
import { getTableColumns } from 'drizzle-orm';
import { events, submissions } from '../../db/schema';
import { EVENT_FIELD_NAMES, RACE_FIELD_NAMES } from '../../src/features/events/fields';

/** No form writes these columns. */
const EVENT_COLUMNS_OUTSIDE_FORMS = [
  'id',
  'latitude',
  'longitude',
  'place_source',
  'geocode_due',
  'created_at',
  'version',
];
const SUBMISSION_COLUMNS_OUTSIDE_FORMS = [
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

const otherColumns = (table: Parameters<typeof getTableColumns>[0], excluded: readonly string[]) =>
  Object.keys(getTableColumns(table))
    .filter((name) => !excluded.includes(name))
    .sort();

test('the lists of fields match the columns that forms write', () => {
  expect(otherColumns(events, EVENT_COLUMNS_OUTSIDE_FORMS)).toEqual([...EVENT_FIELD_NAMES].sort());
  expect(otherColumns(submissions, SUBMISSION_COLUMNS_OUTSIDE_FORMS)).toEqual([...RACE_FIELD_NAMES].sort());
});
