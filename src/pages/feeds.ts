import { setImmediate } from 'node:timers/promises';
import type { LocatedEvent, PublicEvent } from '#src/features/events/contract.ts';
import { type Feed, lastChangeOf } from '#src/features/events/feeds/feed.ts';
import { writeICalendar } from '#src/features/events/feeds/icalendar.ts';
import { writeAtom, writeJsonFeed } from '#src/features/events/feeds/news-feeds.ts';
import { nameOfSelection } from '#src/features/events/filter/active.ts';
import { feedQueryOf, withRecentRaces } from '#src/features/events/filter/feed.ts';
import type { EventFilter } from '#src/features/events/filter/filter.ts';
import { readServerFilter, selectEvents } from '#src/features/events/filter/select.ts';
import { writeFilter } from '#src/features/events/filter/url.ts';
import { searchOf } from '#src/features/events/search/races.ts';
import { understandSearch } from '#src/features/events/search/with-places.ts';
import { type Config, siteUrlOf } from '#src/platform/config.ts';
import { SHARED } from '#src/platform/http/caching.ts';
import { addDaysTo, dayInStockholm } from '#src/shared/dates.ts';
import { FEEDS, type FeedPath, withQuery } from '#src/shared/feeds.ts';
import { READS } from '#src/shared/rendering.ts';
import type { StaticFile } from './build.ts';
import { fileOf, fileResponse } from './file.ts';
import { type EventVersions, exactPositions, type FileSources, readEventVersions } from './file-sources.ts';
import { createPageCache, type Versions } from './page-cache.ts';
import type { Client } from './rendered-pages.ts';

const WRITERS: Record<FeedPath, (feed: Feed) => Promise<string>> = {
  '/lopp.ics': writeICalendar,
  '/lopp.atom': writeAtom,
  '/lopp.json': writeJsonFeed,
};

const typeOf = (path: FeedPath) => `${FEEDS[path]}; charset=utf-8`;

/** A larger feed has only its latest races: 10,000 take 250 ms and some 5 MB. */
const MAX_RACES = 10_000;
/** So many events are prepared for searches before other requests are served. */
const PREPARED_AT_ONCE = 200;

export function feeds({ config, snapshots, now, budget }: FileSources) {
  const cache = createPageCache<StaticFile>(snapshots, now);

  /** Throws `request.too_many`. */
  async function serveFeed(request: Request, path: FeedPath, client: Client): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const versions = await readEventVersions(snapshots);
    const reads: Versions = new Map([
      [READS.events, versions.events],
      [READS.located, versions.located],
    ]);
    const address = withQuery(path, queryOf(readServerFilter(searchParams), searchParams));
    const cached = cache.find(address, reads);
    if (cached) return fileResponse(request, await cached, SHARED);
    client.countRead();
    // Otherwise requests that arrive together are answered before it is noticed that their client has left.
    await setImmediate();
    if (searchParams.has('q')) {
      const search = searchOf(versions.events.content<readonly PublicEvent[]>());
      // In parts, and charged to nobody: it is done once for each version of the events.
      while (search.prepare(PREPARED_AT_ONCE)) await setImmediate();
    }
    const end = await budget.begin(client);
    try {
      const madeMeanwhile = cache.find(address, reads);
      if (madeMeanwhile) return fileResponse(request, await madeMeanwhile, SHARED);
      const madeAt = now();
      const feed = feedOf(config, path, searchParams, versions, dayInStockholm(madeAt));
      const before = cache.findLatest(address);
      const file = WRITERS[path](feed)
        .then((text) => fileOf(typeOf(path), text))
        .then((made) => ({ ...made, lastModified: modifiedAt(made, before, madeAt) }));
      cache.add(address, { versions: reads, madeAt, file });
      return fileResponse(request, await file, SHARED);
    } finally {
      end();
    }
  }

  return { serveFeed, findReady: cache.findReady };
}

function feedOf(
  config: Config,
  path: FeedPath,
  params: URLSearchParams,
  { events, located }: EventVersions,
  today: string,
): Feed {
  const { siteName } = config;
  const origin = siteUrlOf(config);
  const positions = located.content<readonly LocatedEvent[]>();
  const filter = readServerFilter(params);
  const selected = selectEvents(
    params.has('date') ? filter : withRecentRaces(filter, understandSearch(filter.q, today), today),
    {
      events: events.content<readonly PublicEvent[]>(),
      located: positions,
      today,
    },
  );
  const name = nameOfSelection(filter, today);
  return {
    title: name ? `${siteName}: ${name}` : siteName,
    siteName,
    origin,
    url: withQuery(`${origin}${path}`, queryOf(filter, params)),
    pageUrl: withQuery(`${origin}/`, writeFilter(filter)),
    events: selected.slice(-MAX_RACES),
    positions: exactPositions(positions),
    today,
    // Of an empty feed a time that is past: the day in Stockholm begins before that of UTC.
    updated: lastChangeOf(selected) ?? addDaysTo(today, -1),
  };
}

/**
 * When this content was new, as far as this instance knows. The last change of its races would be wrong: it goes back
 * when a race is deleted. Two versions never have the same second, which is all that the header says.
 */
function modifiedAt({ etag }: StaticFile, before: StaticFile | undefined, madeAt: Date): string {
  if (before?.lastModified === undefined) return madeAt.toISOString();
  if (before.etag === etag) return before.lastModified;
  return new Date(Math.max(madeAt.getTime(), Date.parse(before.lastModified) + 1000)).toISOString();
}

/** `date` is kept, because without one a feed also has recent races. */
function queryOf(filter: EventFilter, params: URLSearchParams): string {
  const query = new URLSearchParams(feedQueryOf(filter));
  if (params.has('date')) query.set('date', filter.date);
  return query.toString();
}
