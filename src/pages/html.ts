import type { Config } from '../platform/config';
import type { ClientConfig } from '../shared/client-config';
import type { Rendered } from '../shared/rendering';
import type { ClientBuild } from './build';
import { headOf } from './head';

/** What of the configuration the client is told. */
export const clientConfigOf = (config: Config): ClientConfig => ({
  site_name: config.siteName,
  map_tile_url: config.mapTileUrl ?? null,
  map_tile_attribution: config.mapTileAttribution ?? null,
  identity_check_word: config.identityCheckWord,
  identity_check_url: config.identityCheckUrl,
  retention_days: config.retentionDays,
});

/** JSON that stands in HTML: nothing in it may end the block (D38). */
export const dataBlock = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

const ROOT = '<div id="root"></div>';

/** The client's page at a path, with the content that was rendered and the scripts it needs to be hydrated. */
export function htmlOf(
  { page: template, preloads }: Pick<ClientBuild, 'page' | 'preloads'>,
  config: Config,
  path: string,
  rendered?: Rendered,
): string {
  const page = template
    .replace(/<title>[^<]*<\/title>\s*(<meta name="description"[^>]*>)?/, () => headOf(config, path))
    .replace('%CLIENT_CONFIG%', () => dataBlock(clientConfigOf(config)));
  if (!rendered) return page;
  // The content is readable without them: its pictures and the typeface are fetched first.
  const links = preloads?.[rendered.source]?.map(
    (path) => `<link rel="modulepreload" fetchpriority="low" href="${path}" />`,
  );
  const block = `<script type="application/json" id="page-state">${dataBlock(rendered.state)}</script>`;
  return page
    .replace('</body>', () => `${links?.join('') ?? ''}</body>`)
    .replace(ROOT, () => `<div id="root">${rendered.html}</div>${block}`);
}
