import { sameEventKey } from '#src/features/events/rules.ts';
import { fold } from '#src/shared/text.ts';
import type { NamedEvent } from '../store.ts';

/** The events of one day and ort: a list, or a map by key after the first lookup. */
type Group<Event> = Event[] | Map<string, Event>;
const nameOf = ({ event_name }: NamedEvent) => fold(event_name);

const eventsIn = <Event>(groups: Groups<Event>): Event[] =>
  [...groups.values()].flatMap((group) => (Array.isArray(group) ? group : [...group.values()]));

/** Groups by folded ort. */
type Groups<Event> = Map<string, Group<Event>>;

/**
 * Finds the first of several equal events ({@link sameEventKey}), else the one of that name and day whose ort is
 * unknown, or known when this one's is not. To handle a hundred thousand events, it folds names only for the days and
 * towns that are looked up.
 */
export function createEventIndex<Event extends NamedEvent>(events: readonly Event[] = []) {
  const groupsByDay = new Map<string, Groups<Event>>();
  const foldedTowns = new Map<string | null, string>();
  const townsOfUnknown = new Map<Event, string>();
  const namesByDay = new Map<string, Map<string, Event[]>>();

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
    if (!groups) return undefined;
    const town = townOf(event);
    const exact = eventsByKey(groups, town)?.get(sameEventKey(event));
    return exact ?? (town ? findWithoutTown(groups, event, town) : findWithTown(groups, event));
  }

  /** Races of several towns may have the same name: only the first of them can be the one without a town. */
  function findWithoutTown(groups: Groups<Event>, event: NamedEvent, town: string): Event | undefined {
    const found = eventsByKey(groups, '')?.get(sameEventKey({ ...event, ort: null }));
    if (!found) return undefined;
    const takenBy = townsOfUnknown.get(found) ?? town;
    townsOfUnknown.set(found, takenBy);
    return takenBy === town ? found : undefined;
  }

  /** Only if one town has a race of that name. */
  function findWithTown(groups: Groups<Event>, event: NamedEvent): Event | undefined {
    const byName = namesByDay.get(event.event_date) ?? Map.groupBy(eventsIn(groups), nameOf);
    namesByDay.set(event.event_date, byName);
    const [found, ...others] = byName.get(nameOf(event)) ?? [];
    return others.length === 0 ? found : undefined;
  }

  function findOrAdd(event: Event): Event | undefined {
    const groups = groupsOfDay(event.event_date);
    namesByDay.delete(event.event_date);
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
