import type sanitizeHtml from 'sanitize-html';
import { RICH_TAGS, UNREAD_TAGS } from '../shared/rich-text';
import { isWebUrl } from '../shared/web-url';

/** Whether an address may be linked to; browsers read it without white space around it. */
const hrefOf = (href: string | undefined) =>
  href !== undefined && isWebUrl(href.trim()) ? href.trim() : undefined;

/**
 * HTML that somebody typed, with nothing left in it but what {@link RICH_TAGS} name and links to http(s), which open in a
 * new tab (D20). Of other elements the words stay. What is clean already comes out as it is.
 */
export function cleanHtml(html: string): string {
  // What one reading mends the next may put together anew: until it stands still.
  let cleaned = cleanOnce(html);
  for (let pass = 0; pass < PASSES && cleanOnce(cleaned) !== cleaned; pass++) cleaned = cleanOnce(cleaned);
  return cleaned;
}

/** More than any HTML was seen to need; what never stood still would be clean all the same. */
const PASSES = 5;

/** Loaded when somebody saves HTML, which few do: at the start it would take 30 ms. */
const sanitizer = (): typeof sanitizeHtml => require('sanitize-html');

function cleanOnce(html: string): string {
  return sanitizer()(html, {
    allowedTags: [...RICH_TAGS, 'a'],
    allowedAttributes: { a: ['href', 'target', 'rel'] },
    nonTextTags: [...UNREAD_TAGS],
    // Judged by our own rule, below.
    allowedSchemesAppliedToAttributes: [],
    transformTags: {
      a: (tagName, { href }): sanitizeHtml.Tag => {
        const web = hrefOf(href);
        return { tagName, attribs: web ? { href: web, target: '_blank', rel: 'noopener' } : {} };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && !attribs.href ? 'excludeTag' : false),
  }).trim();
}
