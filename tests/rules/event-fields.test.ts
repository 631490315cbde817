import { describe, expect, test } from 'bun:test';
import { getTableColumns } from 'drizzle-orm';
import * as v from 'valibot';
import { events, submissions } from '#db/schema/index.ts';
import { fieldsToFill } from '#src/features/duplicates/merge/rules.ts';
import type { Merge } from '#src/features/events/fields/kinds.ts';
import {
  BLANK_VALUES,
  EVENT_FIELD_NAMES,
  EVENT_FIELDS,
  RACE_FIELD_NAMES,
} from '#src/features/events/fields.ts';
import type { EventField } from '#src/features/events/labels.ts';
import { pick } from '#src/shared/pick.ts';

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

/** Of the fields that cannot be imported, and so have no examples. */
const VALUES: Partial<Record<EventField, unknown>> = {
  additional_fields: [{ label: 'Start', value: 'kl 10.00' }],
  transfer_periods: [{ from: null, to: null, distances: [], fee: 200, payer: 'buyer', where: 'online' }],
  ordinary_prices: [{ distance: '10 km', price: 595 }],
  banner_text: 'Få platser kvar',
  banner_start_date: '2027-04-01T06:00:00.000Z',
  banner_end_date: '2027-05-21T21:59:59.000Z',
  banner_color: 'blue',
};

function sampleOf(name: EventField): unknown {
  const field = EVENT_FIELDS[name];
  if (!('examples' in field)) return VALUES[name];
  return v.parse<v.GenericSchema>(field.input, field.examples.find(Boolean));
}

describe('a merge of duplicates', () => {
  const POSITION = { latitude: 57.7, longitude: 11.9, place_source: 'admin' };
  const full = {
    ...Object.fromEntries(EVENT_FIELD_NAMES.map((name) => [name, sampleOf(name)])),
    ...POSITION,
  };
  const decided = (is: (merge: Merge) => boolean) =>
    EVENT_FIELD_NAMES.filter((name) => is(EVENT_FIELDS[name].merge));
  const bare = {
    ...full,
    ...pick(
      BLANK_VALUES,
      decided((merge) => merge !== 'never'),
    ),
    ...{ latitude: null, longitude: null, place_source: null },
  };
  const filledNames = (kept: object) => Object.keys(fieldsToFill(kept as never, full as never)).sort();

  test('fills every field that is not said to stay', () => {
    expect(filledNames(bare)).toEqual(
      [...decided((merge) => merge !== 'never'), ...Object.keys(POSITION)].sort(),
    );
  });

  test('leaves what is only true of the same day on another one', () => {
    const isOfAnyDay = (merge: Merge) => merge === 'fill' || (typeof merge === 'object' && !merge.onSameDay);
    expect(filledNames({ ...bare, event_date: '2027-05-23' })).toEqual(
      [...decided(isOfAnyDay), ...Object.keys(POSITION)].sort(),
    );
  });

  test('takes a group only if its first field is empty', () => {
    const kept = { ...bare, registration_opens_on: '2026-12-01', transfer_policy: 'allowed' };
    const names = filledNames(kept);
    expect(names).toContain('registration_closes_on');
    expect(names.filter((name) => /^registration_kind|^transfer_/.test(name))).toEqual([
      'transfer_rules_url',
    ]);
  });
});
