import type { Config } from '../platform/config';
import { withDeadline } from '../platform/deadline';
import type { Snapshots, Version } from '../platform/snapshot/version';
import { dayInStockholm } from '../shared/dates';
import type { HomeData, Renderer } from '../shared/rendering';
import type { ClientBuild, StaticFile } from './build';
import { fileOf } from './file';
import { clientConfigOf, htmlOf } from './html';

/** Milliseconds: who opens a page waits no longer for its first cards; the client fetches them then. */
const PATIENCE = 500;
/** Nor do the cards for what stands beside them. */
const PATIENCE_BESIDE = 250;
/** So many pages are kept ready: with the choices of the filters there are thousands. */
const KEPT = 60;

const SNAPSHOTS = {
  events: 'public.events.list',
  announcements: 'public.announcements.list',
  banners: 'public.banners.list',
} as const;
type Versions = { [Name in keyof typeof SNAPSHOTS]: Version | undefined };

type Kept = { versions: Versions; day: string; until: number; file: Promise<StaticFile> };

export type FirstPages = (path: string, search: string) => Promise<StaticFile | undefined>;

/**
 * The pages that are sent with their first content, rendered from what everybody reads: once for each version of that,
 * each address and each day in Stockholm. Undefined for a page that is not, and when what it needs cannot be read.
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
  const parsed = new WeakMap<Version, unknown[]>();
  const rows = (version: Version | undefined) => {
    if (!version) return [];
    const known = parsed.get(version) ?? JSON.parse(version.json);
    parsed.set(version, known);
    return known;
  };

  /** What is stored; of ads and banners nothing when they cannot be had. */
  async function versionsNow(): Promise<Versions | undefined> {
    const read = async (name: string) => {
      const snapshot = snapshots.find(name);
      return snapshot?.atOnce() ?? (await snapshot?.read())?.version;
    };
    const beside = (name: string) => withDeadline(read(name), PATIENCE_BESIDE).catch(() => undefined);
    const [events, announcements, banners] = await Promise.all([
      read(SNAPSHOTS.events).catch(() => undefined),
      beside(SNAPSHOTS.announcements),
      beside(SNAPSHOTS.banners),
    ]);
    return events && { events, announcements, banners };
  }

  function make({ render }: Renderer, address: string, path: string, versions: Versions): Kept {
    const home = {
      events: rows(versions.events),
      announcements: rows(versions.announcements),
      banners: rows(versions.banners),
    } as HomeData;
    const at = now();
    const rendered = render(address, { config: clientConfigOf(config), now: at, home });
    return {
      versions,
      day: dayInStockholm(at),
      until: rendered.until ?? Number.POSITIVE_INFINITY,
      file: fileOf('text/html; charset=utf-8', htmlOf(build.page, config, path, rendered)),
    };
  }

  const isCurrent = (page: Kept, versions: Versions, at: Date) =>
    page.day === dayInStockholm(at) &&
    at.getTime() < page.until &&
    page.versions.events === versions.events &&
    page.versions.announcements === versions.announcements &&
    page.versions.banners === versions.banners;

  async function find(renderer: Renderer, path: string, search: string): Promise<StaticFile | undefined> {
    const address = renderer.addressOf(`${path}${search}`);
    const versions = address && (await versionsNow());
    if (!versions) return undefined;
    // From here on without a pause: who asks meanwhile finds it.
    const known = kept.get(address);
    if (known && isCurrent(known, versions, now())) return known.file;
    const made = make(renderer, address, path, versions);
    kept.delete(address);
    kept.set(address, made);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return made.file;
  }

  return async (path, search) => {
    try {
      const renderer = await loadRenderer();
      return await withDeadline(find(renderer, path, search), PATIENCE);
    } catch (error) {
      tell(error);
      return undefined;
    }
  };
}
