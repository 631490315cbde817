import { describe, expect, test } from 'bun:test';
import * as v from 'valibot';
import { ContactMessageInput } from '#src/features/contact/contract.ts';
import { EventInput } from '#src/features/events/contract.ts';
import { SubmissionInput } from '#src/features/submissions/contract.ts';

const DAY = { event_date: '2027-05-22', event_name: 'Lopp', distances: '10 km', sport_type: 'Löpning' };
const STAMP = { banner_start_date: '2027-01-01T00:00', banner_end_date: '2027-02-01T00:00' };
const SENDER = { submitter_name: 'Anna', submitter_email: 'anna@example.se' };
const MESSAGE = { name: 'Anna', email: 'anna@example.se', subject: 'Fråga', message: 'Hej' };

const accepts = (schema: v.GenericSchema, input: object) => v.safeParse(schema, input).success;
const NAME_MAX = 200;
const TEXT_MAX = 5000;
const urlOfLength = (length: number) =>
  `https://example.se/${'a'.repeat(length - 'https://example.se/'.length)}`;

describe('the maximum', () => {
  const texts: [string, v.GenericSchema, object, string, number][] = [
    ...(['event_name', 'ort', 'organizer'] as const).map(
      (key): [string, v.GenericSchema, object, string, number] => ['event', EventInput, DAY, key, NAME_MAX],
    ),
    ['event', EventInput, DAY, 'address', TEXT_MAX],
    ['event', EventInput, { ...DAY, ...STAMP }, 'banner_text', TEXT_MAX],
    ['event', EventInput, DAY, 'status_note', 300],
    ['submission', SubmissionInput, { ...DAY, ...SENDER }, 'submitter_name', NAME_MAX],
    ['submission', SubmissionInput, { ...DAY, ...SENDER }, 'submitter_phone', TEXT_MAX],
    ['submission', SubmissionInput, { ...DAY, ...SENDER }, 'address', TEXT_MAX],
    ['contact message', ContactMessageInput, MESSAGE, 'name', NAME_MAX],
    ['contact message', ContactMessageInput, MESSAGE, 'subject', NAME_MAX],
    ['contact message', ContactMessageInput, MESSAGE, 'message', TEXT_MAX],
  ];
  for (const [name, schema, base, key, maxLength] of texts) {
    test(`length of ${key} of the ${name} is ${maxLength}`, () => {
      expect(accepts(schema, { ...base, [key]: 'x'.repeat(maxLength) })).toBe(true);
      expect(accepts(schema, { ...base, [key]: 'x'.repeat(maxLength + 1) })).toBe(false);
    });
  }

  for (const key of ['race_link', 'result_link', 'transfer_rules_url']) {
    test(`length of ${key} is 2,000`, () => {
      expect(accepts(EventInput, { ...DAY, [key]: urlOfLength(2000) })).toBe(true);
      expect(accepts(EventInput, { ...DAY, [key]: urlOfLength(2001) })).toBe(false);
    });
  }

  test('number of additional fields is 20, with a label of 200 and a value of 5,000 characters', () => {
    const field = (label: number, value: number) => ({ label: 'x'.repeat(label), value: 'x'.repeat(value) });
    const acceptsFields = (...additional_fields: object[]) =>
      accepts(EventInput, { ...DAY, additional_fields });
    expect(acceptsFields(field(NAME_MAX, TEXT_MAX))).toBe(true);
    expect(acceptsFields(field(NAME_MAX + 1, TEXT_MAX))).toBe(false);
    expect(acceptsFields(field(NAME_MAX, TEXT_MAX + 1))).toBe(false);
    expect(acceptsFields(...Array(20).fill(field(1, 1)))).toBe(true);
    expect(acceptsFields(...Array(21).fill(field(1, 1)))).toBe(false);
  });

  test('number of distances is 30', () => {
    const distances = (count: number) =>
      Array.from({ length: count }, (_, index) => `${index + 1} km`).join(', ');
    expect(accepts(EventInput, { ...DAY, distances: distances(30) })).toBe(true);
    expect(accepts(EventInput, { ...DAY, distances: distances(31) })).toBe(false);
  });

  test('length of an e-mail address is 254', () => {
    const email = (length: number) => `${'a'.repeat(length - '@example.se'.length)}@example.se`;
    expect(accepts(ContactMessageInput, { ...MESSAGE, email: email(254) })).toBe(true);
    expect(accepts(ContactMessageInput, { ...MESSAGE, email: email(255) })).toBe(false);
  });
});
