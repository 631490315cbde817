import type { Config } from '#src/platform/config.ts';
import type { ClientConfig } from '#src/shared/client-config.ts';
import { pageOf } from '#src/shared/pages.ts';
import type { PageHead, Rendered } from '#src/shared/rendering.ts';
import type { ClientBuild } from './build.ts';
import { dataBlock } from './data-block.ts';
import { headOf } from './head.ts';
import { withoutScriptOf } from './texts.ts';

export const clientConfigOf = (config: Config): ClientConfig => ({
  site_name: config.siteName,
  map_tile_url: config.mapTileUrl ?? null,
  map_tile_attribution: config.mapTileAttribution ?? null,
  identity_check_word: config.identityCheckWord,
  identity_check_url: config.identityCheckUrl,
  retention_days: config.retentionDays,
});

const EMPTY_NOSCRIPT = '<noscript></noscript>';
const ROOT = '<div id="root"></div>';

/**
 * React begins the content with links that preload its most important images. They belong at the top of the head: below
 * the inline styles they would be fetched after the font, which is several times larger.
 */
const IMAGE_PRELOADS = /^(?:<link rel="preload" as="image"[^>]*>)*/;

export function htmlOf(
  { page: template, preloads }: Pick<ClientBuild, 'page' | 'preloads'>,
  config: Config,
  path: string,
  rendered?: Rendered,
  head: PageHead | undefined = rendered?.head,
  retryAfter?: number,
): string {
  const [imagePreloads = ''] = rendered?.html.match(IMAGE_PRELOADS) ?? [];
  // The head last: the name of a race may be equal to the placeholder.
  const page = template
    .replace('%CLIENT_CONFIG%', () => dataBlock(clientConfigOf(config)))
    .replace(
      /<title>[^<]*<\/title>\s*(<meta name="description"[^>]*>)?/,
      () => `${imagePreloads}${headOf(config, path, head)}`,
    );
  if (!rendered) {
    const text = withoutScriptOf(pageOf(path), retryAfter);
    return page.replace(EMPTY_NOSCRIPT, () => `<noscript>${text}</noscript>`);
  }
  // Low priority: the content is readable without scripts, so images and fonts are fetched first.
  const preloadLinks = preloads?.[rendered.source]?.map(
    (path) => `<link rel="modulepreload" fetchpriority="low" href="${path}" />`,
  );
  const stateBlock = `<script type="application/json" id="page-state">${dataBlock(rendered.state)}</script>`;
  return page
    .replace('</body>', () => `${preloadLinks?.join('') ?? ''}</body>`)
    .replace(ROOT, () => `<div id="root">${rendered.html.slice(imagePreloads.length)}</div>${stateBlock}`);
}
