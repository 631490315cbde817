import type { Config } from '../platform/config';
import type { ClientConfig } from '../shared/client-config';
import { pageOf } from '../shared/pages';
import type { Rendered } from '../shared/rendering';
import type { ClientBuild } from './build';
import { headOf } from './head';
import { withoutScriptOf } from './texts';

export const clientConfigOf = (config: Config): ClientConfig => ({
  site_name: config.siteName,
  map_tile_url: config.mapTileUrl ?? null,
  map_tile_attribution: config.mapTileAttribution ?? null,
  identity_check_word: config.identityCheckWord,
  identity_check_url: config.identityCheckUrl,
  retention_days: config.retentionDays,
});

/** Escapes `<`, so that the content cannot end the script block. */
export const dataBlock = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

const EMPTY_NOSCRIPT = '<noscript></noscript>';
const ROOT = '<div id="root"></div>';

export function htmlOf(
  { page: template, preloads }: Pick<ClientBuild, 'page' | 'preloads'>,
  config: Config,
  path: string,
  rendered?: Rendered,
): string {
  const page = template
    .replace(/<title>[^<]*<\/title>\s*(<meta name="description"[^>]*>)?/, () =>
      headOf(config, path, rendered?.head),
    )
    .replace('%CLIENT_CONFIG%', () => dataBlock(clientConfigOf(config)));
  if (!rendered)
    return page.replace(EMPTY_NOSCRIPT, () => `<noscript>${withoutScriptOf(pageOf(path))}</noscript>`);
  // Low priority: the content is readable without scripts, so images and fonts are fetched first.
  const preloadLinks = preloads?.[rendered.source]?.map(
    (path) => `<link rel="modulepreload" fetchpriority="low" href="${path}" />`,
  );
  const stateBlock = `<script type="application/json" id="page-state">${dataBlock(rendered.state)}</script>`;
  return page
    .replace('</body>', () => `${preloadLinks?.join('') ?? ''}</body>`)
    .replace(ROOT, () => `<div id="root">${rendered.html}</div>${stateBlock}`);
}
