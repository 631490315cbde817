import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { sameEventKey } from '#src/features/events/rules.ts';
import { createEventIndex } from '#src/features/imports/rows/same-events.ts';

const generatedEvent = fc.record({
  event_date: fc.constantFrom('2027-05-22', '2027-05-23'),
  event_name: fc.constantFrom('Loppet', ' LOPPET', 'Löppet', 'Loppet ', 'Milen'),
  ort: fc.constantFrom(null, '', 'Åre', 'are', 'ÅRE', 'Mora'),
});

test('createEventIndex finds the first event with the same key', () => {
  fc.assert(
    fc.property(
      fc.array(generatedEvent, { maxLength: 12 }),
      fc.array(generatedEvent, { maxLength: 12 }),
      (stored, added) => {
        const all = [...stored];
        const index = createEventIndex(stored);
        for (const event of added) {
          const first = all.find((other) => sameEventKey(other) === sameEventKey(event));
          if (first) expect(index.find(event)).toBe(first);
          expect(index.findOrAdd(event)).toBe(first);
          all.push(event);
        }
      },
    ),
  );
});

test('createEventIndex finds an event whose ort is known on one side only', () => {
  const race = (ort: string | null, event_name = 'Loppet') => ({ event_date: '2027-05-22', event_name, ort });
  expect(createEventIndex([race('Ljung')]).find(race(null))).toEqual(race('Ljung'));
  expect(createEventIndex([race(null)]).find(race('Ljung'))).toEqual(race(null));
  expect(createEventIndex([race('Ljung')]).find(race('Mora'))).toBeUndefined();
  expect(createEventIndex([race('Ljung')]).find(race(null, 'Milen'))).toBeUndefined();
  expect(createEventIndex([race('Ljung'), race('Mora')]).find(race(null))).toBeUndefined();
});

test('createEventIndex takes an event without an ort for one town only', () => {
  const race = (ort: string | null) => ({ event_date: '2027-05-22', event_name: 'Loppet', ort });
  const index = createEventIndex([race(null)]);
  expect(index.find(race('Ljung'))).toEqual(race(null));
  expect(index.find(race('Mora'))).toBeUndefined();
  expect(index.find(race('Ljung'))).toEqual(race(null));
});
