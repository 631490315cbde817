import { Fragment, type ReactNode } from 'react';
import { isWebUrl } from '../../src/shared/web-url';
import { OutLink } from './out-link';

/** What stored HTML may be (D20): bold, italic, lists and line breaks; links are seen to below. */
const ALLOWED = ['b', 'strong', 'i', 'em', 'ul', 'ol', 'li', 'p', 'br'] as const;
type Allowed = (typeof ALLOWED)[number];

/** What these hold is no text to read and goes with them; of any other element the words stay. */
const UNREAD =
  'script, style, template, noscript, iframe, object, embed, textarea, select, title, svg, math, audio, video, canvas';

/** What becomes of a text that stands in no link. */
type Words = (text: string) => ReactNode;

/**
 * HTML that somebody typed, as React elements by an allow-list: of its markup only what is named here reaches the
 * page, and without attributes. Null when there is nothing to read in it.
 */
export function safeHtml(html: string, words: Words): ReactNode {
  // Parsed apart from the page: no script runs, no picture is fetched.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(UNREAD)) element.remove();
  return body.textContent?.trim() ? childrenOf(body, words) : null;
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

const isAllowed = (name: string): name is Allowed => (ALLOWED as readonly string[]).includes(name);
