import { Fragment, type ReactNode } from 'react';
import { RICH_TAGS, UNREAD_TAGS } from '../../src/shared/rich-text';
import { isWebUrl } from '../../src/shared/web-url';
import { OutLink } from './out-link';

type Allowed = (typeof RICH_TAGS)[number];

/** What becomes of a text that stands in no link. */
type Words = (text: string) => ReactNode;

/**
 * HTML that somebody typed, as React elements by the allow-list of D20: of its markup only what is named there reaches the
 * page, and without attributes. Null when there is nothing to read in it.
 */
export function safeHtml(html: string, words: Words): ReactNode {
  // Parsed apart from the page: no script runs, no picture is fetched.
  const { body } = new DOMParser().parseFromString(trusted(withoutAttributes(html)), 'text/html');
  for (const element of body.querySelectorAll(UNREAD_TAGS.join())) element.remove();
  return body.textContent?.trim() ? childrenOf(body, words) : null;
}

type Policy = { createHTML: (html: string) => unknown };
type Factory = { createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => Policy };
let policy: Policy | undefined;

/** The page's policy lets nothing else make markup of text (`src/platform/security-headers.ts`). */
function trusted(html: string): string {
  const { trustedTypes } = window as { trustedTypes?: Factory };
  policy ??= trustedTypes?.createPolicy('rich-text', { createHTML: (written) => written });
  // A browser that knows no such policies takes the text as it is.
  return (policy?.createHTML(html) ?? html) as string;
}

const TAG = /<([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;
const ATTRIBUTE = /([^\s"'/=>]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g;

/**
 * The same with no attribute but the address of a link, as far as it is well written. Not for safety, which is below: a
 * browser that only parses a handler or a style reports that the page's policy forbids it.
 */
function withoutAttributes(html: string): string {
  return html.replace(TAG, (_, name: string, rest: string) => {
    const href = [...rest.matchAll(ATTRIBUTE)].find(([, key]) => key?.toLowerCase() === 'href')?.[2];
    return href && name.toLowerCase() === 'a' ? `<a href=${href}>` : `<${name}>`;
  });
}

const childrenOf = (parent: Node, words: Words | undefined): ReactNode[] =>
  [...parent.childNodes].map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    <Fragment key={index}>{readNode(node, words)}</Fragment>
  ));

/** `words` is undefined inside a link: there is no link within a link. */
function readNode(node: Node, words: Words | undefined): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return words ? words(node.nodeValue ?? '') : node.nodeValue;
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const { localName: name } = node as Element;
  const href = (name === 'a' && (node as Element).getAttribute('href')) || '';
  if (words && isWebUrl(href)) return <OutLink href={href}>{childrenOf(node, undefined)}</OutLink>;
  if (!isAllowed(name)) return childrenOf(node, words);
  if (name === 'br') return <br />;
  const Tag = name;
  return <Tag>{childrenOf(node, words)}</Tag>;
}

const isAllowed = (name: string): name is Allowed => (RICH_TAGS as readonly string[]).includes(name);
