import { Fragment, type ReactNode } from 'react';
import { DROPPED_TAGS, RICH_TAGS } from '#src/shared/rich-text.ts';
import { isWebUrl } from '#src/shared/web-url.ts';
import { ExternalLink } from './external-link.tsx';

type Element = { name: string; href: string; children: Part[] };
type Part = Element | string;

type RenderText = (text: string) => ReactNode;

/**
 * Only allow-listed tags are rendered, without attributes, and links. Returns null if there is no text. It does not use
 * the browser's parser, so that the server renders the same elements. No text is ever inserted as markup.
 */
export function safeHtml(html: string, renderText: RenderText): ReactNode {
  const parts = parseHtml(html);
  return hasText(parts) ? renderParts(parts, renderText) : null;
}

/** In order: a comment, or what a browser parses as one; a tag; an unterminated tag; text; a single `<`. */
const HTML_TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*(?:>|$)|<(\/?)([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>|<\/?[a-z][\s\S]*$|[^<]+|</gi;
const HREF_ATTRIBUTE = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/** The entities that the sanitizer writes, and common ones that an admin may type in the preview. */
const ENTITIES: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', ndash: '–', hellip: '…' },
  ...{ aring: 'å', auml: 'ä', ouml: 'ö', eacute: 'é', Aring: 'Å', Auml: 'Ä', Ouml: 'Ö' },
};
const LAST_CODE_POINT = 0x10ffff;

const decodeEntities = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (entity, decimal, hex, name) => {
    const codePoint = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    if (name) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? '') : entity;
    return codePoint <= LAST_CODE_POINT ? String.fromCodePoint(codePoint) : entity;
  });

const isListed = (list: readonly string[], name: string) => list.includes(name);

function parseHtml(html: string): Part[] {
  const root: Element = { name: '', href: '', children: [] };
  const openElements = [root];
  let skippedTag: string | undefined;
  const append = (part: Part) => openElements.at(-1)?.children.push(part);
  for (const [token, slash, tag, attributes = ''] of html.matchAll(HTML_TOKEN)) {
    const name = tag?.toLowerCase();
    if (skippedTag) {
      if (slash && name === skippedTag) skippedTag = undefined;
    } else if (!name) {
      if (token === '<' || !token.startsWith('<')) append(decodeEntities(token));
    } else if (slash) {
      closeLast(openElements, [name]);
    } else if (isListed(DROPPED_TAGS, name)) {
      skippedTag = name;
    } else if (name === 'a' || isListed(RICH_TAGS, name)) {
      closeBefore(openElements, name);
      const [, ...hrefs] = HREF_ATTRIBUTE.exec(attributes) ?? [];
      const element = { name, href: decodeEntities(hrefs.find(Boolean) ?? '').trim(), children: [] };
      append(element);
      if (name !== 'br') openElements.push(element);
    }
  }
  return root.children;
}

/** Closes the innermost open element with one of `names`, and all in it. Does not look outside elements of `within`. */
function closeLast(openElements: Element[], names: readonly string[], within: readonly string[] = []): void {
  const at = openElements.findLastIndex(({ name }) => isListed(names, name) || isListed(within, name));
  if (at > 0 && isListed(names, openElements[at]?.name ?? '')) openElements.length = at;
}

/** Closes paragraphs and list items as a browser does, so that it parses the rendered HTML to the same elements. */
function closeBefore(openElements: Element[], name: string): void {
  if (name === 'li') closeLast(openElements, ['li'], ['ul', 'ol']);
  if (isListed(['p', 'ul', 'ol', 'li'], name)) closeLast(openElements, ['p']);
}

const hasText = (parts: readonly Part[]): boolean =>
  parts.some((part) => (typeof part === 'string' ? part.trim() !== '' : hasText(part.children)));

const renderParts = (parts: readonly Part[], renderText: RenderText | undefined): ReactNode[] =>
  parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change order
    <Fragment key={index}>{renderPart(part, renderText)}</Fragment>
  ));

/** `renderText` is undefined inside a link, because links cannot be nested. */
function renderPart(part: Part, renderText: RenderText | undefined): ReactNode {
  if (typeof part === 'string') return renderText ? renderText(part) : part;
  const { name, href, children } = part;
  if (renderText && name === 'a' && isWebUrl(href))
    return <ExternalLink href={href}>{renderParts(children, undefined)}</ExternalLink>;
  const Tag = RICH_TAGS.find((tag) => tag === name);
  if (!Tag) return renderParts(children, renderText);
  return Tag === 'br' ? <br /> : <Tag>{renderParts(children, renderText)}</Tag>;
}
