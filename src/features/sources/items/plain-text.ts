import { decodeHTML } from 'entities';
import { composed, visible } from '#src/shared/text.ts';

/** Only names of HTML: `<3 löpning` and `Loppet <Mora>` have no tags. */
const NAMES =
  'p|br|div|span|b|i|em|strong|a|ul|ol|li|h[1-6]|u|s|small|big|sub|sup|table|thead|tbody|tr|td|th|img|font|hr|pre|blockquote|section|article|html|body|head|center|figure|time';
const BREAKS =
  /<\/?(?:p|br|div|ul|ol|li|h[1-6]|table|tr|hr|pre|blockquote|section|article|dl|dt|dd)(?:\s[^<>]{0,2000})?\/?>/gi;
/** Between two cells of a table is no letter. */
const CELLS = /<\/?(?:td|th)(?:\s[^<>]{0,2000})?\/?>/gi;
const TAGS = new RegExp(`<!--[^<>]{0,2000}-->|</?(?:${NAMES})(?:\\s[^<>]{0,2000})?/?>`, 'gi');
const HIDDEN = /<(style|script|title)\b[^<>]{0,2000}>[^<]{0,20000}<\/\1>/gi;

const withoutTags = (text: string) =>
  text.includes('<')
    ? text.replace(HIDDEN, ' ').replace(BREAKS, '\n').replace(CELLS, ' ').replace(TAGS, '')
    : text;

/** Longer than any description that is kept. */
const TEXT_MAX = 50_000;

/** Text as people read it: some calendars have HTML, whose characters are encoded once or twice. Composed letters. */
export function plainText(text: string): string {
  let plain = withoutTags(text.slice(0, TEXT_MAX));
  for (let round = 0; round < 2 && plain.includes('&'); round++) plain = withoutTags(decodeHTML(plain));
  return composed(visible(plain).replace(/[\u00a0\u202f]/g, ' ')).trim();
}
