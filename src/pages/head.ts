import { type Config, siteUrlOf } from '#src/platform/config.ts';
import { FEEDS, withQuery } from '#src/shared/feeds.ts';
import { pageOf } from '#src/shared/pages.ts';
import type { PageHead } from '#src/shared/rendering.ts';
import { SHARE_IMAGE_SIZE, shareImageOf } from '#src/shared/share-images.ts';
import { dataBlock } from './data-block.ts';
import { textsOf } from './texts.ts';

/** Without `head`, that of an empty page of the path's route. */
export function headOf(config: Config, path: string, head?: PageHead): string {
  const page = pageOf(path);
  const texts = textsOf(page);
  const title = head ? head.title : texts.title;
  const description = head?.description ?? texts.description;
  const tags = [
    `<title>${Bun.escapeHTML(title ? `${title} – ${config.siteName}` : config.siteName)}</title>`,
    meta('name', 'description', description),
  ];
  // Pages with a token in their path, or behind a login, must not be indexed.
  if (!texts.isIndexed) return [...tags, meta('name', 'robots', 'noindex')].join(SEPARATOR);

  // An empty page of a route with a parameter does not know its address.
  const canonicalPath = head ? head.path : page?.includes(':') ? undefined : page;
  const canonical = config.publicUrl && canonicalPath && `${config.publicUrl}${canonicalPath}`;
  if (head?.isUnlisted) tags.push(meta('name', 'robots', 'noindex, follow'));
  if (canonical) tags.push(`<link rel="canonical" href="${Bun.escapeHTML(canonical)}" />`);
  tags.push(
    ...socialTags(config, { title: title || config.siteName, description, canonical, sport: head?.sport }),
  );
  if (page === '/') tags.push(...feedLinks(title || config.siteName, head?.feedQuery));
  if (head?.structuredData)
    tags.push(`<script type="application/ld+json">${dataBlock(head.structuredData)}</script>`);
  return tags.join(SEPARATOR);
}

const SEPARATOR = '\n    ';

const meta = (key: 'name' | 'property', name: string, content: string) =>
  `<meta ${key}="${name}" content="${Bun.escapeHTML(content)}" />`;

/** Where browsers and feed readers find the feeds. */
const feedLinks = (title: string, query = ''): string[] =>
  Object.entries(FEEDS).map(([path, type]) => {
    const href = Bun.escapeHTML(withQuery(path, query));
    return `<link rel="alternate" type="${type}" title="${Bun.escapeHTML(title)}" href="${href}" />`;
  });

type Shared = {
  title: string;
  description: string;
  canonical: string | undefined;
  sport: string | undefined;
};

/** Open Graph (ogp.me), for the preview of a shared link. */
function socialTags(config: Config, { title, description, canonical, sport }: Shared): string[] {
  const image = shareImageOf(sport);
  const properties = {
    'og:type': 'website',
    'og:site_name': config.siteName,
    'og:locale': 'sv_SE',
    'og:title': title,
    'og:description': description,
    ...(canonical && { 'og:url': canonical }),
    'og:image': `${siteUrlOf(config)}${image.path}`,
    'og:image:width': `${SHARE_IMAGE_SIZE.width}`,
    'og:image:height': `${SHARE_IMAGE_SIZE.height}`,
    'og:image:alt': image.alt,
  };
  return [
    ...Object.entries(properties).map(([name, content]) => meta('property', name, content)),
    // The other tags of Twitter default to those of Open Graph.
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
}
