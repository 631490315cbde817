import * as v from 'valibot';
import type { LeftOut } from '../../../platform/spreadsheet/icalendar';
import { AppError } from '../../../shared/errors';
import { landskapNamed } from '../../../shared/landskap';
import { sportNamed } from '../../../shared/sports';
import { isWebUrl } from '../../../shared/web-url';
import { IMPORT_FIELD_NAMES } from '../fields';
import {
  type Cells,
  daysIn,
  lengthsIn,
  placeCells,
  plainText,
  readTitle,
  type SourceItem,
  sportLineCells,
  stateCells,
} from './texts';

const ITEMS_MAX = 20_000;

const text = v.optional(v.fallback(v.string(), ''), '');
const Item = v.object({
  id: v.fallback(v.optional(v.union([v.string(), v.number()])), undefined),
  url: text,
  external_url: text,
  title: text,
  content_text: text,
  content_html: text,
  summary: text,
  tags: v.fallback(v.optional(v.array(v.string()), []), []),
  _race: v.fallback(v.optional(v.record(v.string(), v.unknown())), undefined),
});
type Item = v.InferOutput<typeof Item>;
const Feed = v.object({
  version: v.pipe(v.string(), v.includes('jsonfeed.org/version')),
  items: v.array(v.unknown()),
});

/** The extension `_race` has fields of the import, as texts or lists of texts. */
function cellsOfExtension(race: Record<string, unknown>): Cells {
  const values = IMPORT_FIELD_NAMES.map((name) => [name, race[name]] as const);
  return Object.fromEntries(
    values
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(name === 'distances' ? ', ' : '; ') : String(value ?? ''),
      ]),
  );
}

/** Begins only where a run of such characters begins: otherwise a long run inside a title takes quadratic time. */
const TRAILING = /(?<![\s,:;|–—([-])[\s,:;|–—([-]+$/;
const LEADING = /^[\s,:;|.–—)\]-]+/;

/** Without the extension, the days are the first ones in the title or the text. */
function cellsOfTexts(item: Item): Cells {
  const { tags } = item;
  const title = plainText(item.title);
  const body = plainText(item.content_text || item.content_html || item.summary);
  const inTitle = daysIn(title);
  const days = inTitle ?? daysIn(body);
  // The day may be first, last or before a place.
  const parts = inTitle ? [inTitle.before, inTitle.after] : [title];
  const [nameText = title] = parts
    .map((part) => part.replace(LEADING, '').replace(TRAILING, ''))
    .filter(Boolean);
  const words = readTitle(title);
  const line = sportLineCells(body);
  return {
    event_name: readTitle(nameText).name,
    event_date: days?.day ?? '',
    ...(days?.endDay && { event_end_date: days.endDay }),
    sport_type: tags.find(sportNamed) ?? line.sport_type ?? '',
    distances: line.distances ?? '',
    lengths: lengthsIn(`${title}\n${body}`),
    ...placeCells(tags.find(landskapNamed) ?? ''),
    ...stateCells(words),
  };
}

const describeKind = (entry: unknown) =>
  entry === null
    ? 'null'
    : Array.isArray(entry)
      ? 'en lista'
      : typeof entry === 'object'
        ? 'ett objekt'
        : 'ett värde';

/** Entries that are no items are errors. */
export function readFeedItems(json: string): { items: SourceItem[]; errors: LeftOut[] } {
  let feed: unknown;
  try {
    feed = JSON.parse(json);
  } catch (cause) {
    throw new AppError('source.format', { cause });
  }
  if (!v.is(Feed, feed)) throw new AppError('source.format');
  if (feed.items.length > ITEMS_MAX) throw new AppError('source.too_many');
  const items: SourceItem[] = [];
  const errors: LeftOut[] = [];
  for (const [index, entry] of feed.items.entries()) {
    const number = index + 1;
    const parsed = v.safeParse(Item, entry);
    if (!parsed.success) {
      errors.push({
        line: number,
        reason: `posten är ${describeKind(entry)}, inte ett evenemang med titel.`,
      });
      continue;
    }
    const item = parsed.output;
    const link = item.external_url || item.url;
    const cells = {
      ...(isWebUrl(link) && { race_link: link }),
      ...(item._race ? cellsOfExtension(item._race) : cellsOfTexts(item)),
    };
    items.push({ number, key: String(item.id ?? '') || item.url || undefined, cells });
  }
  return { items, errors };
}
