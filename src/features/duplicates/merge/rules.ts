import { type ColumnValues, findFieldConflict } from '#src/features/events/contract.ts';
import type { Merge } from '#src/features/events/fields/kinds.ts';
import { EVENT_FIELD_NAMES, EVENT_FIELDS } from '#src/features/events/fields.ts';
import type { EventField } from '#src/features/events/labels.ts';
import { rulesForDistances } from '#src/features/events/transfer/rules.ts';
import { isEmpty } from '../rules.ts';

const mergeOf = (name: EventField): Merge => EVENT_FIELDS[name].merge;

function isInGroup(name: EventField, group: string): boolean {
  const merge = mergeOf(name);
  return typeof merge === 'object' && merge.together === group;
}

type Group = { names: string[]; onSameDay?: boolean };

/** What is taken together, by the decisions in `fields.ts`. */
const GROUPS: Group[] = [
  ...EVENT_FIELD_NAMES.flatMap((name): Group[] => {
    const merge = mergeOf(name);
    if (merge === 'never') return [];
    if (merge === 'fill') return [{ names: [name] }];
    const names = EVENT_FIELD_NAMES.filter((other) => isInGroup(other, merge.together));
    if (names[0] === name) return [{ names, onSameDay: merge.onSameDay }];
    return merge.orAlone ? [{ names: [name] }] : [];
  }),
  { names: ['latitude', 'longitude', 'place_source'] },
];

type Event = Parameters<typeof findFieldConflict>[0] & { event_date: string };

/** The fields that the kept event gets from the merged one because it lacks them, unless they conflict. */
export function fieldsToFill(kept: Event, merged: Event): ColumnValues {
  // Rules about distances that the kept event lacks are left out.
  const source: ColumnValues = { ...merged, ...rulesForDistances(merged as never, kept.distances) };
  let filled: ColumnValues = {};
  for (const { names, onSameDay } of GROUPS) {
    const [first = ''] = names;
    const now: ColumnValues = { ...kept, ...filled };
    if (!isEmpty(now[first]) || isEmpty(source[first])) continue;
    if (onSameDay && kept.event_date !== merged.event_date) continue;
    const candidate = { ...filled, ...Object.fromEntries(names.map((name) => [name, source[name]])) };
    if (!findFieldConflict({ ...kept, ...candidate } as Event)) filled = candidate;
  }
  return filled;
}
