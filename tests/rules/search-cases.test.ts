import { describe, expect, test } from 'bun:test';
import { sectionsOf } from '#client/features/events/filter/sections.ts';
import { createFilter, type EventFilter, NO_FILTER } from '#src/features/events/filter/filter.ts';
import { contextOf } from '#src/features/events/filter/select.ts';
import { waysOut } from '#src/features/events/filter/ways-out.ts';
import { caseNameOf, searchCalendar, searchCases } from '#tests/support/search-cases.ts';

const calendar = await searchCalendar();
const cases = await searchCases();

/** In the order of the page. */
function namesFor(q: string): string[] {
  const filter: EventFilter = { ...NO_FILTER, q };
  const context = contextOf(filter, calendar);
  const shown = calendar.events.filter(createFilter(filter, context));
  return sectionsOf(shown, { filter, ...context }).flatMap(({ events }) => events.map(caseNameOf));
}

describe.each([...new Set(cases.map(({ kind }) => kind))])('queries by %s', (kind) => {
  const found = cases.filter((one) => one.kind === kind && kind !== 'nothing');
  test.each(found.map((one) => [one.query, one] as const))('%p', (query, { needed, allowed, forbidden }) => {
    const names = namesFor(query);
    expect(allowed).toContain(names[0] ?? '');
    expect(needed.filter((name) => !names.includes(name))).toEqual([]);
    expect(forbidden.filter((name) => names.includes(name))).toEqual([]);
  });

  const nothing = cases.filter((one) => one.kind === kind && kind === 'nothing');
  test.each(nothing.map((one) => [one.query, one] as const))(
    '%p finds nothing, and says what is there',
    (q, { needed }) => {
      expect(namesFor(q)).toEqual([]);
      const { ways, past } = waysOut({ ...NO_FILTER, q }, calendar);
      expect(ways.length > 0).toBe(needed.includes('#'));
      expect(past.map(caseNameOf)).toEqual(needed.filter((name) => !['#', '-'].includes(name)));
      for (const { filter, count } of ways) {
        const context = contextOf(filter, calendar);
        expect(calendar.events.filter(createFilter(filter, context))).toHaveLength(count);
      }
    },
  );
});

test.each([
  ['kullamannen 2031', ['Kullamannen (2026)']],
  ['simning februari 2031', []],
] as const)('%p, a wrong year, names %p', (q, past) => {
  expect(waysOut({ ...NO_FILTER, q }, calendar).past.map(caseNameOf)).toEqual([...past]);
});
