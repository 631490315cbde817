import type sanitizeHtml from 'sanitize-html';
import { DROPPED_TAGS, RICH_TAGS } from '#src/shared/rich-text.ts';
import { isWebUrl } from '#src/shared/web-url.ts';

/** Browsers ignore surrounding white space. */
const hrefOf = (href: string | undefined) =>
  href !== undefined && isWebUrl(href.trim()) ? href.trim() : undefined;

/**
 * Sanitizes HTML. Keeps the elements in {@link RICH_TAGS} and links to http(s), which open in a new tab. Of other
 * elements only the text is kept. Clean HTML is returned unchanged.
 */
export function cleanHtml(html: string): string {
  // Sanitizing can create new markup, so repeat until the output is stable.
  let cleaned = cleanOnce(html);
  for (let pass = 0; pass < PASSES_MAX && cleanOnce(cleaned) !== cleaned; pass++)
    cleaned = cleanOnce(cleaned);
  return cleaned;
}

/** More passes than any known HTML needs. Output that never stabilizes is still sanitized. */
const PASSES_MAX = 5;

/** Loads the library on first use, because it would delay the start by 30 ms. */
const sanitizer = (): typeof sanitizeHtml => require('sanitize-html');

function cleanOnce(html: string): string {
  return sanitizer()(html, {
    allowedTags: [...RICH_TAGS, 'a'],
    allowedAttributes: { a: ['href', 'target', 'rel'] },
    nonTextTags: [...DROPPED_TAGS],
    // URLs are checked by `hrefOf`, below.
    allowedSchemesAppliedToAttributes: [],
    transformTags: {
      a: (tagName, { href }): sanitizeHtml.Tag => {
        const safeUrl = hrefOf(href);
        return { tagName, attribs: safeUrl ? { href: safeUrl, target: '_blank', rel: 'noopener' } : {} };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && !attribs.href ? 'excludeTag' : false),
  }).trim();
}
