import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createEventIndex } from '../../src/features/events/import/same-events';
import { sameEventKey } from '../../src/features/events/rules';

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
          expect(index.find(event)).toBe(first);
          expect(index.findOrAdd(event)).toBe(first);
          all.push(event);
        }
      },
    ),
  );
});
