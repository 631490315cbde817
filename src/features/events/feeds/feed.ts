import { setImmediate } from 'node:timers/promises';
import { formatDays } from '#src/shared/dates.ts';
import { oneLine } from '#src/shared/text.ts';
import type { PublicEvent } from '../contract.ts';
import { placeOf, stateTexts, titleWithStatus } from '../rules.ts';

/** A selection of races, and the addresses of its feed. */
export type Feed = {
  title: string;
  siteName: string;
  /** Such as `https://lopp.example`. */
  origin: string;
  /** The absolute URL of the feed. */
  url: string;
  /** The absolute URL of the page with the same selection. */
  pageUrl: string;
  events: readonly PublicEvent[];
  /** The positions of those events that are known exactly. In WGS 84 degrees. */
  positions: ReadonlyMap<string, { latitude: number; longitude: number }>;
  today: string;
  /** When one of its races last changed, as an ISO instant or day. */
  updated: string;
};

/** Not allowed in XML, besides control characters. */
const NONCHARACTERS = /[\uFFFE\uFFFF]/g;

/** Old data may have control characters, which XML and iCalendar do not allow. */
export const plainText = (text: string): string => oneLine(text.toWellFormed()).replace(NONCHARACTERS, '');

export const titleOf = (event: PublicEvent): string => plainText(titleWithStatus(event));

/** One line each for its state, the note about it, its days and place, and what is run. */
export function descriptionOf(event: PublicEvent, today: string): string {
  const state = stateTexts(event, today).map(({ text }) => text);
  return [
    state.join('. '),
    event.status_note ?? '',
    [formatDays(event.event_date, event.event_end_date), placeOf(event)].filter(Boolean).join(', '),
    `${event.sport_type}: ${event.distances}`,
  ]
    .map(plainText)
    .filter(Boolean)
    .join('\n');
}

export const urlOf = ({ url }: PublicEvent, { origin, pageUrl }: Pick<Feed, 'origin' | 'pageUrl'>): string =>
  url ? `${origin}${url}` : pageUrl;

/** When one of the races last changed. Undefined without races. */
export function lastChangeOf(events: readonly PublicEvent[]): string | undefined {
  let latest: string | undefined;
  for (const { updated_at } of events) if (!latest || updated_at > latest) latest = updated_at;
  return latest;
}

const PART_SIZE = 200;

/**
 * Writes the races in parts, so that other requests are served in between. In what `write` returns, the races are
 * between `start` and `end`.
 */
export async function writeInParts(
  feed: Feed,
  { write, start, end }: { write: (part: Feed) => string; start: string; end: string },
): Promise<string> {
  const frame = write({ ...feed, events: [] });
  const parts = [frame.slice(0, frame.lastIndexOf(end))];
  for (let at = 0; at < feed.events.length; at += PART_SIZE) {
    const text = write({ ...feed, events: feed.events.slice(at, at + PART_SIZE) });
    parts.push(text.slice(text.indexOf(start), text.lastIndexOf(end)));
    await setImmediate();
  }
  parts.push(frame.slice(frame.lastIndexOf(end)));
  return parts.join('');
}
