import { generateAtomFeed } from 'feedsmith';
import { formatDays } from '#src/shared/dates.ts';
import type { PublicEvent } from '../contract.ts';
import { FEED_FIELD_NAMES } from '../fields.ts';
import { descriptionOf, type Feed, plainText, titleOf, urlOf, writeInParts } from './feed.ts';

/** With the days, because feed readers show only the title. */
const titleWithDays = (event: PublicEvent): string =>
  `${titleOf(event)}, ${formatDays(event.event_date, event.event_end_date)}`;

const idOf = ({ id }: PublicEvent) => `urn:uuid:${id}`;

const tagsOf = ({ sport_type, landskap }: PublicEvent): string[] =>
  [sport_type, landskap ?? ''].map(plainText).filter(Boolean);

/** Atom (RFC 4287). */
export const writeAtom = (feed: Feed): Promise<string> =>
  writeInParts(feed, { write: atomOf, start: '\n  <entry>', end: '\n</feed>' });

function atomOf(feed: Feed): string {
  const { events, today } = feed;
  return generateAtomFeed({
    id: feed.url,
    title: { value: plainText(feed.title) },
    updated: new Date(feed.updated),
    authors: [{ name: plainText(feed.siteName) }],
    links: [
      { href: feed.url, rel: 'self', type: 'application/atom+xml' },
      { href: feed.pageUrl, rel: 'alternate', type: 'text/html' },
    ],
    entries: events.map((event) => ({
      id: idOf(event),
      title: { value: titleWithDays(event) },
      updated: new Date(event.updated_at),
      links: [{ href: urlOf(event, feed), rel: 'alternate', type: 'text/html' }],
      summary: { value: descriptionOf(event, today) },
      categories: tagsOf(event).map((term) => ({ term })),
    })),
  });
}

/** An extension for programs: the fields of the import that feed readers do not have. */
const raceOf = (event: PublicEvent) =>
  Object.fromEntries(FEED_FIELD_NAMES.map((name) => [name, event[name] && plainText(event[name])]));

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export async function writeJsonFeed(feed: Feed): Promise<string> {
  const { events, today } = feed;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: plainText(feed.title),
    home_page_url: feed.pageUrl,
    feed_url: feed.url,
    language: 'sv',
    authors: [{ name: plainText(feed.siteName), url: feed.origin }],
    items: events.map((event) => ({
      id: idOf(event),
      url: urlOf(event, feed),
      title: titleWithDays(event),
      content_text: descriptionOf(event, today),
      date_modified: event.updated_at,
      tags: tagsOf(event),
      _race: raceOf(event),
    })),
  });
}
