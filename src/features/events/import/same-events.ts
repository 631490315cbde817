import { fold } from '../../../shared/text';
import { sameEventKey } from '../rules';
import type { NamedEvent } from './store';

/** The events of one day and ort: a list, or a map by key after the first lookup. */
type Group<Event> = Event[] | Map<string, Event>;
/** Groups by folded ort. */
type Groups<Event> = Map<string, Group<Event>>;

/**
 * Finds the first of several equal events ({@link sameEventKey}). To handle a hundred thousand events, it folds names
 * only for the days and towns that are looked up.
 */
export function createEventIndex<Event extends NamedEvent>(events: readonly Event[] = []) {
  const groupsByDay = new Map<string, Groups<Event>>();
  const foldedTowns = new Map<string | null, string>();

  function groupsOfDay(day: string): Groups<Event> {
    const groups = groupsByDay.get(day) ?? new Map();
    if (groups.size === 0) groupsByDay.set(day, groups);
    return groups;
  }

  function townOf({ ort }: NamedEvent): string {
    const town = foldedTowns.get(ort) ?? fold(ort ?? '');
    foldedTowns.set(ort, town);
    return town;
  }

  function eventsByKey(groups: Groups<Event>, town: string): Map<string, Event> | undefined {
    const group = groups.get(town);
    if (!Array.isArray(group)) return group;
    // Of equal keys a map keeps the last, so reverse the list to keep the first.
    const byKey = new Map(group.toReversed().map((event) => [sameEventKey(event), event]));
    groups.set(town, byKey);
    return byKey;
  }

  function find(event: NamedEvent): Event | undefined {
    const groups = groupsByDay.get(event.event_date);
    return groups && eventsByKey(groups, townOf(event))?.get(sameEventKey(event));
  }

  function findOrAdd(event: Event): Event | undefined {
    const groups = groupsOfDay(event.event_date);
    const town = townOf(event);
    const byKey = eventsByKey(groups, town);
    if (!byKey) {
      groups.set(town, [event]);
      return undefined;
    }
    const key = sameEventKey(event);
    const before = byKey.get(key);
    if (!before) byKey.set(key, event);
    return before;
  }

  for (const event of events) {
    const groups = groupsOfDay(event.event_date);
    const town = townOf(event);
    const group = groups.get(town);
    if (Array.isArray(group)) group.push(event);
    else groups.set(town, [event]);
  }
  return { find, findOrAdd };
}
