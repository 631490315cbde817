import type { Snapshots, Version } from '../platform/snapshot/version';
import { dayInStockholm } from '../shared/dates';
import type { StaticFile } from './build';

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

const bytesOf = ({ bodies }: StaticFile) => Object.values(bodies).reduce((sum, { size }) => sum + size, 0);

/**
 * Pages by their address, until one of their reads changes or the day ends. Keeps the most recently used ones: at most
 * `max`, and at most {@link MAX_BYTES}.
 */
export function createPageCache<File extends StaticFile>(max: number, snapshots: Snapshots, now: () => Date) {
  // A Map iterates in insertion order, so the first key is the least recently used one.
  const pages = new Map<string, CachedPage<File>>();

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
    let bytes = 0;
    for (const { ready } of pages.values()) bytes += ready ? bytesOf(ready) : 0;
    for (const [address, { ready }] of pages) {
      if (pages.size <= max && bytes <= MAX_BYTES) return;
      pages.delete(address);
      bytes -= ready ? bytesOf(ready) : 0;
    }
  }

  return {
    /** For reads that were just made. */
    find: (address: string, versions: Versions): Promise<File> | undefined =>
      findCurrent(address, (name) => versions.get(name)?.id)?.file,

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
      pages.delete(address);
      pages.set(address, page);
      evict();
      file.then(
        (ready) => {
          page.ready = ready;
          evict();
        },
        () => pages.get(address) === page && pages.delete(address),
      );
    },
  };
}
