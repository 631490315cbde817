import { Fragment, type ReactNode } from 'react';
import { RICH_TAGS, UNREAD_TAGS } from '../../src/shared/rich-text';
import { isWebUrl } from '../../src/shared/web-url';
import { OutLink } from './out-link';

type Element = { name: string; href: string; children: Part[] };
type Part = Element | string;

/** What becomes of a text that stands in no link. */
type Words = (text: string) => ReactNode;

/**
 * HTML that somebody typed, as React elements by the allow-list of D20: of its markup only what is named there reaches the
 * page, and without attributes. Null when there is nothing to read in it. It is read here and by no browser, so that the
 * server renders the same, and no text becomes markup anywhere.
 */
export function safeHtml(html: string, words: Words): ReactNode {
  const parts = read(html);
  return hasWords(parts) ? rendered(parts, words) : null;
}

/** A comment, or what a browser takes for one; a tag with its name and attributes; a tag without an end, or text. */
const TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*(?:>|$)|<(\/?)([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>|<\/?[a-z][\s\S]*$|[^<]+|</gi;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/** The signs that cleaning writes as entities, and those that somebody may type for the preview. */
const ENTITIES: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', ndash: '–', hellip: '…' },
  ...{ aring: 'å', auml: 'ä', ouml: 'ö', eacute: 'é', Aring: 'Å', Auml: 'Ä', Ouml: 'Ö' },
};
const LAST_SIGN = 0x10ffff;

const decoded = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (entity, decimal, hex, name) => {
    const sign = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    if (name) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? '') : entity;
    return sign <= LAST_SIGN ? String.fromCodePoint(sign) : entity;
  });

const isNamed = (list: readonly string[], name: string) => list.includes(name);

function read(html: string): Part[] {
  const root: Element = { name: '', href: '', children: [] };
  const open = [root];
  let unread: string | undefined;
  const put = (part: Part) => open.at(-1)?.children.push(part);
  for (const [token, slash, tag, attributes = ''] of html.matchAll(TOKEN)) {
    const name = tag?.toLowerCase();
    if (unread) {
      if (slash && name === unread) unread = undefined;
    } else if (!name) {
      if (token === '<' || !token.startsWith('<')) put(decoded(token));
    } else if (slash) {
      closeLast(open, [name]);
    } else if (isNamed(UNREAD_TAGS, name)) {
      unread = name;
    } else if (name === 'a' || isNamed(RICH_TAGS, name)) {
      closeBefore(open, name);
      const [, ...hrefs] = HREF.exec(attributes) ?? [];
      const element = { name, href: decoded(hrefs.find(Boolean) ?? '').trim(), children: [] };
      put(element);
      if (name !== 'br') open.push(element);
    }
  }
  return root.children;
}

/** Ends the innermost open element of these names, and what stands open in it; those of `within` hold what is around them. */
function closeLast(open: Element[], names: readonly string[], within: readonly string[] = []): void {
  const at = open.findLastIndex(({ name }) => isNamed(names, name) || isNamed(within, name));
  if (at > 0 && isNamed(names, open[at]?.name ?? '')) open.length = at;
}

/** A browser ends a paragraph before a block, and a point before the next: what is sent stands as it is rendered. */
function closeBefore(open: Element[], name: string): void {
  if (name === 'li') closeLast(open, ['li'], ['ul', 'ol']);
  if (isNamed(['p', 'ul', 'ol', 'li'], name)) closeLast(open, ['p']);
}

const hasWords = (parts: readonly Part[]): boolean =>
  parts.some((part) => (typeof part === 'string' ? part.trim() !== '' : hasWords(part.children)));

const rendered = (parts: readonly Part[], words: Words | undefined): ReactNode[] =>
  parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    <Fragment key={index}>{renderedPart(part, words)}</Fragment>
  ));

/** `words` is undefined inside a link: there is no link within a link. */
function renderedPart(part: Part, words: Words | undefined): ReactNode {
  if (typeof part === 'string') return words ? words(part) : part;
  const { name, href, children } = part;
  if (words && name === 'a' && isWebUrl(href))
    return <OutLink href={href}>{rendered(children, undefined)}</OutLink>;
  const Tag = RICH_TAGS.find((known) => known === name);
  if (!Tag) return rendered(children, words);
  return Tag === 'br' ? <br /> : <Tag>{rendered(children, words)}</Tag>;
}
