import { COLLECTIONS, type Collection } from './store.ts';

/** The last order number comes from a sequence, not a table. */
export const ORDER_NUMBERS_COLLECTION = 'announcement_numbers';
export const UPLOADS_COLLECTION = 'uploads';

/** Dependencies without a foreign key: an ad's number comes from the sequence, and a banner shows an upload. */
const IMPLICIT_DEPENDENCIES: readonly (readonly [string, string])[] = [
  [ORDER_NUMBERS_COLLECTION, 'announcements'],
  [UPLOADS_COLLECTION, 'banners'],
];

/** Backups of earlier releases do not have these. They are then imported as empty. */
export const LATER_COLLECTIONS: readonly string[] = [
  'series',
  'series_keys',
  'race_addresses',
  'deal_steps',
  'member_blocks',
  'notices',
  'statements',
  'watchers',
  'merged_watchers',
  'watches',
  'admin_passkeys',
  'admin_recovery_codes',
  'organisers',
  'sources',
  'event_batches',
  'event_revisions',
  'event_proposals',
  'page_views',
  'distinct_events',
  'source_items',
  'source_changes',
  'link_checks',
  'mail_stops',
];

/** Collections that are imported together or not at all. */
export type Group = {
  /** The names of all its collections, including those without a table. */
  names: readonly string[];
  /** Its tables, ordered so that each comes after the tables it references. */
  tables: readonly Collection[];
};

export const BACKUP_COLLECTION_NAMES: readonly string[] = [
  ...COLLECTIONS.map(({ name }) => name),
  ORDER_NUMBERS_COLLECTION,
  UPLOADS_COLLECTION,
];

export function groupsOf(
  collections: readonly Collection[],
  implicitDependencies: readonly (readonly [string, string])[],
): Group[] {
  const edges = [
    ...collections.flatMap(({ name, refersTo }) => refersTo.map((to) => [name, to] as const)),
    ...implicitDependencies,
  ];
  const groups = new Map<string, Set<string>>();
  for (const name of [...collections.map(({ name }) => name), ...implicitDependencies.flat()])
    groups.set(name, new Set([name]));
  for (const [a, b] of edges) {
    const [first, second] = [groups.get(a), groups.get(b)];
    if (!first || !second || first === second) continue;
    for (const name of second) groups.set(name, first.add(name));
  }
  return [...new Set(groups.values())].map((names) => ({
    names: [...names],
    tables: sortByDependencies(collections.filter(({ name }) => names.has(name))),
  }));
}

function sortByDependencies(tables: readonly Collection[]): Collection[] {
  const sorted: Collection[] = [];
  const remaining = new Set(tables);
  while (remaining.size > 0) {
    const hasNoOpenReference = ({ name, refersTo }: Collection) =>
      refersTo.every((to) => to === name || ![...remaining].some((other) => other.name === to));
    const next = [...remaining].find(hasNoOpenReference);
    if (!next) throw new Error('Backup: tables with circular foreign keys cannot be ordered for import.');
    sorted.push(next);
    remaining.delete(next);
  }
  return sorted;
}

export const GROUPS: readonly Group[] = groupsOf(COLLECTIONS, IMPLICIT_DEPENDENCIES);

export const ADMINS = 'admins';
export const isOfAdmins = ({ names }: Pick<Group, 'names'>): boolean => names.includes(ADMINS);
/** Only in a backup that was asked for with them. */
export const ADMIN_COLLECTIONS: readonly string[] = GROUPS.filter(isOfAdmins).flatMap(({ names }) => names);
