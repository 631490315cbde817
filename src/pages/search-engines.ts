import type { Config } from '../platform/config';
import { INDEXED_PAGES } from './texts';

/** Other values of a Host header are not repeated in a response. */
const HOST = /^(?=.{1,260}$)([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?$/i;

/** Without PUBLIC_URL, the host of the request is enough to try the product out, but must not be cached. */
function siteOf(config: Config, request: Request): string | undefined {
  if (config.publicUrl) return config.publicUrl;
  const host = request.headers.get('host') ?? '';
  return HOST.test(host) ? `http://${host}` : undefined;
}

const textResponse = (config: Config, type: string, body: string) =>
  new Response(body, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': config.publicUrl ? 'public, max-age=3600' : 'no-store',
    },
  });

export function robots(config: Config, request: Request): Response {
  const site = siteOf(config, request);
  const lines = ['User-agent: *', 'Disallow: /admin', 'Disallow: /api/', 'Disallow: /trpc/'];
  if (site) lines.push('', `Sitemap: ${site}/sitemap.xml`);
  return textResponse(config, 'text/plain', `${lines.join('\n')}\n`);
}

export function sitemap(config: Config, request: Request): Response | undefined {
  const site = siteOf(config, request);
  if (!site) return undefined;
  const urls = INDEXED_PAGES.map((page) => `  <url><loc>${Bun.escapeHTML(`${site}${page}`)}</loc></url>`);
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
  ];
  return textResponse(config, 'application/xml', `${xml.join('\n')}\n`);
}
