import { perSecond } from '../platform/at-most';
import type { Config } from '../platform/config';
import { withDeadline } from '../platform/deadline';
import type { Snapshots, Version } from '../platform/snapshot/version';
import { dayInStockholm } from '../shared/dates';
import { AppError } from '../shared/errors';
import type { Needs, Renderer } from '../shared/rendering';
import type { ClientBuild, StaticFile } from './build';
import { fileOf } from './file';
import { clientConfigOf, htmlOf } from './html';

/** Milliseconds: who opens a page waits no longer for its first content; the client fetches it then. */
const PATIENCE = 500;
/** Nor does that for what stands beside it. */
const PATIENCE_BESIDE = 250;
/** So many pages are kept ready: with the choices of the filters there are thousands. */
const KEPT = 60;
/**
 * Pages with filters that are rendered in a second, for all callers together. With thousands of events each blocks the event
 * loop for some 20 ms. Further ones are sent without content. Pages without filters are always rendered.
 */
const FILTERED_PER_SECOND = 20;

/** By the names of the snapshots; of what could not be had nothing. */
type Versions = Map<string, Version | undefined>;

/** Of what it was made from no more than the ids: a version that is gone is to be gone. */
type Kept = { ids: string; day: string; until: number; file: Promise<StaticFile> };

const idsOf = (versions: Versions) => [...versions].map(([name, version]) => `${name} ${version?.id}`).join();

/** `countRender` is called before each rendering, and throws when the caller is over their limit. */
export type FirstPages = (
  path: string,
  search: string,
  countRender: () => void,
) => Promise<StaticFile | undefined>;

/**
 * The pages that are sent with their first content, rendered from what everybody reads: once for each version of that,
 * each address and each day in Stockholm. Undefined for a page that is not, when what it needs cannot be read, and when too
 * many pages with filters have been rendered in this second.
 */
export function firstPages(
  build: ClientBuild,
  config: Config,
  snapshots: Snapshots,
  now: () => Date,
  tell: (error: unknown) => void,
): FirstPages {
  const { loadRenderer } = build;
  if (!loadRenderer) return async () => undefined;
  const kept = new Map<string, Kept>();
  const mayRenderFiltered = perSecond(FILTERED_PER_SECOND, now);
  const parsed = new WeakMap<Version, unknown>();
  const contentOf = (version: Version) => {
    const known = parsed.get(version) ?? JSON.parse(version.json);
    parsed.set(version, known);
    return known;
  };

  /** What is stored; undefined when something that is needed cannot be had. */
  async function versionsNow({ needed, beside }: Needs): Promise<Versions | undefined> {
    const read = async (name: string) => {
      const snapshot = snapshots.find(name);
      return snapshot?.atOnce() ?? (await snapshot?.read())?.version;
    };
    const readInTime = (name: string) =>
      needed.includes(name) ? read(name) : withDeadline(read(name), PATIENCE_BESIDE);
    const found = await Promise.all(
      [...needed, ...beside].map(
        async (name) => [name, await readInTime(name).catch(() => undefined)] as const,
      ),
    );
    const versions = new Map(found);
    return needed.every((name) => versions.get(name)) ? versions : undefined;
  }

  function make({ render }: Renderer, address: string, path: string, versions: Versions): Kept | undefined {
    const read = [...versions].flatMap(([name, version]) => (version ? [[name, contentOf(version)]] : []));
    const at = now();
    const data = { config: clientConfigOf(config), now: at, reads: Object.fromEntries(read) };
    const rendered = render(address, data);
    return (
      rendered && {
        ids: idsOf(versions),
        day: dayInStockholm(at),
        until: rendered.until ?? Number.POSITIVE_INFINITY,
        file: fileOf('text/html; charset=utf-8', htmlOf(build.page, config, path, rendered)),
      }
    );
  }

  const isCurrent = (page: Kept, versions: Versions, at: Date) =>
    page.day === dayInStockholm(at) && at.getTime() < page.until && page.ids === idsOf(versions);

  async function find(
    renderer: Renderer,
    path: string,
    search: string,
    countRender: () => void,
  ): Promise<StaticFile | undefined> {
    const address = renderer.addressOf(`${path}${search}`);
    const versions = address !== undefined && (await versionsNow(renderer.needsOf(address)));
    if (!versions) return undefined;
    // From here on without a pause: who asks meanwhile finds it.
    const known = kept.get(address);
    const isKept = known && isCurrent(known, versions, now());
    if (!isKept) countRender();
    if (!isKept && address.includes('?') && !mayRenderFiltered()) return undefined;
    const made = isKept ? known : make(renderer, address, path, versions);
    // The last is the one that was asked for last.
    kept.delete(address);
    if (!made) return undefined;
    kept.set(address, made);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return made.file;
  }

  return async (path, search, countRender) => {
    try {
      const renderer = await loadRenderer();
      return await withDeadline(find(renderer, path, search, countRender), PATIENCE);
    } catch (error) {
      if (error instanceof AppError && error.code === 'request.too_many') throw error;
      tell(error);
      return undefined;
    }
  };
}
