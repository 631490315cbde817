import { expect, test } from 'bun:test';
import { getTableColumns } from 'drizzle-orm';
import { events, submissions } from '#db/schema/index.ts';
import { EVENT_FIELD_NAMES, RACE_FIELD_NAMES } from '#src/features/events/fields.ts';

/** The columns not written by forms. */
const EVENT_COLUMNS_OUTSIDE_FORMS = [
  'id',
  'latitude',
  'longitude',
  'place_source',
  'geocode_due',
  'created_at',
  'organizer_confirmed_on',
  'updated_at',
  'sequence',
  'series_id',
  'edition',
  'organizer_confirmed_on',
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

test('EVENT_FIELD_NAMES and RACE_FIELD_NAMES are the columns written by forms', () => {
  expect(otherColumns(events, EVENT_COLUMNS_OUTSIDE_FORMS)).toEqual([...EVENT_FIELD_NAMES].sort());
  expect(otherColumns(submissions, SUBMISSION_COLUMNS_OUTSIDE_FORMS)).toEqual([...RACE_FIELD_NAMES].sort());
});
