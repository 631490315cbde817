import * as v from 'valibot';
import { IMPORT_FIELD_NAMES } from '#src/features/events/fields.ts';
import { normalizeCell } from '#src/features/imports/rows/spreadsheet.ts';
import { readTitle, withStateWords } from '#src/features/imports/rows/title-words.ts';
import type { LeftOut } from '#src/platform/spreadsheet/calendar-events.ts';
import { daysIn } from '#src/shared/days-in-texts.ts';
import { AppError } from '#src/shared/errors.ts';
import { landskapNamed } from '#src/shared/landskap.ts';
import { sportNamed } from '#src/shared/sports.ts';
import { composed, oneLine, visible } from '#src/shared/text.ts';
import { isWebUrl } from '#src/shared/web-url.ts';
import { type Cells, type SourceItem, sportLineCells, stateCells } from './cells.ts';
import { lengthsIn } from './lengths.ts';
import { placeCells } from './places-in-texts.ts';
import { plainText } from './plain-text.ts';

const ITEMS_MAX = 20_000;

const text = v.pipe(
  v.fallback(v.optional(v.union([v.string(), v.number()]), ''), ''),
  v.transform((value) => composed(String(value)).trim()),
);
const Item = v.object({
  id: v.fallback(v.optional(v.union([v.string(), v.number()])), undefined),
  url: text,
  external_url: text,
  title: text,
  content_text: text,
  content_html: text,
  summary: text,
  tags: v.pipe(
    v.fallback(v.optional(v.array(v.unknown()), []), []),
    v.transform((tags) => tags.filter((tag) => typeof tag === 'string').map(composed)),
  ),
  _race: v.fallback(v.optional(v.record(v.string(), v.unknown())), undefined),
});
type Item = v.InferOutput<typeof Item>;
const Feed = v.object({
  version: v.pipe(v.string(), v.includes('jsonfeed.org/version')),
  items: v.array(v.unknown()),
});

const isPlain = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value);
const cellText = (value: unknown) => composed(visible(String(value ?? ''))).trim();

/** `_race` has fields of the import, as texts or lists of texts. Returns the name of a field that is neither. */
function cellsOfExtension(race: Record<string, unknown>): Cells | string {
  const cells: Cells = {};
  for (const name of IMPORT_FIELD_NAMES) {
    const value = race[name];
    if (value === undefined) continue;
    if (![value].flat().every(isPlain)) return name;
    const texts = [value].flat().map(cellText);
    cells[name] = normalizeCell(name, texts.join(name === 'distances' ? ', ' : '; '));
  }
  return withStateWords(cells);
}

/** Another program's extension may have the same name. */
const isRace = (race: Record<string, unknown> | undefined): race is Record<string, unknown> =>
  !!race && IMPORT_FIELD_NAMES.some((name) => name in race);

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

/** Line breaks, tabs and stray control characters in texts are no JSON, but are easily read. */
const CONTROL = /\p{Cc}/gu;

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    try {
      return JSON.parse(json.replace(CONTROL, ' '));
    } catch (cause) {
      throw new AppError('source.format', { cause });
    }
  }
}

/** Entries that are no items are errors. */
export function readFeedItems(json: string): { items: SourceItem[]; errors: LeftOut[] } {
  const feed = parseJson(json);
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
    const cells = isRace(item._race) ? cellsOfExtension(item._race) : cellsOfTexts(item);
    if (typeof cells === 'string')
      errors.push({
        line: number,
        ...(item.title && { name: oneLine(item.title) }),
        reason: `fältet ${cells} i _race är ${describeKind(item._race?.[cells])}, inte en text.`,
      });
    else
      items.push({
        number,
        key: String(item.id ?? '') || item.url || undefined,
        cells: { ...(isWebUrl(link) && { race_link: link }), ...cells },
      });
  }
  return { items, errors };
}
