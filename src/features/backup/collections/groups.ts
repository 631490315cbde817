import { COLLECTIONS, type Collection } from './store';

/** The last number that an ad was given: no table, but part of the content (D13, D19). */
export const NUMBERS = 'announcement_numbers';
/** The files that admins uploaded. */
export const UPLOADS = 'uploads';

/** Ties that no foreign key tells of: an ad's number comes from the sequence, a banner shows an upload. */
const TIES: readonly (readonly [string, string])[] = [
  [NUMBERS, 'announcements'],
  [UPLOADS, 'banners'],
];

/** Collections that stand or fall together (D19). */
export type Group = {
  /** Every name in it, those without a table too. */
  names: readonly string[];
  /** Its tables, each after those that it refers to. */
  tables: readonly Collection[];
};

/** Everything that a backup has, by the names in its document. */
export const NAMES: readonly string[] = [...COLLECTIONS.map(({ name }) => name), NUMBERS, UPLOADS];

/** The collections, grouped by what ties them: foreign keys of the schema, and the ties above. */
export function groupsOf(
  collections: readonly Collection[],
  ties: readonly (readonly [string, string])[],
): Group[] {
  const edges = [
    ...collections.flatMap(({ name, refersTo }) => refersTo.map((to) => [name, to] as const)),
    ...ties,
  ];
  const groups = new Map<string, Set<string>>();
  for (const name of [...collections.map((one) => one.name), ...ties.flat()])
    groups.set(name, new Set([name]));
  for (const [a, b] of edges) {
    const [one, other] = [groups.get(a), groups.get(b)];
    if (!one || !other || one === other) continue;
    for (const name of other) groups.set(name, one.add(name));
  }
  return [...new Set(groups.values())].map((names) => ({
    names: [...names],
    tables: inOrder(collections.filter(({ name }) => names.has(name))),
  }));
}

/** Each table after those that it refers to. */
function inOrder(tables: readonly Collection[]): Collection[] {
  const sorted: Collection[] = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const isFree = ({ name, refersTo }: Collection) =>
      refersTo.every((to) => to === name || ![...left].some((other) => other.name === to));
    const next = [...left].find(isFree);
    if (!next)
      throw new Error('Tables that refer to each other in a circle cannot be filled one after the other.');
    sorted.push(next);
    left.delete(next);
  }
  return sorted;
}

export const GROUPS: readonly Group[] = groupsOf(COLLECTIONS, TIES);
