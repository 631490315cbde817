import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createEventIndex } from '../../src/features/events/import/same-events';
import { sameEventKey } from '../../src/features/events/rules';

const event = fc.record({
  event_date: fc.constantFrom('2027-05-22', '2027-05-23'),
  event_name: fc.constantFrom('Loppet', ' LOPPET', 'Löppet', 'Loppet ', 'Milen'),
  ort: fc.constantFrom(null, '', 'Åre', 'are', 'ÅRE', 'Mora'),
});

test('sameEvents finds the first event with the same key', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), fc.array(event, { maxLength: 12 }), (stored, more) => {
      const all = [...stored];
      const same = createEventIndex(stored);
      for (const one of more) {
        const first = all.find((other) => sameEventKey(other) === sameEventKey(one));
        expect(same.find(one)).toBe(first);
        expect(same.findOrAdd(one)).toBe(first);
        all.push(one);
      }
    }),
  );
});
