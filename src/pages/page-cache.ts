import type { Snapshots, Version } from '#src/platform/snapshot/version.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import type { StaticFile } from './build.ts';

/** The cached reads that a page was made from, by name. Undefined if one could not be read. */
export type Versions = ReadonlyMap<string, Version | undefined>;

/** Stores only the ids of the versions, so that old versions can be freed. */
type CachedPage<File> = {
  versionIds: (readonly [name: string, id: string | undefined])[];
  day: string;
  until: number;
  file: Promise<File>;
  ready?: File;
};

type NewPage<File> = {
  versions: Versions;
  madeAt: Date;
  file: Promise<File>;
  /** When the page becomes outdated by itself, in milliseconds since the epoch. */
  until?: number | undefined;
};

/** Of one cache. */
const MAX_BYTES = 64_000_000;

/** What an entry takes besides its bodies. */
const ENTRY_BYTES = 2000;

const sizeOf = (address: string, file?: StaticFile): number =>
  ENTRY_BYTES +
  2 * address.length +
  Object.values(file?.bodies ?? {}).reduce((sum, { size }) => sum + size, 0);

/**
 * Pages by their address, until one of their reads changes or the day ends. Keeps the most recently used ones: at most
 * {@link MAX_BYTES}, and at most `max`.
 */
export function createPageCache<File extends StaticFile>(
  snapshots: Snapshots,
  now: () => Date,
  max = Number.POSITIVE_INFINITY,
) {
  // A Map iterates in insertion order, so the first key is the least recently used one.
  const pages = new Map<string, CachedPage<File>>();
  let bytes = 0;

  function remove(address: string): void {
    bytes -= sizeOf(address, pages.get(address)?.ready);
    pages.delete(address);
  }

  function findCurrent(address: string, idOf: (name: string) => string | undefined) {
    const page = pages.get(address);
    const instant = now();
    const isCurrent =
      page?.day === dayInStockholm(instant) &&
      instant.getTime() < page.until &&
      page.versionIds.every(([name, id]) => idOf(name) === id);
    if (!isCurrent) return undefined;
    pages.delete(address);
    pages.set(address, page);
    return page;
  }

  function evict(): void {
    for (const address of pages.keys()) {
      if (pages.size <= max && bytes <= MAX_BYTES) return;
      remove(address);
    }
  }

  return {
    /** For reads that were just made. */
    find: (address: string, versions: Versions): Promise<File> | undefined =>
      findCurrent(address, (name) => versions.get(name)?.id)?.file,

    /** What was last made for the address, also if it is outdated. */
    findLatest: (address: string): File | undefined => pages.get(address)?.ready,

    /** Without waiting for reads or for the file. */
    findReady: (address: string): File | undefined =>
      findCurrent(address, (name) => snapshots.find(name)?.current()?.id)?.ready,

    add(address: string, { versions, madeAt, file, until = Number.POSITIVE_INFINITY }: NewPage<File>): void {
      const page: CachedPage<File> = {
        versionIds: [...versions].map(([name, version]) => [name, version?.id]),
        day: dayInStockholm(madeAt),
        until,
        file,
      };
      if (pages.has(address)) remove(address);
      pages.set(address, page);
      bytes += sizeOf(address);
      evict();
      file.then(
        (ready) => {
          if (pages.get(address) !== page) return;
          bytes += sizeOf(address, ready) - sizeOf(address);
          page.ready = ready;
          evict();
        },
        () => pages.get(address) === page && remove(address),
      );
    },
  };
}
