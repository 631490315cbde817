import { fold } from '../../../shared/text';
import { sameEventKey } from '../rules';
import type { NamedEvent } from './store';

/** The events of one day in one ort: as they came, or once one of them was looked for by their keys. */
type Group<One> = One[] | Map<string, One>;
/** By their folded ort. */
type Groups<One> = Map<string, Group<One>>;

/**
 * Finds of some events the one that is the same as another ({@link sameEventKey}); of several alike the first that came. There
 * may be a hundred thousand of them: only names of one day and ort are folded.
 */
export function sameEvents<One extends NamedEvent>(events: readonly One[] = []) {
  const days = new Map<string, Groups<One>>();
  const folded = new Map<string | null, string>();

  function groupsOn(day: string): Groups<One> {
    const groups = days.get(day) ?? new Map();
    if (groups.size === 0) days.set(day, groups);
    return groups;
  }

  function townOf({ ort }: NamedEvent): string {
    const town = folded.get(ort) ?? fold(ort ?? '');
    folded.set(ort, town);
    return town;
  }

  function byKeyIn(groups: Groups<One>, town: string): Map<string, One> | undefined {
    const group = groups.get(town);
    if (!Array.isArray(group)) return group;
    // Of two with one key a map keeps the last.
    const byKey = new Map(group.toReversed().map((event) => [sameEventKey(event), event]));
    groups.set(town, byKey);
    return byKey;
  }

  function find(event: NamedEvent): One | undefined {
    const groups = days.get(event.event_date);
    return groups && byKeyIn(groups, townOf(event))?.get(sameEventKey(event));
  }

  /** The same event when there is one; else this is one of them from now on. */
  function findOrAdd(event: One): One | undefined {
    const groups = groupsOn(event.event_date);
    const town = townOf(event);
    const byKey = byKeyIn(groups, town);
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
    const groups = groupsOn(event.event_date);
    const town = townOf(event);
    const group = groups.get(town);
    if (Array.isArray(group)) group.push(event);
    else groups.set(town, [event]);
  }
  return { find, findOrAdd };
}
